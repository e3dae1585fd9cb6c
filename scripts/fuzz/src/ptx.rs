//! Reading and rewriting of PTX headers, and reading of code.

use crate::{FuzzTarget, Outcome, contents, mutate};
use std::collections::HashSet;
use tileiras_kernel::program::Function;
use tileiras_ptx::inline::instructions;
use tileiras_ptx::{Directive, Header, Kernel, Ptx, check_name, read, read_program, rewrite};
use tileiras_target::{PTX_VERSIONS, PtxVersion};
use tileiras_test_support::rng::Rng;

/// The target.
pub const TARGET: FuzzTarget = FuzzTarget { name: "ptx", check, seeds, generate, cases: 3_000 };

/// Checks that all positions are in the text; that a rewritten text has the wanted directives and is otherwise the
/// same; and that a second rewriting changes nothing. The text is read as inline assembly, too.
fn check(text: &[u8]) -> Outcome {
    instructions(&String::from_utf8_lossy(text));
    let ptx = match read(text) {
        Ok(ptx) => ptx,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return Outcome::Refused;
        }
    };
    check_positions(text, &ptx);
    check_program(text, &ptx);
    for header in &ptx.functions {
        assert!(check_name(header.name).is_ok(), "{header:?}");
    }
    // The wanted directives depend only on the text.
    let mut rng = Rng::new(text.iter().fold(7, |sum, byte| sum.rotate_left(5) ^ u64::from(*byte)));
    let version = rng.percent(50).then(|| rng.pick(PTX_VERSIONS));
    check_rewritten(text, &ptx, &wanted(&ptx, &mut rng), version);
    check_rewritten(text, &ptx, &unchanged(&ptx), None);
    Outcome::Accepted
}

/// Checks that functions, and the parts of each function, are in order and do not overlap.
fn check_positions(text: &[u8], ptx: &Ptx<'_>) {
    assert!(ptx.version_span.end <= text.len());
    let mut at = ptx.version_span.end;
    for header in &ptx.functions {
        assert!(at <= header.span.start && header.span.start < header.clause.start, "{header:?}");
        assert!(header.clause.start <= header.clause.end && header.clause.end <= text.len(), "{header:?}");
        let mut stated_at = header.clause.start;
        for stated in &header.directives {
            assert!(stated_at <= stated.span.start && stated.span.end <= header.clause.end, "{header:?}");
            assert!(text[stated.span.clone()].starts_with(stated.name.as_bytes()), "{header:?}");
            stated_at = stated.span.end;
        }
        at = header.clause.end;
        if let Some(body) = &header.body {
            assert!(at <= body.start && body.end <= text.len(), "{header:?}");
            assert!(text[body.clone()].starts_with(b"{") && text[body.clone()].ends_with(b"}"), "{header:?}");
            at = body.end;
        }
    }
}

/// Checks that each body has a function, that all instructions are in bodies, and that every edge has its arguments.
fn check_program(text: &[u8], ptx: &Ptx<'_>) {
    let found = read_program(text, ptx);
    let bodies = ptx.functions.iter().filter_map(|header| header.body.clone());
    assert_eq!(bodies.clone().count(), found.program.functions.len());
    assert_eq!(found.functions.len(), found.program.functions.len());
    for (function, body) in found.program.functions.iter().zip(bodies) {
        check_function(function);
        for instruction in function.instructions() {
            assert!(found.position(instruction.id).is_some_and(|position| body.contains(&position)), "{instruction:?}");
        }
    }
}

fn check_function(function: &Function) {
    for target in function.blocks.iter().flat_map(|block| block.end.targets()) {
        let to = function.block(target.to).map(|block| block.parameters.len());
        assert_eq!(to, Some(target.arguments.len()), "{function:?}");
        assert_ne!(target.to.index(), 0, "{function:?}");
    }
}

/// The names of the kernels, each once.
fn names<'a>(ptx: &Ptx<'a>) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    ptx.entries().map(|header| header.name).filter(|name| seen.insert(*name)).collect()
}

