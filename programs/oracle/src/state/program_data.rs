//! The upgrade authority, as the upgradeable loader stores it.

use anchor_lang::prelude::*;
use anchor_lang::solana_program::bpf_loader_upgradeable;

/// The start of a program's `ProgramData` account.
///
/// Anchor's own type reads it with bincode, whose errors alone bring 45 kB of formatting into the program.
#[derive(Clone)]
pub struct ProgramData {
    /// The key that may replace the program.
    pub upgrade_authority: Option<Pubkey>,
}

/// The loader's number for this kind of account, u32 little endian. Then come the slot, u64, and the authority: a byte
/// for whether there is one, and the key.
const KIND: [u8; 4] = [3, 0, 0, 0];
const SLOT: usize = 8;

impl AccountDeserialize for ProgramData {
    fn try_deserialize(data: &mut &[u8]) -> Result<Self> {
        Self::try_deserialize_unchecked(data)
    }

    fn try_deserialize_unchecked(data: &mut &[u8]) -> Result<Self> {
        let Some((&KIND, rest)) = data.split_first_chunk() else {
            return Err(ErrorCode::AccountNotProgramData.into());
        };
        let upgrade_authority = match rest.get(SLOT..).and_then(|authority| authority.split_first()) {
            Some((0, _)) => None,
            Some((1, key)) => key.first_chunk().map(|key| Pubkey::from(*key)),
            _ => return Err(ErrorCode::AccountDidNotDeserialize.into()),
        };
        Ok(Self { upgrade_authority })
    }
}

/// Only the loader writes the account.
impl AccountSerialize for ProgramData {}

impl Owner for ProgramData {
    fn owner() -> Pubkey {
        bpf_loader_upgradeable::ID
    }
}

#[cfg(feature = "idl-build")]
impl anchor_lang::IdlBuild for ProgramData {}

#[cfg(feature = "idl-build")]
impl anchor_lang::Discriminator for ProgramData {
    const DISCRIMINATOR: &'static [u8] = &[];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_authority_is_read_where_the_loader_writes_it() {
        let key = [7; 32];
        let data = [&KIND[..], &[9; SLOT], &[1], &key].concat();
        let read = |data: &[u8]| ProgramData::try_deserialize(&mut &data[..]).map(|data| data.upgrade_authority);
        assert_eq!(read(&data).unwrap(), Some(Pubkey::from(key)));
        assert_eq!(read(&[&data[..12], &[0], &data[13..]].concat()).unwrap(), None);
        assert_eq!(read(&data[..12]).unwrap_err(), ErrorCode::AccountDidNotDeserialize.into());
        assert_eq!(read(&[&data[..12], &[2], &data[13..]].concat()).unwrap_err(), read(&data[..12]).unwrap_err());
        for kind in [&[][..], &[3, 0, 0], &[0, 0, 0, 0], &[2, 0, 0, 0]] {
            assert_eq!(read(kind).unwrap_err(), ErrorCode::AccountNotProgramData.into());
        }
        // A key that is cut off is no authority.
        assert_eq!(read(&data[..44]).unwrap(), None);
    }
}
