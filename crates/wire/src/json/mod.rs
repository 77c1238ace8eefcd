//! Reads API answers into argument types, on the host: for clients, keepers and tests in Rust.
//!
//! Names may be in Pascal or camel case, and hashes in Base64 or a list of bytes. A name that occurs twice in an
//! object, in any spelling, is refused, because readers would differ in which one they take. Nothing is verified here;
//! the `view` methods hand the proof to the verifier.
//!
//! ```
//! use linesman_verifier::{Layout, ProvenEvent, Sha256, Trust};
//! use linesman_wire::json;
//!
//! /// Verifies a version 3 answer against the bytes of its day's roots account.
//! fn proven(answer: &str, roots_account: &[u8]) -> Result<ProvenEvent, Box<dyn std::error::Error>> {
//!     let input = json::stat_v3(answer)?;
//!     let proof = input.view().map_err(|error| format!("error {}", error.number()))?;
//!     let event = proof.verify_in_account::<Sha256>(roots_account, Trust::Sport(Layout::Soccer));
//!     Ok(event.map_err(|error| format!("error {}", error.number()))?)
//! }
//! ```

mod node;

pub use node::JsonError;
use node::Node;

use crate::{
    BatchMetadata, BatchUpdateStats, Fixture, FixtureBatchSummary, Odds, OddsBatchSummary, OddsValidationInputV4,
    ProofNode, ScoreStat, ScoresBatchSummary, StatLeaf, StatValidationInput, StatValidationInputV3,
    StatValidationInputV4,
};
use linesman_verifier::{ScoresSummary, UpdateStats};

type Result<T> = core::result::Result<T, JsonError>;

/// An answer signed by the oracle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed<T> {
    /// The payload; the signed message is the SHA-256 of its Borsh bytes.
    pub payload: T,
    /// Ed25519 signature of the oracle.
    pub signature: [u8; 64],
}

/// A record with its paths: the separate arguments of `validate_odds` and `validate_fixture`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordAnswer<Record, Summary> {
    /// The record.
    pub record: Record,
    /// Its fixture's summary.
    pub summary: Summary,
    /// Path from the record to the root of the summary.
    pub sub_tree_proof: Vec<ProofNode>,
    /// Path from the summary to the root of the slot or hour.
    pub main_tree_proof: Vec<ProofNode>,
}

/// Reads a version 2 answer: stats with one path each.
///
/// # Errors
/// The path of the first field that does not fit.
pub fn stat_v2(text: &str) -> Result<StatValidationInput> {
    let answer = Node::parse(text)?;
    let stats = answer.field("statsToProve")?.list(stat)?;
    let paths = answer.field("statProofs")?.list(|node| path(&node))?;
    if stats.len() != paths.len() {
        return Err(answer.error("as many stats as paths"));
    }
    let fixture_summary = scores_summary(&answer.field("summary")?)?;
    Ok(StatValidationInput {
        // The answer carries the record's own time; the program takes the first time of the slot.
        ts: fixture_summary.update_stats.min_timestamp,
        fixture_summary,
        fixture_proof: path(&answer.field("subTreeProof")?)?,
        main_tree_proof: path(&answer.field("mainTreeProof")?)?,
        event_stat_root: answer.field("eventStatRoot")?.hash()?,
        stats: stats.into_iter().zip(paths).map(|(stat, stat_proof)| StatLeaf { stat, stat_proof }).collect(),
    })
}

/// Reads a version 3 answer: stats with one multiproof.
///
/// # Errors
/// The path of the first field that does not fit.
pub fn stat_v3(text: &str) -> Result<StatValidationInputV3> {
    let answer = Node::parse(text)?;
    let multiproof = answer.field("multiproof")?;
    let fixture_summary = scores_summary(&answer.field("summary")?)?;
    Ok(StatValidationInputV3 {
        ts: fixture_summary.update_stats.min_timestamp,
        fixture_summary,
        fixture_proof: path(&answer.field("subTreeProof")?)?,
        main_tree_proof: path(&answer.field("mainTreeProof")?)?,
        event_stat_root: answer.field("eventStatRoot")?.hash()?,
        leaves: answer.field("statsToProve")?.list(stat_leaf)?,
        multiproof_hashes: path(&multiproof.field("hashes")?)?,
        leaf_indices: multiproof.field("indices")?.list(|node| node.integer())?,
    })
}

