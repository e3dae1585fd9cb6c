//! Prints a PTX file of function headers.
//!
//! Accepts the PTX version, the chip, and functions with their parameters and directives; the caller
//! computes sizes and alignments of types. Guarantees the text that LLVM 22 writes for the same functions (measured),
//! with one directive on a line in the order given, and, with [`Bodies::Stub`], that `ptxas` assembles it unless the
//! directives contradict each other. Refuses names, parameters and values that PTX cannot spell. Leaves out on purpose:
//! code.

use std::fmt::{self, Write};

use tileiras_target::{Chip, PtxVersion};

use crate::directive::Directive;
use crate::header::{FunctionKind, Linkage};
use crate::name::{BadName, check_name};

/// A PTX file: `.version`, `.target`, `.address_size 64`, functions.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Module {
    /// `.version`.
    pub version: PtxVersion,
    /// `.target`.
    pub target: Chip,
    /// The functions, in order.
    pub functions: Vec<Function>,
}

/// A function without code.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Function {
    /// Kernel or function.
    pub kind: FunctionKind,
    /// Its linkage. A function that is [`Linkage::Extern`] never has a body.
    pub linkage: Linkage,
    /// Its name.
    pub name: String,
    /// Its result. A kernel has none.
    pub result: Option<Param>,
    /// Its parameters. The name contains the index: `k_param_0`.
    pub params: Vec<Param>,
    /// Its launch directives, in order. A function that is not a kernel has none.
    pub directives: Vec<Directive>,
}

/// The type of one parameter, or of a result.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Param {
    /// `.param .u32 k_param_0`.
    Scalar(Scalar),
    /// `.param .u64 .ptr .global .align 16 k_param_0`, of kernels only.
    Pointer {
        /// The state space that it points to.
        space: Space,
        /// The alignment of the pointee in bytes: a power of two.
        align: u32,
    },
    /// `.param .u64 .ptr .texref k_param_0`, of kernels only.
    Handle(Handle),
    /// `.param .align 4 .b8 k_param_0[12]`: types that LLVM passes in memory, such as structs, vectors, `half` and
    /// `i128`.
    Bytes {
        /// Its alignment in bytes: a power of two, for functions at most 128.
        align: u32,
        /// Its size in bytes, at least 1.
        size: u32,
    },
}

macro_rules! keywords {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident => $keyword:literal,)* }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// The keyword of PTX with its dot.
            pub(crate) const fn keyword(self) -> &'static str {
                match self { $($name::$variant => $keyword,)* }
            }
        }
    };
}

keywords! {
    /// The types that LLVM 22 passes by value: `i1` and `i8` are `.u8` of a kernel, and all below 32 bits `.b32` of a
    /// function.
    Scalar {
        /// 8 bits of a kernel.
        U8 => ".u8",
        /// 16 bits of a kernel.
        U16 => ".u16",
        /// 32 bits of a kernel.
        U32 => ".u32",
        /// 64 bits of a kernel.
        U64 => ".u64",
        /// `float` of a kernel.
        F32 => ".f32",
        /// `double` of a kernel.
        F64 => ".f64",
        /// Up to 32 bits of a function.
        B32 => ".b32",
        /// 33 to 64 bits of a function, pointers too.
        B64 => ".b64",
        /// 65 to 127 bits of a function; `ptxas` takes it from PTX 8.3 on (measured).
        B128 => ".b128",
    }
}

keywords! {
    /// The state space that a pointer points to.
    Space {
        /// Generic: no keyword.
        Generic => "",
        /// Global memory, address space 1.
        Global => ".global",
        /// Shared memory, address space 3.
        Shared => ".shared",
        /// Constant memory, address space 4.
        Const => ".const",
        /// Local memory, address space 5.
        Local => ".local",
        /// Tensor memory, address space 6: no keyword, and 32 bits instead of 64.
        Tensor => "",
    }
}

keywords! {
    /// A parameter that is an image or a sampler in legacy annotations.
    Handle {
        /// `texture`, `rdoimage`.
        Texture => ".texref",
        /// `sampler`.
        Sampler => ".samplerref",
        /// `surface`, `wroimage`, `rdwrimage`.
        Surface => ".surfref",
    }
}

/// The bodies that are printed instead of code.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Bodies {
    /// `;`: a listing. `ptxas` refuses a declaration with launch directives (measured).
    None,
    /// A body that returns, so that `ptxas` assembles the file. Results are not set.
    Stub,
}

/// Why PTX cannot spell a function.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PrintError {
    /// Its name.
    #[error(transparent)]
    Name(#[from] BadName),
    /// A kernel with a result.
    #[error("kernel '{name}' cannot have a result")]
    Result {
        /// The kernel.
        name: String,
    },
    /// Launch directives on a function.
    #[error("function '{name}' is not a kernel and cannot have '{directive}'")]
    Directive {
        /// The function.
        name: String,
        /// Its first directive.
        directive: Directive,
    },
    /// A parameter, or the result.
    #[error("function '{name}': {} cannot be {found}, {legal}", position(*index))]
    Param {
        /// The function.
        name: String,
        /// The parameter, from 0 on, or none for the result.
        index: Option<usize>,
        /// Its type.
        found: String,
        /// What is legal.
        legal: &'static str,
    },
    /// A value of a directive.
    #[error("kernel '{name}': {fault}")]
    Unspellable {
        /// The kernel.
        name: String,
        /// The directive.
        fault: Unspellable,
    },
}

