//! Fields that were added to an instruction's arguments later.

use std::io::{Read, Result};

use anchor_lang::prelude::*;

/// Reads the last field of an instruction's arguments; its default if they end before it, as an older client writes
/// them.
pub fn read<T: AnchorDeserialize + Default>(reader: &mut impl Read) -> Result<T> {
    let mut first = [0];
    if reader.read(&mut first)? == 0 {
        return Ok(T::default());
    }
    T::deserialize_reader(&mut first.as_slice().chain(reader))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_whole_or_not_there() {
        assert_eq!(read::<u32>(&mut [].as_slice()).unwrap(), 0);
        assert_eq!(read::<u32>(&mut [1, 2, 0, 0].as_slice()).unwrap(), 0x0201);
        assert!(read::<u32>(&mut [1, 2, 0].as_slice()).is_err());
        assert_eq!(read::<Option<u32>>(&mut [].as_slice()).unwrap(), None);
        assert_eq!(read::<Option<u32>>(&mut [0].as_slice()).unwrap(), None);
        assert_eq!(read::<Option<u32>>(&mut [1, 2, 0, 0, 0].as_slice()).unwrap(), Some(2));
        assert!(read::<Option<u32>>(&mut [1, 2, 0, 0].as_slice()).is_err());
    }
}