/// Reads a version 4 answer: like version 3, with the oracle's signature.
///
/// # Errors
/// The path of the first field that does not fit.
pub fn stat_v4(text: &str) -> Result<Signed<StatValidationInputV4>> {
    let answer = Node::parse(text)?;
    let payload = answer.field("payload")?;
    Ok(Signed {
        payload: StatValidationInputV4 {
            ts: payload.field("ts")?.integer()?,
            fixture_summary: scores_summary(&payload.field("summary")?)?,
            fixture_proof: path(&payload.field("fixtureProof")?)?,
            main_tree_proof: path(&payload.field("mainTreeProof")?)?,
            event_stat_root: payload.field("eventStatRoot")?.hash()?,
            leaves: payload.field("leaves")?.list(stat_leaf)?,
            multiproof_hashes: path(&payload.field("multiproofHashes")?)?,
            leaf_indices: payload.field("leafIndices")?.list(|node| node.integer())?,
        },
        signature: answer.field("signature")?.bytes()?,
    })
}

/// Reads an odds answer.
///
/// # Errors
/// The path of the first field that does not fit.
pub fn odds(text: &str) -> Result<RecordAnswer<Odds, OddsBatchSummary>> {
    let answer = Node::parse(text)?;
    Ok(RecordAnswer {
        record: odds_record(&answer.field("odds")?)?,
        summary: odds_summary(&answer.field("summary")?)?,
        sub_tree_proof: path(&answer.field("subTreeProof")?)?,
        main_tree_proof: path(&answer.field("mainTreeProof")?)?,
    })
}

/// Reads a version 4 odds answer, with the oracle's signature.
///
/// # Errors
/// The path of the first field that does not fit.
pub fn odds_v4(text: &str) -> Result<Signed<OddsValidationInputV4>> {
    let answer = Node::parse(text)?;
    let payload = answer.field("payload")?;
    Ok(Signed {
        payload: OddsValidationInputV4 {
            ts: payload.field("ts")?.integer()?,
            odds_snapshot: odds_record(&payload.field("oddsSnapshot")?)?,
            summary: odds_summary(&payload.field("summary")?)?,
            sub_tree_proof: path(&payload.field("subTreeProof")?)?,
            main_tree_proof: path(&payload.field("mainTreeProof")?)?,
        },
        signature: answer.field("signature")?.bytes()?,
    })
}

/// Reads a fixture answer.
///
/// # Errors
/// The path of the first field that does not fit.
pub fn fixture(text: &str) -> Result<RecordAnswer<Fixture, FixtureBatchSummary>> {
    let answer = Node::parse(text)?;
    let record = answer.field("snapshot")?;
    let summary = answer.field("summary")?;
    Ok(RecordAnswer {
        record: Fixture {
            ts: record.field("ts")?.integer()?,
            start_time: record.field("startTime")?.integer()?,
            competition: record.field("competition")?.text()?,
            competition_id: record.field("competitionId")?.integer()?,
            fixture_group_id: record.field("fixtureGroupId")?.integer()?,
            participant1_id: record.field("participant1Id")?.integer()?,
            participant1: record.field("participant1")?.text()?,
            participant2_id: record.field("participant2Id")?.integer()?,
            participant2: record.field("participant2")?.text()?,
            fixture_id: record.field("fixtureId")?.integer()?,
            participant1_is_home: record.field("participant1IsHome")?.boolean()?,
        },
        summary: FixtureBatchSummary {
            fixture_id: summary.field("fixtureId")?.integer()?,
            competition_id: summary.field("competitionId")?.integer()?,
            competition: summary.field("competition")?.text()?,
            update_stats: batch_update_stats(&summary.field("updateStats")?)?,
            update_sub_tree_root: summary.field("updateSubTreeRoot")?.hash()?,
        },
        sub_tree_proof: path(&answer.field("subTreeProof")?)?,
        main_tree_proof: path(&answer.field("mainTreeProof")?)?,
    })
}

