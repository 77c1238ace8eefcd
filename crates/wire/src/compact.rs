//! The compact form of a score proof as an instruction argument.

use crate::codec::borsh::io::{Read, Result};
use crate::codec::*;
use linesman_verifier as verifier;

use crate::decode;

/// One more present stat of the update. It proves the period when all keys are zero stats.
#[derive(AnchorSerialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompactWitness {
    /// Stat key; not one of the keys asked about.
    pub key: u32,
    /// Value of the stat.
    pub value: i32,
}

/// A score proof that omits the sides of siblings, the intermediate roots (computed) and the fixture and stat keys
/// (known to the reader). Parts that are not needed must be left out.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub struct CompactProof {
    /// The fixture's updates in the slot, at least 1.
    pub update_count: u32,
    /// Time of the first update, milliseconds since 1970.
    pub min_timestamp: i64,
    /// Time of the last update, milliseconds since 1970.
    pub max_timestamp: i64,
    /// Index of the update among them, from 0.
    pub update_index: u32,
    /// Siblings from the event stat root to the fixture's sub-tree root; the first is left out if `zero_map` is given.
    pub fixture_siblings: Vec<[u8; 32]>,
    /// Index of the fixture's summary in the main tree.
    pub main_index: u32,
    /// Siblings from the summary to the slot's root.
    pub main_siblings: Vec<[u8; 32]>,
    /// Status of the match at the update; 100 = finalised. 0 when no stat is present.
    pub period: i32,
    /// One value for each stat key.
    pub values: Vec<i32>,
    /// Bit i: the i-th key is a zero stat.
    pub absent: u8,
    /// The update's zero map, if there are zero stats.
    pub zero_map: Option<[u8; 32]>,
    /// Only when all keys are zero stats.
    pub witness: Option<CompactWitness>,
    /// Heap number of each present stat, the witness last: the root is 1, the children of n are 2n and 2n + 1.
    pub leaf_indices: Vec<u32>,
    /// Multiproof siblings of the present stats, deepest layer first, right to left.
    pub hashes: Vec<[u8; 32]>,
    /// Root of the update's stat tree, if no stat is present.
    pub event_stat_root: Option<[u8; 32]>,
}

impl AnchorDeserialize for CompactWitness {
    #[inline(always)]
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        let bytes: [u8; 8] = decode::fixed(reader)?;
        Ok(Self { key: u32::from_le_bytes(decode::at(&bytes, 0)), value: i32::from_le_bytes(decode::at(&bytes, 4)) })
    }
}

impl AnchorDeserialize for CompactProof {
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        let head: [u8; 24] = decode::fixed(reader)?;
        Ok(Self {
            update_count: u32::from_le_bytes(decode::at(&head, 0)),
            min_timestamp: i64::from_le_bytes(decode::at(&head, 4)),
            max_timestamp: i64::from_le_bytes(decode::at(&head, 12)),
            update_index: u32::from_le_bytes(decode::at(&head, 20)),
            fixture_siblings: decode::hashes(reader)?,
            main_index: u32::from_le_bytes(decode::fixed(reader)?),
            main_siblings: decode::hashes(reader)?,
            period: i32::from_le_bytes(decode::fixed(reader)?),
            values: decode::list(reader)?,
            absent: u8::from_le_bytes(decode::fixed(reader)?),
            zero_map: decode::option(reader)?,
            witness: decode::option(reader)?,
            leaf_indices: decode::list(reader)?,
            hashes: decode::hashes(reader)?,
            event_stat_root: decode::option(reader)?,
        })
    }
}

impl CompactProof {
    /// The proof as the verifier's type, for this fixture and these stat keys.
    #[inline(always)]
    #[must_use]
    pub fn view<'a>(&'a self, fixture_id: i64, keys: &'a [u32]) -> verifier::CompactProof<'a> {
        verifier::CompactProof {
            fixture_id,
            keys,
            update_count: self.update_count,
            min_timestamp: self.min_timestamp,
            max_timestamp: self.max_timestamp,
            update_index: self.update_index,
            fixture_siblings: &self.fixture_siblings,
            main_index: self.main_index,
            main_siblings: &self.main_siblings,
            period: self.period,
            values: &self.values,
            absent: self.absent,
            zero_map: self.zero_map.as_ref(),
            witness: self.witness.map(|CompactWitness { key, value }| verifier::CompactWitness { key, value }),
            leaf_indices: &self.leaf_indices,
            hashes: &self.hashes,
            event_stat_root: self.event_stat_root.as_ref(),
        }
    }
}
