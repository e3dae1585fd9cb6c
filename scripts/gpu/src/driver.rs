//! The CUDA driver API, loaded while the program runs, so that nothing of CUDA is needed to build it.
//!
//! Declares the functions that are asked for, and no others. The declarations and the numbers are those of `cuda.h` of
//! CUDA 12 and 13. cuLaunchKernelEx is the newest one: driver 520 (CUDA 11.8).
//!
//! Why not the crate `cudarc`, which declares the whole API: it panics if the library or a function is missing, which
//! is the normal case here, and it needs a second version of `libloading`, which `deny.toml` does not allow.

use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_uint, c_void};
use std::fmt::{self, Display, Formatter};
use std::ptr;

use libloading::Library;

use crate::gpu::{DeviceAttribute, Error, FunctionAttribute, Gpu, Launch};

/// The library of the driver.
pub const LIBRARY: &str = "libcuda.so.1";

const NO_DEVICE: Code = 100;

type Code = c_uint;
type Device = c_int;
type Context = *mut c_void;
type Module = *mut c_void;
type Function = *mut c_void;

/// `CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION`.
const CLUSTER_DIMENSION: c_uint = 4;

/// `CUlaunchAttribute`: a number, and a union of 64 bytes, here the sizes of a cluster.
#[repr(C, align(8))]
struct LaunchAttribute {
    id: c_uint,
    padding: c_uint,
    cluster: [c_uint; 3],
    rest: [c_uint; 13],
}

/// `CUlaunchConfig`.
#[repr(C)]
struct LaunchConfig {
    grid: [c_uint; 3],
    block: [c_uint; 3],
    shared: c_uint,
    stream: *mut c_void,
    attributes: *mut LaunchAttribute,
    attribute_count: c_uint,
}

/// Declares the functions of the driver, and finds them in a library.
macro_rules! functions {
    ($($name:ident: fn($($argument:ty),*);)*) => {
        #[allow(non_snake_case, reason = "the names of the driver")]
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) -> Code,)*
        }

        impl Functions {
            fn of(library: &Library) -> Result<Self, libloading::Error> {
                // SAFETY: the types are those of cuda.h, and `Driver` keeps the library as long as the functions.
                unsafe { Ok(Self { $($name: *library.get(concat!(stringify!($name), "\0").as_bytes())?,)* }) }
            }
        }
    };
}

functions! {
    cuInit: fn(c_uint);
    cuDriverGetVersion: fn(*mut c_int);
    cuGetErrorName: fn(Code, *mut *const c_char);
    cuDeviceGetCount: fn(*mut c_int);
    cuDeviceGet: fn(*mut Device, c_int);
    cuDeviceGetName: fn(*mut c_char, c_int, Device);
    cuDeviceGetAttribute: fn(*mut c_int, c_int, Device);
    cuDevicePrimaryCtxRetain: fn(*mut Context, Device);
    cuDevicePrimaryCtxRelease_v2: fn(Device);
    cuCtxSetCurrent: fn(Context);
    cuCtxSynchronize: fn();
    cuModuleLoadData: fn(*mut Module, *const c_void);
    cuModuleUnload: fn(Module);
    cuModuleGetFunction: fn(*mut Function, Module, *const c_char);
    cuFuncGetAttribute: fn(*mut c_int, c_int, Function);
    cuFuncSetAttribute: fn(Function, c_int, c_int);
    cuLaunchKernelEx: fn(*const LaunchConfig, Function, *mut *mut c_void, *mut *mut c_void);
    cuOccupancyMaxActiveBlocksPerMultiprocessor: fn(*mut c_int, Function, c_int, usize);
    cuOccupancyMaxPotentialClusterSize: fn(*mut c_int, Function, *const LaunchConfig);
    cuOccupancyMaxActiveClusters: fn(*mut c_int, Function, *const LaunchConfig);
}

