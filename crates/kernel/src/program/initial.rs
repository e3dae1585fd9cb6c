//! The initial values of variables.

/// The initial value of a variable that does not change.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Initial {
    /// The bytes of an element.
    pub bytes: u64,
    /// Those of the variable.
    pub size: u64,
    /// Elements, by their ascending index: the value, if it is an integer. Those that are not stated are 0.
    pub stated: Vec<(u64, Option<u64>)>,
}

impl Initial {
    /// The integer of so many bits at an offset in bytes; none if it is not known.
    pub fn value(&self, offset: u64, bits: u8) -> Option<u64> {
        let length = u64::from(bits / 8);
        if length == 0 || offset.checked_add(length)? > self.size {
            return None;
        }
        let mut value = 0;
        for byte in 0..length {
            let at = offset + byte;
            let index = at.checked_div(self.bytes)?;
            let found = self.stated.binary_search_by_key(&index, |(index, _)| *index);
            let element =
                found.ok().and_then(|found| self.stated.get(found)).map_or(Some(0), |(_, element)| *element)?;
            let shift = u32::try_from(8 * (at % self.bytes)).ok()?;
            value |= (element.checked_shr(shift).unwrap_or(0) & 0xff) << (8 * byte);
        }
        Some(value)
    }
}
