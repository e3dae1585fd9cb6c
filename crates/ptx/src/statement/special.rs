//! Special registers, by their names.
//!
//! Leaves out on purpose: registers that nothing is known of but the threads in which they are equal, one by one.

use tileiras_kernel::value::{SpecialRegister, Uniformity};
use tileiras_target::Axis;

/// A special register.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Special {
    /// One that the execution model knows.
    Known(SpecialRegister),
    /// A mask of lanes that depends on the lane.
    Lanes(LaneMask),
    /// One that is always 0: the fourth element of a vector, as `%tid.w`.
    Zero,
    /// Another one, with the threads in which it is equal and its number of bits.
    Other(Uniformity, u8),
}

/// `%lanemask_*`.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum LaneMask {
    Equal,
    LessOrEqual,
    Less,
    GreaterOrEqual,
    Greater,
}

impl Special {
    /// The register with that name, which begins with one or two `%`.
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.strip_prefix('%')?;
        let name = name.strip_prefix('%').unwrap_or(name);
        let (base, axis) = match name.split_once('.') {
            Some((base, "x")) => (base, Axis::X),
            Some((base, "y")) => (base, Axis::Y),
            Some((base, "z")) => (base, Axis::Z),
            Some((base, "w")) if AXES.iter().any(|(known, _)| *known == base) => {
                return Some(Special::Zero);
            }
            Some(_) => return None,
            None => return Self::without_axis(name),
        };
        AXES.iter().find(|(known, _)| *known == base).map(|(_, register)| Special::Known(register(axis)))
    }

    fn without_axis(name: &str) -> Option<Self> {
        Some(match name {
            "laneid" => Special::Known(SpecialRegister::LaneId),
            "warpid" => Special::Known(SpecialRegister::WarpId),
            "cluster_ctarank" => Special::Known(SpecialRegister::ClusterCtaRank),
            "cluster_nctarank" => Special::Known(SpecialRegister::ClusterNCtaRank),
            "is_explicit_cluster" => Special::Known(SpecialRegister::IsExplicitCluster),
            "lanemask_eq" => Special::Lanes(LaneMask::Equal),
            "lanemask_le" => Special::Lanes(LaneMask::LessOrEqual),
            "lanemask_lt" => Special::Lanes(LaneMask::Less),
            "lanemask_ge" => Special::Lanes(LaneMask::GreaterOrEqual),
            "lanemask_gt" => Special::Lanes(LaneMask::Greater),
            "smid" => Special::Other(Uniformity::Cta, 32),
            "nwarpid" | "nsmid" | "total_smem_size" | "aggr_smem_size" | "dynamic_smem_size" => {
                Special::Other(Uniformity::Grid, 32)
            }
            "gridid" | "current_graph_exec" => Special::Other(Uniformity::Grid, 64),
            "clock64" | "globaltimer" => Special::Other(Uniformity::Thread, 64),
            "clock" | "clock_hi" | "globaltimer_lo" | "globaltimer_hi" => Special::Other(Uniformity::Thread, 32),
            _ if name.starts_with("reserved_smem_offset_") => Special::Other(Uniformity::Grid, 32),
            _ if is_numbered(name, "envreg") => Special::Other(Uniformity::Grid, 32),
            _ if is_numbered(name, "pm") => Special::Other(Uniformity::Thread, 32),
            _ if name.strip_suffix("_64").is_some_and(|name| is_numbered(name, "pm")) => {
                Special::Other(Uniformity::Thread, 64)
            }
            _ => return None,
        })
    }

    /// Whether it has no meaning without clusters.
    pub const fn is_of_cluster(self) -> bool {
        matches!(
            self,
            Special::Known(
                SpecialRegister::ClusterCtaRank
                    | SpecialRegister::ClusterNCtaRank
                    | SpecialRegister::ClusterCtaId(_)
                    | SpecialRegister::ClusterNCtaId(_)
                    | SpecialRegister::ClusterId(_)
                    | SpecialRegister::NClusterId(_)
                    | SpecialRegister::IsExplicitCluster
            )
        )
    }

    /// The number of bits.
    pub const fn bits(self) -> u8 {
        match self {
            Special::Known(SpecialRegister::IsExplicitCluster) => 1,
            Special::Known(_) | Special::Lanes(_) | Special::Zero => 32,
            Special::Other(_, bits) => bits,
        }
    }
}

type OfAxis = fn(Axis) -> SpecialRegister;

/// The registers with one value for each axis.
const AXES: [(&str, OfAxis); 8] = [
    ("tid", SpecialRegister::Tid),
    ("ntid", SpecialRegister::NTid),
    ("ctaid", SpecialRegister::CtaId),
    ("nctaid", SpecialRegister::NCtaId),
    ("cluster_ctaid", SpecialRegister::ClusterCtaId),
    ("cluster_nctaid", SpecialRegister::ClusterNCtaId),
    ("clusterid", SpecialRegister::ClusterId),
    ("nclusterid", SpecialRegister::NClusterId),
];

/// Whether a name is `base` and a decimal number.
fn is_numbered(name: &str, base: &str) -> bool {
    name.strip_prefix(base).is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}
