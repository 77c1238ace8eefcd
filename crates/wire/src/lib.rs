//! Proofs as Anchor instruction arguments: the Borsh layouts and IDL names of the oracle program's interface, and views
//! of them for `linesman-verifier`. Both programs use these types, and they suit any program that calls the oracle.
//!
//! Decoding allocates one buffer per path and copies nothing twice; [`path`] and the `view` methods lend the decoded
//! bytes to the verifier.
//!
//! [`in_place`] lends them without decoding, to programs that pay for every copy.
//!
//! The crate also holds the other code that both programs share: reading the oracle's configuration, the heap, and
//! creating accounts at PDAs.

mod chunk;
mod compact;
mod create_account;
mod decode;
mod fixture;
mod heap;
pub mod in_place;
#[cfg(all(feature = "json", not(target_os = "solana")))]
pub mod json;
mod mark;
mod odds;
pub mod oracle_config;
mod proof_node;
mod scores_input;
mod scores_summary;
mod stat;
mod strategy;

pub use chunk::Chunk;
pub use compact::{CompactProof, CompactWitness};
pub use create_account::create_account;
pub use fixture::{BatchMetadata, Fixture, FixtureBatchSummary};
pub use heap::Heap;
pub use mark::mark;
pub use odds::{BatchUpdateStats, Odds, OddsBatchSummary, OddsValidationInputV4};
pub use proof_node::{path, ProofNode};
pub use scores_input::{StatValidationInput, StatValidationInputV3, StatValidationInputV4};
pub use scores_summary::ScoresBatchSummary;
pub use stat::{ScoreStat, StatLeaf, StatTerm};
pub use strategy::{
    BinaryExpression, Comparison, GeometricTarget, NDimensionalStrategy, StatPredicate, TraderPredicate,
};
