//! The fuzz targets: functions from bytes to the answer of each entry point. Any difference from the naive reference
//! panics.
//!
//! `tests/suite/corpus.rs` runs them over the saved corpus, `fuzz/` over the fuzzer's inputs.

pub mod accounts;
pub mod corpus;
pub mod judge;
pub mod odds_fixtures;
pub mod scores;
pub mod seen;
pub mod source;
