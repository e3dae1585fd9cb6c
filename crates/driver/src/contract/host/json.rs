//! The JSON of `tileiras-contract host`.

use serde::Serialize;
use serde::ser::{SerializeMap as _, Serializer};
use tileiras_contract::explain::{BlockLimits, ClusterLimits, SharedLimits};
use tileiras_contract::launch::condition::{Condition, Quantity, Relation, Sizes};
use tileiras_contract::{Explanation, Resources, Symbol};

use super::kernel::HostKernel;

#[derive(Serialize)]
struct KernelJson<'a> {
    name: String,
    identifier: &'a str,
    chip: String,
    block: &'a BlockLimits,
    cluster: &'a ClusterLimits,
    dynamic_shared: &'a SharedLimits,
    resources: &'a Resources,
    register_cap: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_ctas_per_sm: Option<u32>,
    conditions: Vec<ConditionJson<'a>>,
}

struct ConditionJson<'a>(&'a Condition);

impl Serialize for HostKernel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Explanation { block, cluster, dynamic_shared, resources, register_cap, .. } = &self.explanation;
        let json = KernelJson {
            name: Symbol::new(self.symbol.name()).to_string(),
            identifier: &self.identifier,
            chip: self.chip.to_string(),
            block,
            cluster,
            dynamic_shared,
            resources,
            register_cap: *register_cap,
            min_ctas_per_sm: self.min_ctas_per_sm,
            conditions: self.conditions.iter().map(ConditionJson).collect(),
        };
        json.serialize(serializer)
    }
}

impl Serialize for ConditionJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Condition { rule, quantity, relation, .. } = self.0;
        let sizes = |sizes: &Sizes| match sizes {
            Sizes::Grid => "grid",
            Sizes::Block => "block",
            Sizes::Cluster => "cluster",
        };
        let quantity = match quantity {
            Quantity::Size(of, axis) => format!("{}.{axis}", sizes(of)),
            Quantity::Product(of) => sizes(of).to_owned(),
            Quantity::DynamicShared => "dynamic_shared".to_owned(),
        };
        let (relation, value) = match relation {
            Relation::Positive => ("positive", None),
            Relation::NotNegative => ("not_negative", None),
            Relation::Equal(size) => ("equal", Some(u128::from(*size))),
            Relation::AtMost(most) => ("at_most", Some(*most)),
            Relation::MultipleOf(ctas) => ("multiple_of", Some(u128::from(*ctas))),
            Relation::MultipleOfCluster => ("multiple_of_cluster", None),
            Relation::Stated => ("stated", None),
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rule", rule.name())?;
        map.serialize_entry("quantity", &quantity)?;
        map.serialize_entry("relation", relation)?;
        if let Some(value) = value {
            map.serialize_entry("value", &value)?;
        }
        map.serialize_entry("text", &self.0.text(None))?;
        map.end()
    }
}
