//! The protocols that instructions follow, each with the faults that it has.
//!
//! Most of them are state machines over the paths of a thread ([`crate::paths`]). Guarantees that a fault is certain.
//!
//! | module | protocol |
//! |---|---|
//! | [`barrier`] | barriers of the CTA: who takes part, and where threads meet |
//! | [`clc`] | `clusterlaunchcontrol`: requests, responses and failures |
//! | [`cluster`] | cluster barriers, and CTAs that have left |
//! | [`copy`] | copies of what products read |
//! | [`mbarrier`] | initialisation, arrivals, bytes, and waits that never end |
//! | [`tensor`] | tensor memory: allocations, products, loads and stores, CTA pairs |
//! | [`wgmma`] | fence, multiply, commit, wait |

pub mod barrier;
pub mod clc;
pub mod cluster;
pub mod copy;
pub mod mbarrier;
pub mod tensor;
pub mod wgmma;
