//! The fuzz targets of this crate: the argument types against plain Borsh, and the proofs that they decode to.

pub mod accounts;
pub mod odds_fixtures;
pub mod plain;
pub mod scores;
