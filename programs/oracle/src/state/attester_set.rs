//! A set of keys that vouch for roots.

use anchor_lang::prelude::*;
use linesman_verifier::{
    attestation::{self, MAX_KEYS},
    Sha256,
};
use linesman_wire::{require, require_keys_eq};

use crate::error::OracleError;

/// Keys that vouch for roots. At the PDA of the seeds `attesters`, the creator's key and the id, u64 little endian. It
/// never changes and is never closed, so the place of a key in it is always that key's bit.
#[account]
pub struct AttesterSet {
    /// Version of this layout.
    pub version: u8,
    /// Bump of this account's address.
    pub bump: u8,
    /// The account that created it. Has no rights.
    pub creator: Pubkey,
    /// Chosen by the creator.
    pub id: u64,
    /// 1 to [`MAX_KEYS`] distinct keys.
    pub keys: Vec<Pubkey>,
}

impl AttesterSet {
    /// First seed of the address.
    pub const SEED: &'static [u8] = attestation::SET_SEED;

    /// Checks that `key` is the address of this set (2006).
    pub fn check_address(&self, key: &Pubkey) -> Result<()> {
        let Self { id, bump, .. } = *self;
        let address = attestation::set_address::<Sha256>(crate::ID.as_array(), self.creator.as_array(), id, bump);
        require_keys_eq!(*key, Pubkey::new_from_array(address), ErrorCode::ConstraintSeeds);
        Ok(())
    }

    /// The place of a key in the set (6109).
    pub fn place_of(&self, key: &Pubkey) -> Result<usize> {
        let place = self.keys.iter().position(|other| other == key);
        Ok(place.ok_or(OracleError::NotAnAttester)?)
    }
}

/// Checks that there are 1 to [`MAX_KEYS`] keys, that they are distinct, and that none is all zero, with which nobody
/// can sign (6108).
pub fn check_keys(keys: &[Pubkey]) -> Result<()> {
    require!((1..=MAX_KEYS).contains(&keys.len()), OracleError::InvalidAttesters);
    for (i, key) in keys.iter().enumerate() {
        require!(*key != Pubkey::default() && !keys[..i].contains(key), OracleError::InvalidAttesters);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_is_that_of_readers() {
        for keys in [1, 5, MAX_KEYS] {
            let set =
                AttesterSet { version: 1, bump: 255, creator: [1; 32].into(), id: 7, keys: vec![[2; 32].into(); keys] };
            let mut data = Vec::new();
            set.try_serialize(&mut data).unwrap();
            assert_eq!(data.len(), attestation::set_size(keys));
            assert_eq!(data[..8], attestation::SET_DISCRIMINATOR);
            assert_eq!(data[attestation::SET_CREATOR_AT..][..32], [1; 32]);
            assert_eq!(data[attestation::SET_ID_AT..][..8], 7_u64.to_le_bytes());
            assert_eq!(data[attestation::SET_COUNT_AT..][..4], (keys as u32).to_le_bytes());
            assert_eq!(data[attestation::SET_KEYS_AT..], vec![2; 32 * keys]);
        }
    }

    #[test]
    fn keys_are_one_to_sixteen_and_distinct() {
        let keys: Vec<Pubkey> = (1..=17).map(|byte| [byte; 32].into()).collect();
        for length in 1..=MAX_KEYS {
            check_keys(&keys[..length]).unwrap();
        }
        let refused = Err(OracleError::InvalidAttesters.into());
        assert_eq!(check_keys(&[]), refused);
        assert_eq!(check_keys(&keys), refused);
        assert_eq!(check_keys(&[keys[0], keys[1], keys[0]]), refused);
        assert_eq!(check_keys(&[keys[0], Pubkey::default()]), refused);
    }
}
