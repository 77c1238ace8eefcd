//! The code of the crates' tests that the targets run.

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

/// Counters that libFuzzer reads beside those of the compiled code.
#[link_section = "__libfuzzer_extra_counters"]
static COUNTERS: [AtomicU8; 4096] = [const { AtomicU8::new(0) }; 4096];

/// Tells libFuzzer what became of an input, so that it keeps one for each answer of each entrance: two entrances that
/// share the code of a refusal would be one to it.
pub fn tell(seen: &fuzz::seen::Seen) {
    for answer in seen.answers() {
        let mut hasher = DefaultHasher::new();
        answer.hash(&mut hasher);
        COUNTERS[hasher.finish() as usize % COUNTERS.len()].store(1, Ordering::Relaxed);
    }
}
