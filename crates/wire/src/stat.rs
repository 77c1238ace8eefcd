//! Stats and their leaves.

use crate::codec::borsh::io::{Read, Result};
use crate::codec::*;
use linesman_verifier as verifier;

use crate::decode;
use crate::proof_node::{path, ProofNode};

/// One stat of one update: 12 bytes, the preimage of a stat leaf.
#[derive(AnchorSerialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreStat {
    /// Stat key of the sport, for example soccer 1 and 2: goals of participant 1 and 2.
    pub key: u32,
    /// Value of the stat.
    pub value: i32,
    /// Status of the match at the update; 100 = finalised. A zero proof does not bind it.
    pub period: i32,
}

impl AnchorDeserialize for ScoreStat {
    #[inline(always)]
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        let mut bytes = [0; 12];
        reader.read_exact(&mut bytes)?;
        Ok(Self {
            key: u32::from_le_bytes(decode::at(&bytes, 0)),
            value: i32::from_le_bytes(decode::at(&bytes, 4)),
            period: i32::from_le_bytes(decode::at(&bytes, 8)),
        })
    }
}

impl From<ScoreStat> for verifier::Stat {
    #[inline(always)]
    fn from(stat: ScoreStat) -> Self {
        Self { key: stat.key, value: stat.value, period: stat.period }
    }
}

/// A stat with its path to the event stat root, or with its zero proof (marker and zero map). In the multiproof forms
/// a present stat has an empty path.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug, PartialEq, Eq)]
pub struct StatLeaf {
    /// The stat.
    pub stat: ScoreStat,
    /// Its own path, leaf first.
    pub stat_proof: Vec<ProofNode>,
}

impl StatLeaf {
    /// The leaf as the verifier's type.
    #[inline(always)]
    #[must_use]
    pub fn view(&self) -> verifier::StatLeaf<'_> {
        verifier::StatLeaf { stat: self.stat.into(), path: path(&self.stat_proof) }
    }
}

/// A stat argument of `validate_stat`: a leaf with its own event stat root.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug, PartialEq, Eq)]
pub struct StatTerm {
    /// The stat.
    pub stat_to_prove: ScoreStat,
    /// Root of its update's stat tree.
    pub event_stat_root: [u8; 32],
    /// Path from the stat to `event_stat_root`, or its zero proof.
    pub stat_proof: Vec<ProofNode>,
}

impl StatTerm {
    /// The term as the verifier's type.
    #[inline(always)]
    #[must_use]
    pub fn view(&self) -> verifier::validate::StatTerm<'_> {
        verifier::validate::StatTerm {
            stat: self.stat_to_prove.into(),
            event_stat_root: &self.event_stat_root,
            path: path(&self.stat_proof),
        }
    }
}

impl verifier::AsStatLeaf for StatLeaf {
    #[inline(always)]
    fn as_stat_leaf(&self) -> verifier::StatLeaf<'_> {
        self.view()
    }
}
