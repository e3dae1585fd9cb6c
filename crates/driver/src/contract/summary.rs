//! What a command has read, after it has searched folders, archives and programs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tileiras_contract::audit::{Snapshot, Stage};
use tileiras_cubin::Cubin;
use tileiras_finding::{Finding, Level};
use tileiras_target::Chip;

use super::sources::Found;
use super::table::{self, Cells};
use crate::compile::{ptx_input, snapshot};
use crate::input::Input;

/// The size of a module.
#[derive(Clone, Copy, Deserialize, Serialize)]
pub(super) struct ModuleSize {
    stage: Stage,
    chip: Option<Chip>,
    kernels: usize,
}

impl ModuleSize {
    /// The size of a module with these facts.
    pub(super) fn of(facts: &Snapshot) -> Self {
        let kernels = facts.functions.iter().filter(|function| function.is_kernel()).count();
        Self { stage: facts.stage, chip: facts.target.chip, kernels }
    }

    /// The size of PTX; `None` if it cannot be read.
    pub(super) fn of_ptx(input: &Input) -> Option<Self> {
        Some(Self::of(&snapshot::of_ptx(&ptx_input::read_text(&input.name, &input.content).ok()?)))
    }

    /// The size of a cubin; `None` if it cannot be read.
    pub(super) fn of_cubin(input: &Input) -> Option<Self> {
        Some(Self::of(&Snapshot::from(&Cubin::read(&input.content).ok()?)))
    }
}

/// Counts what a command reads and finds.
#[derive(Default)]
pub(super) struct Summary {
    /// The modules and the kernels of each stage, for each chip.
    modules: BTreeMap<(Option<Chip>, &'static str), (usize, usize)>,
    /// The errors, warnings and remarks of each rule.
    rules: BTreeMap<&'static str, [usize; 3]>,
    /// The modules that are for other chips, which were not checked.
    others: usize,
}

impl Summary {
    /// Adds a module. IR without kernels is code of a host.
    pub(super) fn add(&mut self, module: ModuleSize) {
        if module.stage == Stage::Ir && module.kernels == 0 {
            return;
        }
        let name = match module.stage {
            Stage::Ir => "IR",
            Stage::Ptx => "PTX",
            Stage::Cubin => "cubin",
        };
        let (modules, kernels) = self.modules.entry((module.chip, name)).or_default();
        *modules += 1;
        *kernels += module.kernels;
    }

    /// Adds modules that are for other chips than those that are asked for.
    pub(super) const fn add_others(&mut self, count: usize) {
        self.others += count;
    }

    /// Adds what a rule found.
    pub(super) fn add_finding(&mut self, finding: &Finding) {
        let number = match finding.severity {
            Level::Error => 0,
            Level::Warning => 1,
            Level::Remark => 2,
            Level::Note => return,
        };
        if let Some(rule) = finding.rule {
            self.rules.entry(rule.id.name()).or_default()[number] += 1;
        }
    }

    /// The tables.
    pub(super) fn text(&self, found: Found, repeated: usize) -> String {
        let Found { files, with_code, .. } = found;
        let repeated = repeated + found.repeated;
        let (modules, kernels) =
            self.modules.values().fold((0, 0), |(modules, kernels), (more, all)| (modules + more, kernels + all));
        let of = |count: usize, name: &str| if count == 1 { format!("1 {name}") } else { format!("{count} {name}s") };
        let mut title = format!(
            "device code in {with_code} of {}: {}, {}",
            of(files, "file"),
            of(modules, "module"),
            of(kernels, "kernel")
        );
        title += &match repeated {
            0 => String::new(),
            1 => "; 1 more is equal to one of these".to_owned(),
            count => format!("; {count} more are equal to some of these"),
        };
        title += &match self.others {
            0 => String::new(),
            1 => "; 1 is for another chip".to_owned(),
            count => format!("; {count} are for other chips"),
        };
        let row = |((chip, stage), (modules, kernels)): (&(Option<Chip>, &str), &(usize, usize))| -> Cells {
            let chip = chip.map(|chip| chip.to_string());
            vec![chip, Some((*stage).to_owned()), Some(modules.to_string()), Some(kernels.to_string())]
        };
        let rows: Vec<Cells> = self.modules.iter().map(row).collect();
        let mut text = table::of(&title, &["chip", "stage", "modules", "kernels"], &rows);
        if !self.rules.is_empty() {
            let row = |(rule, counts): (&&str, &[usize; 3])| -> Cells {
                std::iter::once(Some((*rule).to_owned()))
                    .chain(counts.iter().map(|count| Some(count.to_string())))
                    .collect()
            };
            let rows: Vec<Cells> = self.rules.iter().map(row).collect();
            text += "\n";
            text += &table::of("findings", &["rule", "errors", "warnings", "remarks"], &rows);
        }
        text
    }
}