/// Why there is no driver to ask.
#[derive(Debug, thiserror::Error)]
pub enum Unavailable {
    /// The machine has no driver.
    #[error("no CUDA driver: cannot load '{library}'")]
    NoLibrary {
        /// The name or the path of the library.
        library: String,
    },
    /// The machine has a driver, and no GPU.
    #[error("no GPU: the CUDA driver '{library}' finds no device")]
    NoDevice {
        /// The name or the path of the library.
        library: String,
    },
    /// The driver lacks a function.
    #[error("the CUDA driver '{library}' is too old: {reason}")]
    TooOld {
        /// The name or the path of the library.
        library: String,
        /// The function, in the words of the system.
        reason: String,
    },
    /// The driver reports an error.
    #[error("the CUDA driver '{library}' cannot be used: {function}: {error}")]
    Failed {
        /// The name or the path of the library.
        library: String,
        /// The function that reports it.
        function: &'static str,
        /// The error.
        error: Error,
    },
}

impl Unavailable {
    /// Whether this is a machine without a GPU, and not one with a GPU that does not work.
    pub const fn is_absence(&self) -> bool {
        matches!(self, Unavailable::NoLibrary { .. } | Unavailable::NoDevice { .. })
    }
}

/// The first GPU, with a context.
pub struct Driver {
    functions: Functions,
    device: Device,
    version: c_int,
    name: String,
    /// Unloaded last: a field is dropped after those above it.
    _library: Library,
}

impl Driver {
    /// Loads a library, by name or by path, and takes the first GPU.
    ///
    /// # Errors
    /// [`Unavailable`]: there is none, or it does not work.
    pub fn open(library: &OsStr) -> Result<Self, Unavailable> {
        let library_name = || library.to_string_lossy().into_owned();
        // SAFETY: the library of the driver has no requirements for being loaded.
        let loaded = unsafe { Library::new(library) };
        let loaded = loaded.map_err(|_| Unavailable::NoLibrary { library: library_name() })?;
        let functions = Functions::of(&loaded)
            .map_err(|error| Unavailable::TooOld { library: library_name(), reason: error.to_string() })?;
        let failed = |function, error: Error| match error.code {
            NO_DEVICE => Unavailable::NoDevice { library: library_name() },
            _ => Unavailable::Failed { library: library_name(), function, error },
        };
        let (mut version, mut count, mut device) = (0, 0, 0);
        let mut context = ptr::null_mut();
        let mut name = [0_u8; 256];
        // SAFETY: all pointers are to variables of the right type, and the name has 256 bytes.
        unsafe {
            functions.check((functions.cuInit)(0)).map_err(|error| failed("cuInit", error))?;
            let asked = functions.check((functions.cuDriverGetVersion)(&raw mut version));
            asked.map_err(|error| failed("cuDriverGetVersion", error))?;
            let asked = functions.check((functions.cuDeviceGetCount)(&raw mut count));
            asked.map_err(|error| failed("cuDeviceGetCount", error))?;
            if count < 1 {
                return Err(Unavailable::NoDevice { library: library_name() });
            }
            let asked = functions.check((functions.cuDeviceGet)(&raw mut device, 0));
            asked.map_err(|error| failed("cuDeviceGet", error))?;
            let asked = functions.check((functions.cuDeviceGetName)(name.as_mut_ptr().cast(), 255, device));
            asked.map_err(|error| failed("cuDeviceGetName", error))?;
            let asked = functions.check((functions.cuDevicePrimaryCtxRetain)(&raw mut context, device));
            asked.map_err(|error| failed("cuDevicePrimaryCtxRetain", error))?;
            let asked = functions.check((functions.cuCtxSetCurrent)(context));
            asked.map_err(|error| failed("cuCtxSetCurrent", error))?;
        }
        let name = CStr::from_bytes_until_nul(&name).map_or_else(|_| String::new(), text);
        Ok(Self { functions, device, version, name, _library: loaded })
    }

    /// The name of the device: `NVIDIA H200`.
    pub fn device_name(&self) -> &str {
        &self.name
    }

    /// The newest CUDA that the driver supports: `13.0`.
    pub fn version(&self) -> String {
        format!("{}.{}", self.version / 1000, self.version % 1000 / 10)
    }

