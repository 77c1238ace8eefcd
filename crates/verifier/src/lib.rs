//! Strict verification of sports-data proofs.
//!
//! The same code runs in Solana programs and on the host: no `std`, no allocation, and no dependency except SHA-256 and
//! the curve of signatures (syscalls on chain, `sha2` and `curve25519-dalek` elsewhere). It owns no accounts and moves
//! no money: it takes bytes and returns proven facts, a verdict or a numbered [`Error`].
//!
//! The trees, from the account down to a stat:
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
//! ```
//! use linesman_verifier::{
//!     roots, Error, Fact, Layout, Leaves, Path, ScoresProof, ScoresSummary, Sha256, StatLeaf, StatProof, Trust,
//! };
//!
//! /// The roots account, as the runtime describes it.
//! struct Account<'a> {
//!     owner: [u8; 32],
//!     address: [u8; 32],
//!     data: &'a [u8],
//! }
//!
//! /// Returns the final value of one stat. The arguments come from your own instruction.
//! fn final_value(
//!     oracle_program: &[u8; 32],
//!     account: &Account<'_>,
//!     summary: &ScoresSummary,
//!     [fixture_path, main_path, stat_path]: [&[u8]; 3],
//!     event_stat_root: &[u8; 32],
//!     stat: linesman_verifier::Stat,
//! ) -> Result<Option<i32>, Error> {
//!     // 1. Read the bump. The verifier only sees bytes: you check owner and address (below).
//!     let bump = roots::bump(account.data)?;
//!     let path = |bytes| Path::from_bytes(bytes).ok_or(Error::InstructionDidNotDeserialize);
//!     // 2. The proof as received. A path is 33 bytes per node and is not copied.
//!     let proof = ScoresProof {
//!         ts: summary.update_stats.min_timestamp,
//!         summary,
//!         fixture_path: path(fixture_path)?,
//!         main_path: path(main_path)?,
//!         event_stat_root,
//!         leaves: Leaves::new([StatLeaf { stat, path: path(stat_path)? }])?,
//!         stat_proof: StatProof::Single,
//!     };
//!     let day = proof.check_form()?.epoch_day;
//!     let expected = roots::address::<Sha256>(oracle_program, roots::SCORES_SEED, day, bump);
//!     if account.owner != *oracle_program || account.address != expected {
//!         return Err(Error::InvalidOwner);
//!     }
//!     // 3. Verify from the slot root down to the stat. You must know the sport.
//!     let event = proof.verify_in_account::<Sha256>(account.data, Trust::Sport(Layout::Soccer))?;
//!     // 4. Check the fixture and that the match is over. Only a present stat has a period.
//!     Ok(match event.facts.as_slice() {
//!         [Fact::Present { value, period: 100, .. }] if event.fixture_id == 9_000_001 => Some(*value),
//!         _ => None,
//!     })
//! }
//! ```
//!
//! The caller must supply or check, because no hash binds them:
//!
//! - the oracle program's id, and that this program owns the roots account, at its [`roots::address`];
//! - the fixture and the stat keys: a valid proof of another match is still a valid proof;
//! - the sport, as [`Trust::Sport`]: the sport that a zero proof names cannot be trusted;
//! - what counts as final, and for how long a later update may still correct it ([`ProvenEvent::order_key`]).
//!
//! To prove several stats at once use a multiproof, [`StatProof::Multi`]; a claim over several stats is a [`Strategy`].
//! For a proof signed by the oracle (v4), [`ed25519`] checks that the preceding instruction signs the proof's
//! [digest](ScoresProof::signed_digest).
//!
//! # Use through CPI
//!
//! Call the oracle program, then [`cpi::read_verdict`] right after the call.
//!
//! # Cost
//!
//! Compute units for one stat, without account loading and decoding: about 1,510 for depths 5/1/1 (stat tree, fixture
//! sub-tree, main tree), 2,360 for 6/6/1, 4,180 for 6/13/7. Of these, hashing takes 1,029, 1,731 and 3,252.
//!
//! # Features
//!
//! `older-tree`: the module `older`, which reads score trees built until 2026-06-30. Host only; on-chain builds leave
//! it out.
//!
//! `removable-rules`: a test can switch off one [`Rule`] at a time. Never in a build that is used.

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

pub mod attestation;
mod bytes;
mod compact;
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
mod rule;
mod scalar;
mod scores;
mod sha512;
pub mod signature;
mod stat;
mod strategy;
#[cfg(target_os = "solana")]
mod syscall;
mod time;
pub mod validate;
mod verdict;
mod zero;

pub use compact::{CheckedCompact, CompactProof, CompactWitness, ProvenCompact};
pub use error::Error;
pub use fact::{Fact, Facts};
pub use fixture::{BatchMetadata, BatchProof, FixtureLeaf, FixtureProof, FixtureSummary};
pub use hasher::{Hasher, Sha256};
pub use layout::{Layout, Trust};
pub use odds::{OddsLeaf, OddsProof, OddsSummary};
pub use path::{same_bytes, Node, Path, MAX_PATH};
pub use rule::Rule;
pub use scores::{CheckedProof, OrderKey, ProvenEvent, ScoresProof, ScoresSummary, StatProof, UpdateStats};
pub use stat::{AsStatLeaf, Leaves, Stat, StatLeaf, StatLeaves, MAX_STATS};
pub use strategy::{
    evaluate, evaluate_wide, BinaryExpression, Comparison, GeometricTarget, Predicate, StatPredicate, Strategy,
};
pub use time::{HourTime, SlotTime};
pub use verdict::Verdict;
