//! Times of the lanes of a warp: what each lane has done, and what it knows that the others have.

use std::rc::Rc;

use super::lanes::{LANES, lanes};

/// For each lane of a warp, the time up to which something is so.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum LaneTimes {
    /// The same for all lanes.
    Same(u32),
    /// By the number of the lane.
    Each(Rc<[u32; LANES]>),
}

impl LaneTimes {
    fn of(times: [u32; LANES]) -> Self {
        match times.first() {
            Some(first) if times.iter().all(|time| time == first) => Self::Same(*first),
            _ => Self::Each(Rc::new(times)),
        }
    }

    fn get(&self, lane: usize) -> u32 {
        match self {
            Self::Same(time) => *time,
            Self::Each(times) => times.get(lane).copied().unwrap_or(0),
        }
    }

    fn least(&self) -> u32 {
        match self {
            Self::Same(time) => *time,
            Self::Each(times) => times.iter().copied().min().unwrap_or(0),
        }
    }

    /// Whether it is so for these lanes at a time.
    #[cfg(test)]
    fn covers(&self, mask: u32, at: u32) -> bool {
        match self {
            Self::Same(time) => *time >= at,
            Self::Each(_) => lanes(mask).all(|lane| self.get(lane) >= at),
        }
    }

    /// Whether it is so for each lane at the time of another one.
    pub fn covers_all(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Same(one), Self::Same(two)) => one >= two,
            _ => (0..LANES).all(|lane| self.get(lane) >= other.get(lane)),
        }
    }

    /// The later one of the times of each lane.
    pub fn join(&mut self, other: &Self) {
        if self.covers_all(other) {
            return;
        }
        *self = if other.covers_all(self) {
            other.clone()
        } else {
            Self::of(std::array::from_fn(|lane| self.get(lane).max(other.get(lane))))
        };
    }
}

/// The times of all warps. Most have one time for all lanes.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct WarpTimes {
    /// For each warp, the time up to which something is so for all lanes.
    all: Vec<u32>,
    /// The times of the lanes of warps in which some are later, ascending by the warp; none if there is no such warp.
    each: Option<Rc<TimesOfLanes>>,
}

/// By the warp.
type TimesOfLanes = Vec<(usize, Rc<[u32; LANES]>)>;

impl WarpTimes {
    fn all_of(&self, warp: usize) -> u32 {
        self.all.get(warp).copied().unwrap_or(0)
    }

    fn each_of(&self, warp: usize) -> Option<&Rc<[u32; LANES]>> {
        self.each.as_ref()?.iter().find(|(of, _)| *of == warp).map(|(_, times)| times)
    }

    /// The times of a warp.
    pub fn of(&self, warp: usize) -> LaneTimes {
        match self.each_of(warp) {
            Some(times) => {
                let mut of_warp = LaneTimes::Same(self.all_of(warp));
                of_warp.join(&LaneTimes::Each(Rc::clone(times)));
                of_warp
            }
            None => LaneTimes::Same(self.all_of(warp)),
        }
    }

    /// Whether it is so for lanes of a warp at a time.
    pub fn covers(&self, warp: usize, mask: u32, at: u32) -> bool {
        self.all_of(warp) >= at
            || self
                .each_of(warp)
                .is_some_and(|times| lanes(mask).all(|lane| times.get(lane).is_some_and(|time| *time >= at)))
    }

    /// Whether it is so for all other warps than this one, at the times of another one.
    pub fn covers_all_but(&self, warp: usize, other: &Self) -> bool {
        let is_covered = |of: usize, at: u32| of == warp || self.covers(of, u32::MAX, at);
        other.all.iter().enumerate().all(|(of, at)| is_covered(of, *at))
            && other
                .each
                .iter()
                .flat_map(|each| each.iter())
                .all(|(of, _)| *of == warp || self.of(*of).covers_all(&other.of(*of)))
    }

    pub fn set(&mut self, warp: usize, times: &LaneTimes) {
        if self.all.len() <= warp {
            self.all.resize(warp + 1, 0);
        }
        if let Some(slot) = self.all.get_mut(warp) {
            *slot = times.least();
        }
        let mut each = self.each.take();
        if let Some(found) = &mut each
            && found.iter().any(|(of, _)| *of == warp)
        {
            Rc::make_mut(found).retain(|(of, _)| *of != warp);
        }
        if let LaneTimes::Each(times) = times {
            let found = Rc::make_mut(each.get_or_insert_default());
            let at = found.partition_point(|(of, _)| *of < warp);
            found.insert(at, (warp, Rc::clone(times)));
        }
        self.each = each.filter(|found| !found.is_empty());
    }