/// Any legal directives for every kernel.
fn wanted(ptx: &Ptx<'_>, rng: &mut Rng) -> Vec<Kernel> {
    let mut kernels = Vec::new();
    for name in names(ptx) {
        let mut directives = Vec::new();
        while rng.percent(60) {
            let value = rng.pick(&[0, 1, 2, 128, 255, 1024, u32::MAX]);
            let sizes = vec![value; 1 + rng.below(3)];
            directives.push(match rng.below(9) {
                0 => Directive::MaxNTid(sizes),
                1 => Directive::ReqNTid(sizes),
                2 => Directive::MinNCtaPerSm(value),
                3 => Directive::MaxNReg(value),
                4 => Directive::BlocksAreClusters,
                5 => Directive::ExplicitCluster,
                6 => Directive::ReqNCtaPerCluster(sizes),
                7 => Directive::MinPerCtaMemory(value),
                _ => Directive::MaxClusterRank(value),
            });
        }
        kernels.push(Kernel { name: name.to_owned(), directives });
    }
    kernels
}

/// Every kernel with the directives of its first definition.
fn unchanged(ptx: &Ptx<'_>) -> Vec<Kernel> {
    let of = |name: &str| {
        let first = ptx.entries().find(|header| header.name == name);
        let directives = first.map(|header| header.launch().cloned().collect());
        Kernel { name: name.to_owned(), directives: directives.unwrap_or_default() }
    };
    names(ptx).into_iter().map(of).collect()
}

fn check_rewritten(text: &[u8], ptx: &Ptx<'_>, kernels: &[Kernel], version: Option<PtxVersion>) {
    let made = rewrite(text, kernels, version).unwrap_or_else(|error| panic!("{error}: {kernels:?}"));
    let shown = || format!("{kernels:?} {version:?}\n{}", made.text.escape_ascii());
    let again = read(&made.text).unwrap_or_else(|error| panic!("{error}: {}", shown()));
    let numbers = |version: PtxVersion| (u32::from(version.major()), u32::from(version.minor()));
    assert_eq!(again.version, version.map_or(ptx.version, numbers), "{}", shown());
    assert_eq!((&again.target, again.address_size), (&ptx.target, ptx.address_size), "{}", shown());
    assert_eq!(again.functions.len(), ptx.functions.len(), "{}", shown());
    for (before, after) in ptx.functions.iter().zip(&again.functions) {
        let identity = |header: &Header<'_>| (header.kind, header.linkage, header.results, header.params);
        assert_eq!((before.name, identity(before)), (after.name, identity(after)), "{}", shown());
        let body = |text: &[u8], header: &Header<'_>| header.body.clone().map(|body| text[body].to_vec());
        assert_eq!(body(text, before), body(&made.text, after), "{}", shown());
        let is_kernel = before.kind == tileiras_ptx::FunctionKind::Entry && before.body.is_some();
        let wanted = kernels.iter().find(|kernel| is_kernel && kernel.name == before.name);
        let launch: Vec<_> = after.launch().collect();
        match wanted {
            Some(kernel) => assert_eq!(launch, kernel.directives.iter().collect::<Vec<_>>(), "{}", shown()),
            None => assert_eq!(launch, before.launch().collect::<Vec<_>>(), "{}", shown()),
        }
        let others = |text: &[u8], header: &Header<'_>| -> Vec<Vec<u8>> {
            let other = header.directives.iter().filter(|stated| stated.launch.is_none());
            other.map(|stated| text[stated.span.clone()].to_vec()).collect()
        };
        assert_eq!(others(text, before), others(&made.text, after), "{}", shown());
    }
    let twice = rewrite(&made.text, kernels, version).unwrap_or_else(|error| panic!("{error}: {}", shown()));
    assert!(twice.text == made.text, "{}\nbecame\n{}", shown(), twice.text.escape_ascii());
    assert!(twice.version.is_none());
}

fn seeds() -> Vec<Vec<u8>> {
    contents("scripts/fuzz/seeds/ptx", &[".ptx"])
}

fn generate(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let seed = &seeds[rng.below(seeds.len())];
    mutate::text(seed, seeds, rng)
}
