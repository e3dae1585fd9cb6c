//! The headers of the functions of a PTX text.

use std::ops::Range;

use tileiras_contract::{Fact, FactSet, StatedFact};
use tileiras_target::{Chip, PtxVersion};

use crate::directive::Directive;
use crate::directive::overridden;
use crate::reader::target::architecture;

/// What a PTX text states outside of the bodies of its functions, and where these are.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Ptx<'a> {
    /// The numbers of `.version`, major and minor.
    pub version: (u32, u32),
    /// Their position, in bytes of the text.
    pub version_span: Range<usize>,
    /// The names in `.target`, in order.
    pub target: Vec<&'a str>,
    /// The position of the first `.target`, in bytes of the text.
    pub target_position: usize,
    /// The bits of `.address_size`, if it is stated.
    pub address_size: Option<u32>,
    /// The functions, declared or defined, in order.
    pub functions: Vec<Header<'a>>,
}

impl<'a> Ptx<'a> {
    /// The version, if it is a known one.
    pub fn ptx_version(&self) -> Option<PtxVersion> {
        PtxVersion::parse(&format!("{}.{}", self.version.0, self.version.1)).ok()
    }

    /// The chip. Of several, `ptxas` takes the last, and it refuses them if it does not know one (measured): `None` if
    /// one is not known.
    pub fn chip(&self) -> Option<Chip> {
        let chips = self.target.iter().filter(|name| architecture(name).is_some()).map(|name| Chip::parse(name).ok());
        chips.collect::<Option<Vec<_>>>()?.last().copied()
    }

    /// The kernels that have a body.
    pub fn entries(&self) -> impl Iterator<Item = &Header<'a>> {
        self.functions.iter().filter(|header| header.is_kernel() && header.body.is_some())
    }
}

/// The kind of a function in PTX.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum FunctionKind {
    /// `.entry`: a kernel.
    Entry,
    /// `.func`.
    Func,
}

impl FunctionKind {
    /// `.entry` or `.func`.
    pub(crate) const fn keyword(self) -> &'static str {
        match self {
            FunctionKind::Entry => ".entry",
            FunctionKind::Func => ".func",
        }
    }
}

/// The linkage of a function.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Linkage {
    /// No keyword: local to this file.
    Local,
    /// `.visible`.
    Visible,
    /// `.extern`: defined elsewhere.
    Extern,
    /// `.weak`.
    Weak,
}

impl Linkage {
    /// The keyword with its dot, or the empty string.
    pub(crate) const fn keyword(self) -> &'static str {
        match self {
            Linkage::Local => "",
            Linkage::Visible => ".visible",
            Linkage::Extern => ".extern",
            Linkage::Weak => ".weak",
        }
    }

    pub(crate) fn of_keyword(word: &str) -> Option<Self> {
        [Linkage::Visible, Linkage::Extern, Linkage::Weak].into_iter().find(|linkage| linkage.keyword() == word)
    }
}

/// The header of a function. Ranges are in bytes of the text.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Header<'a> {
    /// Kernel or function.
    pub kind: FunctionKind,
    /// Its linkage.
    pub linkage: Linkage,
    /// Its name.
    pub name: &'a str,
    /// The number of results.
    pub results: usize,
    /// The number of parameters.
    pub params: usize,
    /// The directives after the parameters, launch directives and others, in order.
    pub directives: Vec<StatedDirective<'a>>,
    /// The values of `.local_maxnreg`, a register cap of this function, which is no launch directive; in order.
    pub(crate) local_maxnregs: Vec<u32>,
    /// From its first keyword to the end of the clause.
    pub span: Range<usize>,
    /// The text between `)`, or the name, and `{` or `;`: the directives with white space and comments.
    pub clause: Range<usize>,
    /// The body with its braces; `None` for a declaration.
    pub body: Option<Range<usize>>,
}

/// One directive after the parameters.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct StatedDirective<'a> {
    /// Its name with the dot.
    pub name: &'a str,
    /// The launch directive, if it is one.
    pub launch: Option<Directive>,
    /// The directive with its values, in bytes of the text.
    pub span: Range<usize>,
    /// The start of the white space in front of it.
    pub(crate) gap: usize,
}

impl Header<'_> {
    /// The launch directives, in order, with repetitions.
    pub fn launch(&self) -> impl DoubleEndedIterator<Item = &Directive> {
        self.directives.iter().filter_map(|stated| stated.launch.as_ref())
    }

    pub(crate) fn is_kernel(&self) -> bool {
        self.kind == FunctionKind::Entry
    }

    /// The launch directives that a later one of the same name overrides. `ptxas` ignores them without a message
    /// (measured).
    pub fn overridden(&self) -> Vec<&Directive> {
        overridden(self.launch())
    }

    /// The register cap of `.local_maxnreg`. Of several, the first counts, as for `ptxas` (measured).
    #[must_use]
    pub fn local_maxnreg(&self) -> Option<u32> {
        self.local_maxnregs.first().copied()
    }

    /// The facts that the header states. Of several directives of one name the last counts, as for `ptxas` (measured).
    pub fn facts(&self) -> FactSet {
        let kernel = self.is_kernel().then_some(StatedFact::Kernel);
        let mut facts: FactSet = kernel.into_iter().chain(self.launch().map(fact)).collect();
        if facts.states(Fact::ClusterDim) {
            // The shape implies it.
            facts.remove(Fact::ExplicitCluster);
        }
        facts
    }

    /// Whether the header has `.explicitcluster`.
    pub fn has_explicit_cluster(&self) -> bool {
        self.launch().any(|directive| *directive == Directive::ExplicitCluster)
    }
}

/// The fact that a directive states.
fn fact(directive: &Directive) -> StatedFact {
    let dims = |sizes: &[u32]| {
        let mut dims = [1; 3];
        for (axis, size) in dims.iter_mut().zip(sizes) {
            *axis = *size;
        }
        dims
    };
    match directive {
        Directive::MaxNTid(sizes) => StatedFact::MaxNTid(dims(sizes)),
        Directive::ReqNTid(sizes) => StatedFact::ReqNTid(dims(sizes)),
        Directive::MinNCtaPerSm(ctas) => StatedFact::MinCtaSm(*ctas),
        Directive::MaxNReg(registers) => StatedFact::MaxNReg(*registers),
        Directive::MinPerCtaMemory(bytes) => StatedFact::MinPerCtaMemory(*bytes),
        Directive::BlocksAreClusters => StatedFact::BlocksAreClusters,
        Directive::ReqNCtaPerCluster(sizes) => StatedFact::ClusterDim(dims(sizes)),
        Directive::MaxClusterRank(ctas) => StatedFact::MaxClusterRank(*ctas),
        Directive::ExplicitCluster => StatedFact::ExplicitCluster,
    }
}
