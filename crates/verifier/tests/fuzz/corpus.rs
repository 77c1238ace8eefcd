use std::path::PathBuf;

use super::seen::{Answer, Seen};
use crate::reference::hex;

/// The saved inputs of a target, one line of hex each.
pub fn inputs(target: &str) -> Vec<Vec<u8>> {
    // Every crate and program is two levels below the repository root.
    let file = PathBuf::from(format!("{}/../../crates/verifier/tests/corpus/{target}.hex", env!("CARGO_MANIFEST_DIR")));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text.lines().map(hex).collect()
}

/// Runs a target over its saved corpus. Every named entry point must have accepted some input and refused others with
/// each of these numbers; no other entry point may have answered.
pub fn replay(target: &str, run: impl Fn(&[u8]) -> Seen, expected: &[(&'static str, &[u32])]) {
    let mut seen = Seen::default();
    for input in inputs(target) {
        seen.add(run(&input));
    }
    let names: Vec<_> = expected.iter().map(|(entrance, _)| *entrance).collect();
    let unnamed: Vec<_> = seen.entrances().into_iter().filter(|entrance| !names.contains(entrance)).collect();
    let mut missing = Vec::new();
    for (entrance, numbers) in expected {
        let answers = numbers.iter().map(|number| Answer::Refused(*number)).chain([Answer::Accepted]);
        missing.extend(answers.filter(|answer| seen.count(entrance, *answer) == 0).map(|answer| (*entrance, answer)));
    }
    assert!(unnamed.is_empty() && missing.is_empty(), "unnamed: {unnamed:?}; missing: {missing:?}; seen: {seen:#?}");
}
