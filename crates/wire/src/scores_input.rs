//! Score proofs as instruction arguments: single paths (v2) and multiproofs (v3, v4).

use crate::codec::borsh::io::{Read, Result};
use crate::codec::*;
use linesman_verifier::{Error, Leaves, Rule, ScoresProof, StatProof, MAX_STATS};

use crate::decode;
use crate::proof_node::{path, ProofNode};
use crate::scores_summary::ScoresBatchSummary;
use crate::stat::StatLeaf;

/// Argument of `validate_stat_v2`: every stat has its own path.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub struct StatValidationInput {
    /// Time argument, milliseconds: the summary's `min_timestamp`.
    pub ts: i64,
    /// The fixture's summary.
    pub fixture_summary: ScoresBatchSummary,
    /// Path from the event stat root to `events_sub_tree_root`.
    pub fixture_proof: Vec<ProofNode>,
    /// Path from the summary to the slot's root.
    pub main_tree_proof: Vec<ProofNode>,
    /// Root of the update's stat tree.
    pub event_stat_root: [u8; 32],
    /// One to five stats with their paths.
    pub stats: Vec<StatLeaf>,
}

impl AnchorDeserialize for StatValidationInput {
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        let ts = i64::deserialize_reader(reader)?;
        let fixture_summary = ScoresBatchSummary::deserialize_reader(reader)?;
        let fixture_proof = Vec::deserialize_reader(reader)?;
        let main_tree_proof = Vec::deserialize_reader(reader)?;
        let mut event_stat_root = [0; 32];
        reader.read_exact(&mut event_stat_root)?;
        let stats = decode::list(reader)?;
        Ok(Self { ts, fixture_summary, fixture_proof, main_tree_proof, event_stat_root, stats })
    }
}

impl StatValidationInput {
    /// The proof as the verifier's; the list of leaves is copied, nothing else.
    ///
    /// # Errors
    /// 6069 for more than five stats.
    pub fn view(&self) -> core::result::Result<ScoresProof<'_>, Error> {
        let ScoresProof { ts, summary, fixture_path, main_path, event_stat_root, stat_proof, .. } = self.in_place()?;
        let leaves = Leaves::new(self.stats.iter().map(StatLeaf::view))?;
        Ok(ScoresProof { ts, summary, fixture_path, main_path, event_stat_root, leaves, stat_proof })
    }

    /// The proof as the verifier's, read where it lies. For programs, where even the copy of a list has its price.
    ///
    /// # Errors
    /// 6069 for more than five stats.
    #[inline(always)]
    pub fn in_place(&self) -> core::result::Result<ScoresProof<'_, &[StatLeaf]>, Error> {
        Ok(ScoresProof {
            ts: self.ts,
            summary: &self.fixture_summary,
            fixture_path: path(&self.fixture_proof),
            main_path: path(&self.main_tree_proof),
            event_stat_root: &self.event_stat_root,
            leaves: at_most_five(&self.stats)?,
            stat_proof: StatProof::Single,
        })
    }
}

/// Two argument types with one layout: the interface has one name per instruction.
macro_rules! multiproof_input {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            /// Time argument, milliseconds: the summary's `min_timestamp`.
            pub ts: i64,
            /// The fixture's summary.
            pub fixture_summary: ScoresBatchSummary,
            /// Path from the event stat root to `events_sub_tree_root`.
            pub fixture_proof: Vec<ProofNode>,
            /// Path from the summary to the slot's root.
            pub main_tree_proof: Vec<ProofNode>,
            /// Root of the update's stat tree.
            pub event_stat_root: [u8; 32],
            /// One to five stats. The path of a present stat is empty; that of a zero stat is its marker and zero map.
            pub leaves: Vec<StatLeaf>,
            /// Multiproof siblings of the present stats, deepest layer first, right to left.
            pub multiproof_hashes: Vec<ProofNode>,
            /// Heap number of each present stat: the root is 1, the children of n are 2n and 2n + 1.
            pub leaf_indices: Vec<u32>,
        }

        impl AnchorDeserialize for $name {
            fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
                let ts = i64::deserialize_reader(reader)?;
                let fixture_summary = ScoresBatchSummary::deserialize_reader(reader)?;
                let fixture_proof = Vec::deserialize_reader(reader)?;
                let main_tree_proof = Vec::deserialize_reader(reader)?;
                let mut event_stat_root = [0; 32];
                reader.read_exact(&mut event_stat_root)?;
                let leaves = decode::list(reader)?;
                let multiproof_hashes = Vec::deserialize_reader(reader)?;
                let leaf_indices = decode::list(reader)?;
                Ok(Self {
                    ts,
                    fixture_summary,
                    fixture_proof,
                    main_tree_proof,
                    event_stat_root,
                    leaves,
                    multiproof_hashes,
                    leaf_indices,
                })
            }
        }

        impl $name {
            /// The proof as the verifier's; the list of leaves is copied, nothing else.
            ///
            /// # Errors
            /// 6069 for more than five stats.
            pub fn view(&self) -> core::result::Result<ScoresProof<'_>, Error> {
                let ScoresProof { ts, summary, fixture_path, main_path, event_stat_root, stat_proof, .. } =
                    self.in_place()?;
                let leaves = Leaves::new(self.leaves.iter().map(StatLeaf::view))?;
                Ok(ScoresProof { ts, summary, fixture_path, main_path, event_stat_root, leaves, stat_proof })
            }

            /// The proof as the verifier's, read where it lies. For programs, where even the copy of a list has its
            /// price.
            ///
            /// # Errors
            /// 6069 for more than five stats.
            #[inline(always)]
            pub fn in_place(&self) -> core::result::Result<ScoresProof<'_, &[StatLeaf]>, Error> {
                Ok(ScoresProof {
                    ts: self.ts,
                    summary: &self.fixture_summary,
                    fixture_path: path(&self.fixture_proof),
                    main_path: path(&self.main_tree_proof),
                    event_stat_root: &self.event_stat_root,
                    leaves: at_most_five(&self.leaves)?,
                    stat_proof: StatProof::Multi {
                        hashes: path(&self.multiproof_hashes),
                        indices: &self.leaf_indices,
                    },
                })
            }
        }
    };
}

multiproof_input! {
    /// Argument of `validate_stat_v3`: all present stats share one multiproof.
    StatValidationInputV3
}

multiproof_input! {
    /// Argument of `validate_stat_v4`: like v3; the oracle signs the SHA-256 of its Borsh bytes.
    StatValidationInputV4
}

/// Refused before the proof is checked, because the signed digest is computed first and takes at most five stats.
#[inline(always)]
fn at_most_five(leaves: &[StatLeaf]) -> core::result::Result<&[StatLeaf], Error> {
    if leaves.len() > MAX_STATS && !Rule::StatCount.is_removed() {
        return Err(Error::TooManyStats);
    }
    Ok(leaves)
}