fn position(index: Option<usize>) -> String {
    index.map_or_else(|| "the result".to_owned(), |index| format!("parameter {index}"))
}

/// A directive with a wrong number of values.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("'{directive}' cannot be spelled in ptx, legal are 1 to 3 values")]
pub struct Unspellable {
    /// The directive.
    pub directive: Directive,
}

/// Checks that `ptxas` can read the values of a directive. It reads zero, and refuses it later: the rules report that.
pub(crate) fn check_directive(directive: &Directive) -> Result<(), Unspellable> {
    let legal = match directive {
        Directive::BlocksAreClusters | Directive::ExplicitCluster => 0..=0,
        _ => 1..=3,
    };
    if legal.contains(&directive.values().len()) { Ok(()) } else { Err(Unspellable { directive: directive.clone() }) }
}

impl Module {
    /// The text of the file.
    ///
    /// # Errors
    /// [`PrintError`] for the first function that PTX cannot spell.
    pub fn print(&self, bodies: Bodies) -> Result<String, PrintError> {
        self.functions.iter().try_for_each(Function::check)?;
        let mut text = format!(".version {}\n.target {}\n.address_size 64\n", self.version, self.target);
        for function in &self.functions {
            text.push('\n');
            // Writing to a `String` cannot fail.
            _ = function.write(&mut text, bodies);
        }
        Ok(text)
    }
}

impl Function {
    /// Checks that PTX can spell the function.
    ///
    /// # Errors
    /// [`PrintError`] for the first fault.
    pub fn check(&self) -> Result<(), PrintError> {
        let name = || self.name.clone();
        check_name(&self.name)?;
        match self.kind {
            FunctionKind::Entry if self.result.is_some() => return Err(PrintError::Result { name: name() }),
            FunctionKind::Func => {
                if let Some(directive) = self.directives.first().cloned() {
                    return Err(PrintError::Directive { name: name(), directive });
                }
            }
            FunctionKind::Entry => {}
        }
        let params = self.params.iter().enumerate().map(|(index, param)| (Some(index), param));
        for (index, param) in self.result.iter().map(|param| (None, param)).chain(params) {
            param.check(self.kind).map_err(|legal| {
                let found = param.to_string();
                PrintError::Param { name: name(), index, found, legal }
            })?;
        }
        let spelled = self.directives.iter().try_for_each(check_directive);
        spelled.map_err(|fault| PrintError::Unspellable { name: name(), fault })
    }

    fn write(&self, out: &mut String, bodies: Bodies) -> fmt::Result {
        let linkage = self.linkage.keyword();
        write!(out, "{linkage}{}{} ", if linkage.is_empty() { "" } else { " " }, self.kind.keyword())?;
        if let Some(result) = self.result {
            out.push_str(" (");
            result.write(out, format_args!("func_retval0"))?;
            out.push_str(") ");
        }
        let has_body = bodies == Bodies::Stub && self.linkage != Linkage::Extern;
        write!(out, "{}{}(", self.name, if has_body { "" } else { "\n" })?;
        for (index, param) in self.params.iter().enumerate() {
            out.push_str(if index == 0 { "\n\t" } else { ",\n\t" });
            param.write(out, format_args!("{}_param_{index}", self.name))?;
        }
        out.push_str(if self.params.is_empty() { ")\n" } else { "\n)\n" });
        for directive in &self.directives {
            writeln!(out, "{directive}")?;
        }
        out.push_str(if has_body { "{\n\tret;\n}\n" } else { ";\n" });
        Ok(())
    }
}

impl Param {
    /// Checks a parameter. The error states what is legal.
    fn check(self, kind: FunctionKind) -> Result<(), &'static str> {
        let (align, size) = match self {
            Param::Scalar(_) => return Ok(()),
            Param::Pointer { .. } | Param::Handle(_) if kind == FunctionKind::Func => {
                return Err("only kernels have pointers, functions have .b64");
            }
            Param::Handle(_) => return Ok(()),
            Param::Pointer { align, .. } => (align, 1),
            Param::Bytes { align, size } => (align, size),
        };
        match kind {
            _ if !align.is_power_of_two() => Err("alignments are powers of two"),
            FunctionKind::Func if align > 128 => Err("alignments are at most 128 on functions"),
            _ if size == 0 => Err("sizes are at least 1"),
            _ => Ok(()),
        }
    }

    /// `.param`, the type, and the name.
    fn write(self, out: &mut String, name: fmt::Arguments<'_>) -> fmt::Result {
        write!(out, ".param {self} {name}")?;
        match self {
            Param::Bytes { size, .. } => write!(out, "[{size}]"),
            _ => Ok(()),
        }
    }
}

/// The type: the text between `.param` and the name.
impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Param::Scalar(scalar) => f.write_str(scalar.keyword()),
            Param::Pointer { space: Space::Generic, align } => write!(f, ".u64 .ptr .align {align}"),
            Param::Pointer { space: Space::Tensor, align } => write!(f, ".u32 .ptr .align {align}"),
            Param::Pointer { space, align } => write!(f, ".u64 .ptr {} .align {align}", space.keyword()),
            Param::Handle(handle) => write!(f, ".u64 .ptr {}", handle.keyword()),
            Param::Bytes { align, .. } => write!(f, ".align {align} .b8"),
        }
    }
}
