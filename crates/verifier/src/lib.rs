//! Strict verification of sports-data proofs.
//!
//! The same code runs in Solana programs and on the host: no `std`, no allocation, and no dependency but SHA-256 (the
//! system call on chain, `sha2` elsewhere). It holds no account and moves no money: it takes bytes and gives a verdict
//! or a numbered [`Error`].
//!
//! What is proven, and how the levels hang together:
//!
//! ```text
//! roots account ── slot root          one root per 5 minutes (scores, odds) or per hour (fixtures)
//!   └ main tree ── summary leaf       one per fixture and batch
//!       └ fixture sub-tree            scores: zero-map leaf and event stat root of every update
//!           └ stat tree               one leaf per non-zero stat: key, value, period
//! ```
//!
//! # Use without CPI
//!
//! 1. Check that the roots account is owned by the oracle program you trust, and that its address is
//!    [`roots::address`] of its stored day and [bump](roots::bump).
//! 2. Build a [`ScoresProof`] from the received bytes ([`Path::from_bytes`] is a cast, nothing is copied).
//! 3. [`ScoresProof::verify_in_account`] gives a [`ProvenEvent`]: which fixture, when, which update, and typed
//!    [`Fact`]s.
//! 4. Read the facts yourself, or let a [`Strategy`] do it.
//!
//! Finality (`period == 100`) can be read from a [`Fact::Present`] only: an absent stat has no period.
//!
//! # Use through CPI
//!
//! Call the oracle program, then [`cpi::read_verdict`] right after the call.

#![no_std]
#![deny(
    clippy::arithmetic_side_effects,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unsafe_code
)]

mod bytes;
pub mod cpi;
pub mod ed25519;
mod error;
mod fact;
mod fixture;
mod hasher;
mod layout;
mod memory;
mod multiproof;
mod odds;
#[cfg(all(feature = "older-tree", not(target_os = "solana")))]
pub mod older;
mod path;
mod reader;
pub mod roots;
mod scores;
mod stat;
mod strategy;
mod time;
pub mod validate;
mod verdict;
mod zero;

pub use error::Error;
pub use fact::{Fact, Facts};
pub use fixture::{BatchMetadata, BatchProof, FixtureLeaf, FixtureProof, FixtureSummary};
pub use hasher::{Hasher, Sha256};
pub use layout::{Layout, Trust};
pub use odds::{OddsLeaf, OddsProof, OddsSummary};
pub use path::{Node, Path, MAX_PATH};
pub use scores::{
    CheckedProof, OrderKey, ProvenEvent, ScoresProof, ScoresSummary, StatProof, UpdateStats,
};
pub use stat::{Leaves, Stat, StatLeaf, MAX_STATS};
pub use strategy::{
    BinaryExpression, Comparison, GeometricTarget, Predicate, StatPredicate, Strategy,
};
pub use time::{HourTime, SlotTime};
pub use verdict::Verdict;