    /// The later ones of the times.
    pub fn join(&mut self, other: &Self) {
        if self.all.len() < other.all.len() {
            self.all.resize(other.all.len(), 0);
        }
        self.all.iter_mut().zip(&other.all).for_each(|(time, other)| *time = (*time).max(*other));
        for (warp, times) in other.each.iter().flat_map(|each| each.iter()) {
            if self.each_of(*warp).is_none_or(|own| !Rc::ptr_eq(own, times)) {
                let mut joined = self.of(*warp);
                joined.join(&LaneTimes::Each(Rc::clone(times)));
                self.set(*warp, &joined);
            }
        }
        let is_later = |(warp, times): &(usize, Rc<[u32; LANES]>)| {
            let all = self.all.get(*warp).copied().unwrap_or(0);
            times.iter().any(|time| *time > all)
        };
        if let Some(each) = self.each.take_if(|each| !each.iter().all(is_later)) {
            let left: TimesOfLanes = each.iter().filter(|of_warp| is_later(of_warp)).cloned().collect();
            self.each = Some(Rc::new(left)).filter(|left| !left.is_empty());
        }
    }
}

/// What the lanes of a warp know of each other.
#[derive(Clone, Debug)]
pub(super) struct LaneKnowledge {
    /// The time up to which all lanes know what all have done.
    all: u32,
    /// For each lane, what it knows of the others beyond that; empty if it is nothing.
    each: Vec<LaneTimes>,
}

impl LaneKnowledge {
    pub const fn new(all: u32) -> Self {
        Self { all, each: Vec::new() }
    }

    /// What lanes of a mask know together, each of itself up to now; of lanes that have exited nothing is missing.
    pub fn of(&self, mask: u32, alive: u32, now: u32) -> LaneTimes {
        if alive & !mask == 0 {
            return LaneTimes::Same(now);
        }
        let of_others = self.joined(mask);
        let is_own = |lane: usize| (mask | !alive) >> lane & 1 == 1;
        LaneTimes::of(std::array::from_fn(|lane| if is_own(lane) { now } else { of_others.get(lane) }))
    }

    /// The lanes of a mask meet: each of them knows what they all know, and what they have done up to now.
    pub fn meet(&mut self, mask: u32, alive: u32, now: u32) {
        if alive & !mask == 0 {
            *self = Self::new(now);
        } else {
            let known = self.of(mask, alive, now);
            self.learn(mask, alive, &known);
        }
    }

    /// Lanes of a mask get to know what the lanes have done up to these times.
    pub fn learn(&mut self, mask: u32, alive: u32, times: &LaneTimes) {
        if LaneTimes::Same(self.all).covers_all(times) {
            return;
        }
        match times {
            LaneTimes::Same(all) if alive & !mask == 0 => {
                self.all = *all;
                self.each.iter_mut().for_each(|known| known.join(times));
            }
            _ => {
                self.each.resize(LANES, LaneTimes::Same(self.all));
                for lane in lanes(mask) {
                    if let Some(known) = self.each.get_mut(lane) {
                        known.join(times);
                    }
                }
            }
        }
    }

    fn joined(&self, mask: u32) -> LaneTimes {
        let mut joined = LaneTimes::Same(self.all);
        lanes(mask).filter_map(|lane| self.each.get(lane)).for_each(|known| joined.join(known));
        joined
    }
}

#[cfg(test)]
mod tests {
    use super::{LaneKnowledge, LaneTimes};

    #[test]
    fn lanes_that_meet_know_of_each_other() {
        let mut known = LaneKnowledge::new(1);
        known.meet(0xffff, u32::MAX, 5);
        known.meet(0xffff_0000, u32::MAX, 6);
        // Lanes 0 and 16 tell what all others have done.
        known.meet(0x1_0001, u32::MAX, 7);
        assert!(known.of(1, u32::MAX, 8).covers(0xffff, 5) && known.of(1, u32::MAX, 8).covers(0xffff_0000, 6));
        assert!(!known.of(1, u32::MAX, 8).covers(2, 7) && known.of(1, u32::MAX, 8).covers(1, 8));
        assert!(!known.of(2, u32::MAX, 8).covers(1 << 16, 2));
        known.meet(u32::MAX, u32::MAX, 8);
        assert!(known.of(2, u32::MAX, 9).covers(u32::MAX, 8));
    }

    #[test]
    fn what_two_parts_tell_is_told_by_all() {
        let known = LaneKnowledge::new(1);
        let mut told = known.of(1, u32::MAX, 3);
        assert!(told.covers(1, 3) && !told.covers(u32::MAX, 2));
        told.join(&known.of(!1, u32::MAX, 4));
        assert!(told.covers(u32::MAX, 3) && !told.covers(1, 4));
        // Lanes that have exited do nothing more.
        assert_eq!(known.of(1, 1, 3), LaneTimes::Same(3));
    }
}
