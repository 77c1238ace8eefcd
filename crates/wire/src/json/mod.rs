//! The API's answers as argument types, on the host: for clients, keepers and tests in Rust.
//!
//! Both spellings of names and both forms of hashes are read: Pascal or camel case, Base64 or a list of bytes. A name
//! that stands twice in an object is refused, in whatever spelling: readers would differ in which of the two they take.
//! What is read is not verified yet; the `view` methods hand it to the verifier.
//!
//! ```
//! use linesman_verifier::{Layout, ProvenEvent, Sha256, Trust};
//! use linesman_wire::json;
//!
//! /// The update that an answer of version 3 proves, against the bytes of its day's roots account.
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

/// An answer that the oracle has signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed<T> {
    /// What is signed: the SHA-256 of its Borsh bytes is the message.
    pub payload: T,
    /// Ed25519 signature of the oracle.
    pub signature: [u8; 64],
}

/// A record with its paths, as `validate_odds` and `validate_fixture` take them one by one.
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

/// Stats with a path each: the answer of version 2.
///
/// # Errors
/// Names the place of what is no such answer.
pub fn stat_v2(text: &str) -> Result<StatValidationInput> {
    let answer = Node::parse(text)?;
    let stats = answer.field("statsToProve")?.list(stat)?;
    let paths = answer.field("statProofs")?.list(|node| path(&node))?;
    if stats.len() != paths.len() {
        return Err(answer.error("as many stats as paths"));
    }
    let fixture_summary = scores_summary(&answer.field("summary")?)?;
    Ok(StatValidationInput {
        // The record's own time stands in the answer; the program takes the first of the slot.
        ts: fixture_summary.update_stats.min_timestamp,
        fixture_summary,
        fixture_proof: path(&answer.field("subTreeProof")?)?,
        main_tree_proof: path(&answer.field("mainTreeProof")?)?,
        event_stat_root: answer.field("eventStatRoot")?.hash()?,
        stats: stats.into_iter().zip(paths).map(|(stat, stat_proof)| StatLeaf { stat, stat_proof }).collect(),
    })
}

/// Stats with one multiproof: the answer of version 3.
///
/// # Errors
/// Names the place of what is no such answer.
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

/// The same with the oracle's signature: the answer of version 4.
///
/// # Errors
/// Names the place of what is no such answer.
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

/// An odds record.
///
/// # Errors
/// Names the place of what is no such answer.
pub fn odds(text: &str) -> Result<RecordAnswer<Odds, OddsBatchSummary>> {
    let answer = Node::parse(text)?;
    Ok(RecordAnswer {
        record: odds_record(&answer.field("odds")?)?,
        summary: odds_summary(&answer.field("summary")?)?,
        sub_tree_proof: path(&answer.field("subTreeProof")?)?,
        main_tree_proof: path(&answer.field("mainTreeProof")?)?,
    })
}

/// An odds record with the oracle's signature: the answer of version 4.
///
/// # Errors
/// Names the place of what is no such answer.
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

/// A fixture record.
///
/// # Errors
/// Names the place of what is no such answer.
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

/// The metadata of an hour of fixture records, with its path.
///
/// # Errors
/// Names the place of what is no such answer.
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

/// The bytes of an account that was written down as JSON, with its data in Base64.
///
/// # Errors
/// Names the place of what is no such document.
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

/// Without its percentages, which are no part of the leaf.
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
