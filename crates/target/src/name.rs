//! Chips and PTX versions are serialised as their names, so that a reader with another table rejects an unknown one.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::chip::Chip;
use crate::ptx_version::PtxVersion;

/// `"sm_90a"`.
impl Serialize for Chip {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Chip {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// `"8.4"`.
impl Serialize for PtxVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PtxVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Chip, PTX_VERSIONS, Target};

    #[test]
    fn every_target_can_be_sent_to_another_process() -> Result<(), postcard::Error> {
        for chip in Chip::all().map(Some).chain([None]) {
            for ptx in PTX_VERSIONS.iter().copied().map(Some).chain([None]) {
                let target = Target { chip, ptx };
                assert_eq!(postcard::from_bytes::<Target>(&postcard::to_allocvec(&target)?)?, target);
            }
        }
        assert!(postcard::from_bytes::<Chip>(&postcard::to_allocvec("sm_1")?).is_err());
        Ok(())
    }
}