/// Reads the metadata of one hour of fixture records, with its path.
///
/// # Errors
/// The path of the first field that does not fit.
pub fn fixture_batch(text: &str) -> Result<(BatchMetadata, Vec<ProofNode>)> {
    let answer = Node::parse(text)?;
    let metadata = answer.field("metadata")?;
    Ok((
        BatchMetadata {
            total_update_count: metadata.field("totalUpdateCount")?.integer()?,
            num_unique_fixtures: metadata.field("numUniqueFixtures")?.integer()?,
            overall_batch_start_ts: metadata.field("overallBatchStartTs")?.integer()?,
            overall_batch_end_ts: metadata.field("overallBatchEndTs")?.integer()?,
        },
        path(&answer.field("proof")?)?,
    ))
}

/// Reads the data of an account that is stored as JSON, with `data` in Base64.
///
/// # Errors
/// The path of the first field that does not fit.
pub fn account_data(text: &str) -> Result<Vec<u8>> {
    Node::parse(text)?.field("data")?.base64()
}

fn path(node: &Node) -> Result<Vec<ProofNode>> {
    node.list(|node| Ok(ProofNode::new(node.field("hash")?.hash()?, node.field("isRightSibling")?.boolean()?)))
}

fn stat(node: Node) -> Result<ScoreStat> {
    Ok(ScoreStat {
        key: node.field("key")?.integer()?,
        value: node.field("value")?.integer()?,
        period: node.field("period")?.integer()?,
    })
}

fn stat_leaf(node: Node) -> Result<StatLeaf> {
    Ok(StatLeaf { stat: stat(node.field("stat")?)?, stat_proof: path(&node.field("statProof")?)? })
}

fn scores_summary(node: &Node) -> Result<ScoresBatchSummary> {
    let stats = node.field("updateStats")?;
    Ok(ScoresBatchSummary(ScoresSummary {
        fixture_id: node.field("fixtureId")?.integer()?,
        update_stats: UpdateStats {
            update_count: stats.field("updateCount")?.integer()?,
            min_timestamp: stats.field("minTimestamp")?.integer()?,
            max_timestamp: stats.field("maxTimestamp")?.integer()?,
        },
        events_sub_tree_root: node.field("eventStatsSubTreeRoot")?.hash()?,
    }))
}

fn odds_summary(node: &Node) -> Result<OddsBatchSummary> {
    Ok(OddsBatchSummary {
        fixture_id: node.field("fixtureId")?.integer()?,
        update_stats: batch_update_stats(&node.field("updateStats")?)?,
        odds_sub_tree_root: node.field("oddsSubTreeRoot")?.hash()?,
    })
}

fn batch_update_stats(node: &Node) -> Result<BatchUpdateStats> {
    Ok(BatchUpdateStats {
        update_count: node.field("updateCount")?.integer()?,
        min_timestamp: node.field("minTimestamp")?.integer()?,
        max_timestamp: node.field("maxTimestamp")?.integer()?,
    })
}

/// Ignores the percentages, which are not part of the leaf.
fn odds_record(node: &Node) -> Result<Odds> {
    let optional_text = |name| node.find(name)?.map_or(Ok(None), |found| found.text().map(Some));
    Ok(Odds {
        fixture_id: node.field("fixtureId")?.integer()?,
        message_id: node.field("messageId")?.text()?,
        ts: node.field("ts")?.integer()?,
        bookmaker: node.field("bookmaker")?.text()?,
        bookmaker_id: node.field("bookmakerId")?.integer()?,
        super_odds_type: node.field("superOddsType")?.text()?,
        game_state: optional_text("gameState")?,
        in_running: node.field("inRunning")?.boolean()?,
        market_parameters: optional_text("marketParameters")?,
        market_period: optional_text("marketPeriod")?,
        price_names: node.find("priceNames")?.map_or(Ok(Vec::new()), |list| list.list(|name| name.text()))?,
        prices: node.find("prices")?.map_or(Ok(Vec::new()), |list| list.list(|price| price.integer()))?,
    })
}