    /// Loads a cubin, asks about one of its kernels, and unloads it.
    fn with_function<T>(
        &self,
        cubin: &[u8],
        kernel: &str,
        ask: impl FnOnce(Function) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let functions = &self.functions;
        let name = CString::new(kernel).unwrap_or_default(); // a symbol has no NUL
        self.with_module(cubin, |module| {
            let mut function = ptr::null_mut();
            // SAFETY: the module is loaded, and the name ends in a NUL.
            functions.check(unsafe { (functions.cuModuleGetFunction)(&raw mut function, module, name.as_ptr()) })?;
            ask(function)
        })
    }

    fn with_module<T>(&self, cubin: &[u8], ask: impl FnOnce(Module) -> Result<T, Error>) -> Result<T, Error> {
        let functions = &self.functions;
        let mut module = ptr::null_mut();
        // SAFETY: the bytes are a cubin that `tileiras-cubin` has read to its end: the driver finds the length in it.
        functions.check(unsafe { (functions.cuModuleLoadData)(&raw mut module, cubin.as_ptr().cast()) })?;
        let answer = ask(module);
        // SAFETY: the module is loaded, no function of it is used afterwards, and no kernel runs.
        let unloaded = functions.check(unsafe { (functions.cuModuleUnload)(module) });
        answer.and_then(|answer| unloaded.map(|()| answer))
    }

    /// Sets the attributes without which the driver refuses much dynamic shared memory, or a large cluster.
    fn opt_in(&self, function: Function, shared: u32, cluster: bool) -> Result<(), Error> {
        let functions = &self.functions;
        let set = |attribute: FunctionAttribute, value: u32| {
            let value = c_int::try_from(value).unwrap_or(c_int::MAX);
            // SAFETY: the function is that of a loaded module.
            functions.check(unsafe { (functions.cuFuncSetAttribute)(function, attribute as c_int, value) })
        };
        if shared > 0 {
            set(FunctionAttribute::MaxDynamicSharedSizeBytes, shared)?;
        }
        if cluster {
            set(FunctionAttribute::NonPortableClusterSizeAllowed, 1)?;
        }
        Ok(())
    }

    /// Calls `ask` with the launch as the driver reads it, after the opt-ins.
    fn with_launch<T>(
        &self,
        cubin: &[u8],
        kernel: &str,
        launch: &Launch,
        ask: impl FnOnce(Function, &LaunchConfig) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.with_function(cubin, kernel, |function| {
            if launch.opt_in {
                // Not only for the cluster of the launch: the kernel can state one.
                let has_clusters = self.device_attribute(DeviceAttribute::ClusterLaunch)? != 0;
                self.opt_in(function, launch.shared, has_clusters)?;
            }
            let cluster = launch.cluster.unwrap_or_default();
            let mut attribute = LaunchAttribute { id: CLUSTER_DIMENSION, padding: 0, cluster, rest: [0; 13] };
            let config = LaunchConfig {
                grid: launch.grid,
                block: launch.block,
                shared: launch.shared,
                stream: ptr::null_mut(),
                attributes: &raw mut attribute,
                attribute_count: launch.cluster.is_some().into(),
            };
            ask(function, &config)
        })
    }
}

impl Functions {
    /// The result of a call.
    fn check(&self, code: Code) -> Result<(), Error> {
        if code == 0 {
            return Ok(());
        }
        let mut name = ptr::null();
        // SAFETY: the name is a string of the library, if the code has one.
        let name = unsafe {
            let named = (self.cuGetErrorName)(code, &raw mut name) == 0 && !name.is_null();
            if named { text(CStr::from_ptr(name)) } else { format!("CUDA_ERROR_{code}") }
        };
        Err(Error { code, name })
    }
}

fn text(text: &CStr) -> String {
    text.to_string_lossy().into_owned()
}

impl Gpu for Driver {
    fn device_attribute(&self, attribute: DeviceAttribute) -> Result<i32, Error> {
        let mut value = 0;
        // SAFETY: the pointer is to a variable of the right type.
        let code = unsafe { (self.functions.cuDeviceGetAttribute)(&raw mut value, attribute as c_int, self.device) };
        self.functions.check(code).map(|()| value)
    }

