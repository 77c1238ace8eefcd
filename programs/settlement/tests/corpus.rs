//! Replays the fuzz corpus for proof buffers.

#[path = "fuzz/mod.rs"]
mod buffers;
#[allow(dead_code)]
#[path = "../../../crates/verifier/tests/fuzz/mod.rs"]
mod fuzz;
#[allow(dead_code)]
#[path = "../../../crates/verifier/tests/reference/mod.rs"]
mod reference;
#[path = "../../../crates/wire/tests/fuzz/mod.rs"]
#[allow(dead_code)] // Shared: each crate's tests use their part of it.
mod wire;

/// The hash function of the reference; on the host the verifier's is plain `sha2`.
mod sha {
    use linesman_verifier::{Hasher, Sha256};

    pub fn sha(parts: &[&[u8]]) -> [u8; 32] {
        Sha256::hashv(parts)
    }
}

use fuzz::corpus::replay;

#[test]
fn proof_buffers() {
    replay(
        "accounts",
        buffers::accounts,
        &[
            ("proof buffer", &[3001, 3002, 3003]),
            ("content of a proof buffer", &[6243]),
            ("place in a proof buffer", &[6242]),
            ("length of a proof buffer", &[6242]),
            ("settle's arguments", &[0]),
            ("settle's proof", &[6069, 6103]),
        ],
    );
}
