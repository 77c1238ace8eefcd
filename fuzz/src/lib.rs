//! The code of the crates' tests that the targets run.

#[path = "../../programs/settlement/tests/fuzz/mod.rs"]
pub mod buffers;
#[path = "../../crates/verifier/tests/fuzz/mod.rs"]
pub mod fuzz;
#[path = "../../crates/verifier/tests/reference/mod.rs"]
pub mod reference;
#[path = "../../crates/verifier/tests/suite/sha.rs"]
pub mod sha;
#[path = "../../crates/wire/tests/fuzz/mod.rs"]
pub mod wire;