    fn load(&self, cubin: &[u8]) -> Result<(), Error> {
        self.with_module(cubin, |_| Ok(()))
    }

    fn function_attribute(&self, cubin: &[u8], kernel: &str, attribute: FunctionAttribute) -> Result<i32, Error> {
        self.with_function(cubin, kernel, |function| {
            let mut value = 0;
            // SAFETY: the function is that of a loaded module.
            let code = unsafe { (self.functions.cuFuncGetAttribute)(&raw mut value, attribute as c_int, function) };
            self.functions.check(code).map(|()| value)
        })
    }

    fn launch(&self, cubin: &[u8], kernel: &str, launch: &Launch) -> Result<(), Error> {
        self.with_launch(cubin, kernel, launch, |function, config| {
            // SAFETY: the kernel has no parameters, so none are read, and it uses no memory but its own.
            let code = unsafe { (self.functions.cuLaunchKernelEx)(config, function, ptr::null_mut(), ptr::null_mut()) };
            self.functions.check(code)?;
            // SAFETY: the context is current.
            self.functions.check(unsafe { (self.functions.cuCtxSynchronize)() })
        })
    }

    fn ctas_per_sm(&self, cubin: &[u8], kernel: &str, threads: u32, shared: u32) -> Result<i32, Error> {
        self.with_function(cubin, kernel, |function| {
            self.opt_in(function, shared, false)?;
            let ask = self.functions.cuOccupancyMaxActiveBlocksPerMultiprocessor;
            let threads = c_int::try_from(threads).unwrap_or(c_int::MAX);
            let mut ctas = 0;
            // SAFETY: the function is that of a loaded module.
            self.functions.check(unsafe { ask(&raw mut ctas, function, threads, shared as usize) }).map(|()| ctas)
        })
    }

    fn largest_cluster(&self, cubin: &[u8], kernel: &str, launch: &Launch) -> Result<i32, Error> {
        self.with_launch(cubin, kernel, launch, |function, config| {
            let mut ctas = 0;
            // The size of the cluster is the question.
            let config = LaunchConfig { attribute_count: 0, ..*config };
            // SAFETY: the function is that of a loaded module, and the launch outlives the call.
            let code = unsafe {
                (self.functions.cuOccupancyMaxPotentialClusterSize)(&raw mut ctas, function, &raw const config)
            };
            self.functions.check(code).map(|()| ctas)
        })
    }

    fn resident_clusters(&self, cubin: &[u8], kernel: &str, launch: &Launch) -> Result<i32, Error> {
        self.with_launch(cubin, kernel, launch, |function, config| {
            let mut clusters = 0;
            // SAFETY: the function is that of a loaded module, and the launch outlives the call.
            let code = unsafe { (self.functions.cuOccupancyMaxActiveClusters)(&raw mut clusters, function, config) };
            self.functions.check(code).map(|()| clusters)
        })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // SAFETY: the context was retained once, and nothing uses it afterwards.
        unsafe {
            (self.functions.cuDevicePrimaryCtxRelease_v2)(self.device);
        }
    }
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driver").field("name", &self.name).field("version", &self.version()).finish_non_exhaustive()
    }
}

/// `NVIDIA H200, CUDA 13.0`
impl Display for Driver {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}, CUDA {}", self.name, self.version())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::{offset_of, size_of};

    /// As `cuda.h` lays them out on a machine of 64 bits.
    #[test]
    fn the_structures_are_those_of_the_driver() {
        assert_eq!((size_of::<LaunchAttribute>(), offset_of!(LaunchAttribute, cluster)), (72, 8));
        assert_eq!((size_of::<LaunchConfig>(), offset_of!(LaunchConfig, shared)), (56, 24));
        assert_eq!((offset_of!(LaunchConfig, stream), offset_of!(LaunchConfig, attribute_count)), (32, 48));
    }
}
