//! The options that give the sizes of a launch, for `show --resources` and `explain`.

use clap::Args;
use tileiras_contract::LaunchSizes;
use tileiras_target::MAX_THREADS_PER_CTA;

use crate::messages::fault::{Fault, Kind};

/// The sizes of a launch.
#[derive(Args, Clone, Debug)]
pub(super) struct LaunchOptions {
    /// The block whose occupancy is computed, such as 256 or 16,16 [default: the exact or the largest block that the
    /// kernel states]
    #[arg(long, value_name = "X[,Y[,Z]]", value_delimiter = ',', num_args = 1..=3)]
    block: Vec<u32>,
    /// Bytes of dynamic shared memory of the launch
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    dynamic_shared: u32,
}

impl LaunchOptions {
    /// Checks what clap cannot check. The options have an effect only with `option`, which is given or not.
    ///
    /// # Errors
    /// If the block has no threads or too many, or has no effect.
    pub(super) fn check(&self, is_given: bool, option: &str) -> Result<(), Fault> {
        let refuse = |text: String| Err(Kind::Usage.fault(text));
        for (name, is_used) in [("--block", !self.block.is_empty()), ("--dynamic-shared", self.dynamic_shared > 0)] {
            if is_used && !is_given {
                return refuse(format!("{name} has no effect without {option}"));
            }
        }
        let threads: u128 = self.block.iter().map(|size| u128::from(*size)).product();
        match (self.block.len(), threads) {
            (4.., _) => refuse("--block has at most three sizes".to_owned()),
            (_, 0) => refuse("--block must have at least one thread".to_owned()),
            (_, threads) if threads > MAX_THREADS_PER_CTA.into() => {
                refuse(format!("--block must have at most {MAX_THREADS_PER_CTA} threads, got {threads}"))
            }
            _ => Ok(()),
        }
    }

    /// The sizes, of which the block may not be given.
    pub(super) fn sizes(&self) -> LaunchSizes {
        let threads = (!self.block.is_empty()).then(|| self.block.iter().product());
        LaunchSizes { threads, dynamic_shared: self.dynamic_shared }
    }
}
