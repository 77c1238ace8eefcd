//! Proofs as Anchor instruction arguments: the Borsh layouts and IDL names of the oracle program's interface, and views
//! of them for `linesman-verifier`. Both programs use these types, and they suit any program that calls the oracle.
//!
//! Decoding allocates one buffer per path and copies nothing twice; [`path`] and the `view` methods lend the decoded
//! bytes to the verifier.
//!
//! [`in_place`] lends them without decoding, to programs that pay for every copy.
//!
//! The crate also holds the other code that both programs share: reading the oracle's configuration, and, with Anchor,
//! the heap, refusals and creating accounts at PDAs.
//!
//! `call` has a function for each instruction of the programs, with the features `oracle` and `settlement`.
//!
//! Programs without Anchor, and Rust clients, take the feature `borsh` without the default features: the same types,
//! with Borsh alone.

#[cfg(not(any(feature = "anchor", feature = "borsh")))]
compile_error!("linesman-wire needs one of its features `anchor`, which is a default, and `borsh`");

#[cfg(any(feature = "oracle", feature = "settlement"))]
pub mod call;
mod chunk;
mod codec;
mod compact;
#[cfg(feature = "anchor")]
mod create_account;
mod decode;
mod fixture;
#[cfg(feature = "anchor")]
mod heap;
pub mod in_place;
#[cfg(all(feature = "json", not(target_os = "solana")))]
pub mod json;
mod mark;
mod odds;
pub mod oracle_config;
mod proof_node;
#[cfg(feature = "anchor")]
mod refusal;
mod scores_input;
mod scores_summary;
mod stat;
mod strategy;

pub use chunk::Chunk;
pub use compact::{CompactProof, CompactWitness};
#[cfg(feature = "anchor")]
pub use create_account::{create_account, NewAccount};
pub use fixture::{BatchMetadata, Fixture, FixtureBatchSummary};
#[cfg(feature = "anchor")]
pub use heap::Heap;
pub use mark::mark;
pub use odds::{BatchUpdateStats, Odds, OddsBatchSummary, OddsValidationInputV4};
pub use proof_node::{path, ProofNode};
#[cfg(feature = "anchor")]
pub use refusal::{thrown, thrown_by_keys};
pub use scores_input::{StatValidationInput, StatValidationInputV3, StatValidationInputV4};
pub use scores_summary::ScoresBatchSummary;
pub use stat::{ScoreStat, StatLeaf, StatTerm};
pub use strategy::{
    BinaryExpression, Comparison, GeometricTarget, NDimensionalStrategy, StatPredicate, TraderPredicate,
};
