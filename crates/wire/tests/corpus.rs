//! Replays the fuzz corpus for the argument types.

#[allow(dead_code)] // Shared: each crate's tests use their part of it.
#[path = "../../verifier/tests/fuzz/mod.rs"]
mod fuzz;
#[allow(dead_code)]
#[path = "../../verifier/tests/reference/mod.rs"]
mod reference;
#[path = "fuzz/mod.rs"]
mod wire;

/// The hash function of the reference; on the host the verifier's is plain `sha2`.
mod sha {
    use linesman_verifier::{Hasher, Sha256};

    pub fn sha(parts: &[&[u8]]) -> [u8; 32] {
        Sha256::hashv(parts)
    }
}

use fuzz::corpus::replay;

/// Errors of decoded proofs: a sample from each level; the verifier's own tests cover all.
const LEVELS: &[u32] = &[6004, 6010, 6022, 6023, 6027, 6100];

#[test]
fn scores() {
    replay(
        "scores",
        wire::scores::scores,
        &[
            ("validate_stat's arguments", &[0]),
            ("validate_stat's arguments, verified", LEVELS),
            ("StatValidationInput", &[0]),
            ("StatValidationInput, verified", LEVELS),
            ("StatValidationInputV3", &[0]),
            ("StatValidationInputV3, verified", LEVELS),
            ("StatValidationInputV4", &[0]),
            ("StatValidationInputV4, verified", LEVELS),
            ("NDimensionalStrategy", &[0]),
            ("strategy of an argument", &[6070, 6071, 6072, 6073]),
            ("CompactProof", &[0]),
            ("CompactProof, verified", &[6004, 6022, 6027, 6074, 6100, 6103]),
        ],
    );
}

#[test]
fn odds_fixtures() {
    replay(
        "odds_fixtures",
        wire::odds_fixtures::odds_fixtures,
        &[
            ("Odds", &[0]),
            ("OddsValidationInputV4", &[0]),
            ("OddsValidationInputV4, verified", &[6003, 6004, 6010, 6027]),
            ("Fixture", &[0]),
            ("validate_fixture's arguments", &[0]),
            ("validate_fixture's arguments, verified", &[6003, 6004, 6005, 6027]),
            ("validate_fixture_batch's arguments", &[0]),
            ("validate_fixture_batch's arguments, verified", &[6004, 6010]),
        ],
    );
}

#[test]
fn accounts() {
    replay("accounts", wire::accounts::accounts, &[("oracle configuration", &[0]), ("Chunk", &[0])]);
}
