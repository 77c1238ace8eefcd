//! All tests of the crate except the shared vectors, in one binary, so that each mutation links only once.

mod attestation;
mod compact;
mod corpus;
mod cpi;
mod ed25519;
mod error;
mod fact;
mod fixture;
mod forms;
#[allow(dead_code)] // Shared: each crate uses its part of it.
#[path = "../fuzz/mod.rs"]
mod fuzz;
mod in_place;
mod known_answers;
mod layout;
mod odds;
mod older;
mod order;
mod paths;
mod proofs;
mod random;
mod recordings;
#[path = "../reference/mod.rs"]
mod reference;
mod roots;
mod sha;
mod signature;
mod strategy;
mod tampering;
mod time;
mod zero;
