//! Test code of the crates that the fuzz targets run.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU8, Ordering};

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

/// Extra counters that libFuzzer reads in addition to code coverage.
#[link_section = "__libfuzzer_extra_counters"]
static COUNTERS: [AtomicU8; 4096] = [const { AtomicU8::new(0) }; 4096];

/// Reports the answers to libFuzzer, so that it keeps one input for each answer of each entry point. Code coverage
/// alone would not distinguish entry points that share the code of an error.
pub fn tell(seen: &fuzz::seen::Seen) {
    for answer in seen.answers() {
        let mut hasher = DefaultHasher::new();
        answer.hash(&mut hasher);
        COUNTERS[hasher.finish() as usize % COUNTERS.len()].store(1, Ordering::Relaxed);
    }
}
