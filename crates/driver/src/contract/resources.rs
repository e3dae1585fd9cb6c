//! `tileiras-contract show --resources`: what the kernels of cubins use, and how many of their CTAs an SM holds.

use serde::Serialize;
use serde::ser::{SerializeMap as _, Serializer};
use tileiras_contract::audit::FunctionSnapshot;
use tileiras_contract::resources::{allows_threads, stated_threads};
use tileiras_contract::{LaunchSizes, Resources};
use tileiras_target::Chip;
use tileiras_target::occupancy::Occupancy;

use super::facts::ModuleFacts;
use super::launch::LaunchOptions;
use super::table::{self, Cells};

/// The kernels of one cubin, and what they use.
pub(super) struct Image {
    chip: Option<String>,
    kernels: Vec<ResourceRow>,
}

struct ResourceRow {
    name: String,
    resources: Resources,
    register_cap: Option<u32>,
    /// Threads of the block, and the occupancy with it.
    occupancy: Option<(u32, Occupancy)>,
}

impl Image {
    /// What the kernels of a cubin use.
    pub(super) fn of(module: &ModuleFacts, launch: &LaunchOptions) -> Self {
        let chip = module.facts.target.chip;
        let LaunchSizes { threads, dynamic_shared } = launch.sizes();
        let row = |(function, resources): (&FunctionSnapshot, Option<Resources>)| {
            let resources = resources.unwrap_or_default();
            // There is no occupancy with a block that cannot be launched.
            let given = threads.filter(|threads| allows_threads(&function.facts, *threads));
            let threads = if threads.is_some() { given } else { stated_threads(&function.facts) };
            let occupancy =
                |(threads, chip): (u32, Chip)| (threads, resources.occupancy(chip.limits(), threads, dynamic_shared));
            ResourceRow {
                name: function.symbol.to_string(),
                resources,
                register_cap: function.register_cap,
                occupancy: threads.zip(chip).map(occupancy),
            }
        };
        Self { chip: chip.map(|chip| chip.to_string()), kernels: module.kernels().map(row).collect() }
    }

    /// A table.
    pub(super) fn text(&self) -> String {
        let mut title = "cubin".to_owned();
        if let Some(chip) = &self.chip {
            title = format!("{title}, {chip}");
        }
        title += &match self.kernels.len() {
            1 => ", 1 kernel".to_owned(),
            count => format!(", {count} kernels"),
        };
        let header =
            ["kernel", "registers", "cap", "shared", "stack", "spills", "barriers", "block", "CTAs/SM", "limited by"];
        let rows: Vec<Cells> = self.kernels.iter().map(cells).collect();
        table::of(&title, &header, &rows)
    }
}

fn cells(row: &ResourceRow) -> Cells {
    let number = |number: Option<u32>| number.map(|number| number.to_string());
    let Resources { registers, static_shared, stack, barriers, spill_instructions, .. } = row.resources;
    let (threads, occupancy) = row.occupancy.unzip();
    vec![
        Some(row.name.clone()),
        number(registers),
        number(row.register_cap),
        number(static_shared),
        number(stack),
        number(spill_instructions),
        number(barriers),
        number(threads),
        number(occupancy.map(|found| found.ctas)),
        occupancy.map(|found| found.limit.name().to_owned()),
    ]
}

impl Serialize for Image {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("stage", "cubin")?;
        if let Some(chip) = &self.chip {
            map.serialize_entry("chip", chip)?;
        }
        map.serialize_entry("kernels", &self.kernels)?;
        map.end()
    }
}

impl Serialize for ResourceRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("resources", &self.resources)?;
        if let Some(cap) = self.register_cap {
            map.serialize_entry("register_cap", &cap)?;
        }
        if let Some((threads, Occupancy { ctas, limit })) = self.occupancy {
            map.serialize_entry("block_threads", &threads)?;
            map.serialize_entry("ctas_per_sm", &ctas)?;
            map.serialize_entry("limit", &limit)?;
        }
        map.end()
    }
}
