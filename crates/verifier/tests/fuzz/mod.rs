//! What the fuzz targets run: functions from bytes to what became of each entrance. A difference from the naive
//! reference panics.
//!
//! `tests/suite/corpus.rs` runs them over the kept corpus, `fuzz/` over whatever the fuzzer thinks of.

pub mod accounts;
pub mod corpus;
pub mod judge;
pub mod odds_fixtures;
pub mod scores;
pub mod seen;
pub mod source;
