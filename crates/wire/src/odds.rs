//! Odds records and their proofs.

use crate::codec::borsh::io::{Read, Result};
use crate::codec::*;
use linesman_verifier::OddsSummary;

use crate::decode;
use crate::proof_node::ProofNode;

/// An odds record; its Borsh bytes are the odds leaf.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The fixture.
    pub fixture_id: i64,
    /// Id of the message that carried the record.
    pub message_id: String,
    /// Time of the record, milliseconds since 1970.
    pub ts: i64,
    /// Name of the bookmaker.
    pub bookmaker: String,
    /// Id of the bookmaker.
    pub bookmaker_id: i32,
    /// Kind of market.
    pub super_odds_type: String,
    /// State of the match, if stated.
    pub game_state: Option<String>,
    /// Whether the match had begun.
    pub in_running: bool,
    /// Parameters of the market (a line, for example), if any.
    pub market_parameters: Option<String>,
    /// Period of the market, if it is not the whole match.
    pub market_period: Option<String>,
    /// Names of the prices, as many as `prices`.
    pub price_names: Vec<String>,
    /// Prices in thousandths.
    pub prices: Vec<i32>,
}

impl AnchorDeserialize for Odds {
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        Ok(Self {
            fixture_id: i64::deserialize_reader(reader)?,
            message_id: decode::string(reader)?,
            ts: i64::deserialize_reader(reader)?,
            bookmaker: decode::string(reader)?,
            bookmaker_id: i32::deserialize_reader(reader)?,
            super_odds_type: decode::string(reader)?,
            game_state: decode::optional_string(reader)?,
            in_running: bool::deserialize_reader(reader)?,
            market_parameters: decode::optional_string(reader)?,
            market_period: decode::optional_string(reader)?,
            price_names: decode::strings(reader)?,
            prices: decode::list(reader)?,
        })
    }
}

/// Count and times of a fixture's odds records, or of its fixture records, in one batch.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchUpdateStats {
    /// Records in the batch, at least 1.
    pub update_count: u32,
    /// Time of the first record, milliseconds since 1970.
    pub min_timestamp: i64,
    /// Time of the last record, milliseconds since 1970.
    pub max_timestamp: i64,
}

/// A fixture's leaf in the odds main tree of a 5-minute slot.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddsBatchSummary {
    /// The fixture.
    pub fixture_id: i64,
    /// Its odds records in the slot.
    pub update_stats: BatchUpdateStats,
    /// Root of the tree over those records.
    pub odds_sub_tree_root: [u8; 32],
}

impl From<OddsBatchSummary> for OddsSummary {
    fn from(summary: OddsBatchSummary) -> Self {
        Self {
            fixture_id: summary.fixture_id,
            update_count: summary.update_stats.update_count,
            min_timestamp: summary.update_stats.min_timestamp,
            max_timestamp: summary.update_stats.max_timestamp,
            odds_sub_tree_root: summary.odds_sub_tree_root,
        }
    }
}

/// Argument of `validate_odds_v4`: the arguments of `validate_odds` as one struct, whose SHA-256 the oracle signs.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug, PartialEq, Eq)]
pub struct OddsValidationInputV4 {
    /// Time of the record: `odds_snapshot.ts`.
    pub ts: i64,
    /// The record.
    pub odds_snapshot: Odds,
    /// Its fixture's summary.
    pub summary: OddsBatchSummary,
    /// Path from the record to `summary.odds_sub_tree_root`.
    pub sub_tree_proof: Vec<ProofNode>,
    /// Path from the summary to the slot's root.
    pub main_tree_proof: Vec<ProofNode>,
}
