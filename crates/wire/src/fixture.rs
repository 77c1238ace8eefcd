//! Fixture records, their batches and their proofs.

use crate::codec::borsh::io::{Read, Result};
use crate::codec::*;
use linesman_verifier as verifier;

use crate::decode;
use crate::odds::BatchUpdateStats;

/// A fixture record; its Borsh bytes are the fixture leaf.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Time of the record, milliseconds since 1970.
    pub ts: i64,
    /// Start of the match, milliseconds since 1970.
    pub start_time: i64,
    /// Name of the competition.
    pub competition: String,
    /// Id of the competition.
    pub competition_id: i32,
    /// Id of the group of fixtures.
    pub fixture_group_id: i32,
    /// Id of participant 1.
    pub participant1_id: i32,
    /// Name of participant 1.
    pub participant1: String,
    /// Id of participant 2.
    pub participant2_id: i32,
    /// Name of participant 2.
    pub participant2: String,
    /// Fixture id in the low 48 bits, the fixture's state above.
    pub fixture_id: i64,
    /// Whether participant 1 plays at home.
    pub participant1_is_home: bool,
}

impl AnchorDeserialize for Fixture {
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        Ok(Self {
            ts: i64::deserialize_reader(reader)?,
            start_time: i64::deserialize_reader(reader)?,
            competition: decode::string(reader)?,
            competition_id: i32::deserialize_reader(reader)?,
            fixture_group_id: i32::deserialize_reader(reader)?,
            participant1_id: i32::deserialize_reader(reader)?,
            participant1: decode::string(reader)?,
            participant2_id: i32::deserialize_reader(reader)?,
            participant2: decode::string(reader)?,
            fixture_id: i64::deserialize_reader(reader)?,
            participant1_is_home: bool::deserialize_reader(reader)?,
        })
    }
}

/// A fixture's leaf in the main tree of an hour.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub struct FixtureBatchSummary {
    /// Fixture id in the low 48 bits.
    pub fixture_id: i64,
    /// Id of the competition.
    pub competition_id: i32,
    /// Name of the competition.
    pub competition: String,
    /// The fixture's records in the hour.
    pub update_stats: BatchUpdateStats,
    /// Root of the tree over those records.
    pub update_sub_tree_root: [u8; 32],
}

impl AnchorDeserialize for FixtureBatchSummary {
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        Ok(Self {
            fixture_id: i64::deserialize_reader(reader)?,
            competition_id: i32::deserialize_reader(reader)?,
            competition: decode::string(reader)?,
            update_stats: BatchUpdateStats::deserialize_reader(reader)?,
            update_sub_tree_root: decode::fixed(reader)?,
        })
    }
}

impl FixtureBatchSummary {
    /// The summary as the verifier's type.
    #[must_use]
    pub fn view(&self) -> verifier::FixtureSummary<'_> {
        verifier::FixtureSummary {
            fixture_id: self.fixture_id,
            competition_id: self.competition_id,
            competition: &self.competition,
            update_count: self.update_stats.update_count,
            min_timestamp: self.update_stats.min_timestamp,
            max_timestamp: self.update_stats.max_timestamp,
            update_sub_tree_root: self.update_sub_tree_root,
        }
    }
}

/// Leaf 0 of every main tree: totals of the batch.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchMetadata {
    /// Records in the batch.
    pub total_update_count: i32,
    /// Fixtures in the batch.
    pub num_unique_fixtures: i32,
    /// Time of the first record, milliseconds since 1970.
    pub overall_batch_start_ts: i64,
    /// Time of the last record, milliseconds since 1970.
    pub overall_batch_end_ts: i64,
}

impl From<BatchMetadata> for verifier::BatchMetadata {
    fn from(metadata: BatchMetadata) -> Self {
        Self {
            total_update_count: metadata.total_update_count,
            num_unique_fixtures: metadata.num_unique_fixtures,
            overall_batch_start_ts: metadata.overall_batch_start_ts,
            overall_batch_end_ts: metadata.overall_batch_end_ts,
        }
    }
}
