//! What is asked of the CUDA driver.
//!
//! [`Driver`](crate::Driver) answers for a GPU. The tests of the comparison have recorded answers.

use std::fmt::{self, Display, Formatter};

/// Why the driver does not do something.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{name}")]
pub struct Error {
    /// The number of the driver.
    pub code: u32,
    /// Its name: `CUDA_ERROR_INVALID_VALUE`. It has no other text, as a table has one word in a column.
    pub name: String,
}

/// A property of the device, with the number of the driver: `CUdevice_attribute`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[expect(missing_docs, reason = "the names are those of the driver")]
#[repr(i32)]
pub enum DeviceAttribute {
    MaxThreadsPerBlock = 1,
    MaxBlockDimX = 2,
    MaxBlockDimY = 3,
    MaxBlockDimZ = 4,
    MaxGridDimX = 5,
    MaxGridDimY = 6,
    MaxGridDimZ = 7,
    MaxSharedMemoryPerBlock = 8,
    WarpSize = 10,
    MaxRegistersPerBlock = 12,
    MultiprocessorCount = 16,
    MaxThreadsPerMultiprocessor = 39,
    ComputeCapabilityMajor = 75,
    ComputeCapabilityMinor = 76,
    MaxSharedMemoryPerMultiprocessor = 81,
    MaxRegistersPerMultiprocessor = 82,
    MaxSharedMemoryPerBlockOptin = 97,
    MaxBlocksPerMultiprocessor = 106,
    ReservedSharedMemoryPerBlock = 111,
    ClusterLaunch = 120,
}

/// A property of a kernel, with the number of the driver: `CUfunction_attribute`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[expect(missing_docs, reason = "the names are those of the driver")]
#[repr(i32)]
pub enum FunctionAttribute {
    MaxThreadsPerBlock = 0,
    SharedSizeBytes = 1,
    LocalSizeBytes = 3,
    NumRegs = 4,
    BinaryVersion = 6,
    MaxDynamicSharedSizeBytes = 8,
    ClusterSizeMustBeSet = 10,
    RequiredClusterWidth = 11,
    RequiredClusterHeight = 12,
    RequiredClusterDepth = 13,
    NonPortableClusterSizeAllowed = 14,
}

/// The sizes of a launch, and what is allowed before it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Launch {
    /// The grid, in CTAs, or in clusters if the kernel states that blocks are clusters.
    pub grid: [u32; 3],
    /// The block, in threads.
    pub block: [u32; 3],
    /// The cluster, in CTAs; none if the launch states no cluster.
    pub cluster: Option<[u32; 3]>,
    /// Dynamic shared memory, in bytes.
    pub shared: u32,
    /// Whether the kernel is first allowed to have `shared` bytes of dynamic shared memory and clusters of any size.
    pub opt_in: bool,
}

impl Launch {
    /// A launch of one CTA of one warp.
    pub const ONE: Launch = Launch { grid: [1, 1, 1], block: [32, 1, 1], cluster: None, shared: 0, opt_in: true };
}

/// `grid 2,1,1 block 32,1,1 cluster 2,1,1 shared 49153 without-opt-in`
impl Display for Launch {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let dims = |[x, y, z]: [u32; 3]| format!("{x},{y},{z}");
        write!(f, "grid {} block {}", dims(self.grid), dims(self.block))?;
        if let Some(cluster) = self.cluster {
            write!(f, " cluster {}", dims(cluster))?;
        }
        if self.shared > 0 {
            write!(f, " shared {}", self.shared)?;
        }
        f.write_str(if self.opt_in { "" } else { " without-opt-in" })
    }
}

/// A GPU and its driver. Each question about a kernel loads the cubin, and unloads it afterwards.
pub trait Gpu {
    /// A property of the device.
    ///
    /// # Errors
    /// That of the driver.
    fn device_attribute(&self, attribute: DeviceAttribute) -> Result<i32, Error>;

    /// Whether the driver loads a cubin.
    ///
    /// # Errors
    /// That of the driver.
    fn load(&self, cubin: &[u8]) -> Result<(), Error>;

    /// A property of a kernel.
    ///
    /// # Errors
    /// That of the driver.
    fn function_attribute(&self, cubin: &[u8], kernel: &str, attribute: FunctionAttribute) -> Result<i32, Error>;

    /// Launches a kernel without parameters, and waits for it.
    ///
    /// # Errors
    /// That of the driver.
    fn launch(&self, cubin: &[u8], kernel: &str, launch: &Launch) -> Result<(), Error>;

    /// How many CTAs of so many threads, with so many bytes of dynamic shared memory, are resident on an SM:
    /// `cuOccupancyMaxActiveBlocksPerMultiprocessor`.
    ///
    /// # Errors
    /// That of the driver.
    fn ctas_per_sm(&self, cubin: &[u8], kernel: &str, threads: u32, shared: u32) -> Result<i32, Error>;

    /// The CTAs of the largest cluster: `cuOccupancyMaxPotentialClusterSize`.
    ///
    /// # Errors
    /// That of the driver.
    fn largest_cluster(&self, cubin: &[u8], kernel: &str, launch: &Launch) -> Result<i32, Error>;

    /// How many such clusters are resident on the device: `cuOccupancyMaxActiveClusters`.
    ///
    /// # Errors
    /// That of the driver.
    fn resident_clusters(&self, cubin: &[u8], kernel: &str, launch: &Launch) -> Result<i32, Error>;
}
