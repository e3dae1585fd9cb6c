//! The processor time of a piece of work.
//!
//! Other processes change how long work takes, but hardly how much processor time it needs. So a test that compares
//! times compares these.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Does the work, and returns its result with the processor time that the calling thread has spent on it. The time of
/// threads that the work starts is not in it.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begin = now();
    let result = work();
    (result, now().saturating_sub(begin))
}

fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("the time of a thread is not negative")
}

#[cfg(test)]
mod tests {
    use super::timed;
    use std::time::Duration;

    #[test]
    fn only_work_takes_time() {
        let ((), asleep) = timed(|| std::thread::sleep(Duration::from_millis(200)));
        assert!(asleep < Duration::from_millis(100), "{asleep:?}");
        let (sum, busy) = timed(|| (0..1_000_000_u64).fold(0, |sum, number| std::hint::black_box(sum + number)));
        assert!(sum > 0 && busy > Duration::ZERO);
    }
}
