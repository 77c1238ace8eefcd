//! Reads and verifies the example answers, and refuses invalid ones.

use std::fs::read_to_string;

use anchor_lang::AnchorSerialize;
use linesman_verifier::{Fact, Hasher, Layout, Sha256, Trust};
use linesman_wire::json::{self, JsonError};

fn example(name: &str) -> String {
    read_to_string(format!("{}/../../examples/{name}.json", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn roots(kind: &str) -> Vec<u8> {
    json::account_data(&example(&format!("roots/{kind}"))).unwrap()
}

fn borsh(value: &impl AnchorSerialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.serialize(&mut bytes).unwrap();
    bytes
}

const SOCCER: Trust = Trust::Sport(Layout::Soccer);

fn values(facts: &[Fact]) -> Vec<(u32, i32)> {
    facts.iter().map(|fact| (fact.key(), fact.value())).collect()
}

#[test]
fn stats_of_every_version_verify_against_the_roots_account() {
    let account = roots("scores");
    let single = json::stat_v2(&example("proofs/final-win")).unwrap();
    let event = single.view().unwrap().verify_in_account::<Sha256>(&account, SOCCER).unwrap();
    assert_eq!((event.fixture_id, values(event.facts.as_slice())), (18_400_001, vec![(1, 3), (2, 1)]));

    let together = json::stat_v3(&example("proofs/final-win-v3")).unwrap();
    let event = together.view().unwrap().verify_in_account::<Sha256>(&account, SOCCER).unwrap();
    assert_eq!(event.facts.as_slice().len(), together.leaves.len());

    let signed = json::stat_v4(&example("proofs/final-win-v4")).unwrap();
    let proof = signed.payload.view().unwrap();
    proof.verify_in_account::<Sha256>(&account, SOCCER).unwrap();
    assert_eq!(proof.signed_digest::<Sha256>(), Sha256::hashv(&[&borsh(&signed.payload)]));
    assert_ne!(signed.signature, [0; 64]);
}

#[test]
fn both_wires_say_the_same() {
    let described = json::stat_v3(&example("proofs/final-win-v3")).unwrap();
    let observed = json::stat_v3(&example("proofs/final-win-v3-observed")).unwrap();
    assert_eq!(described, observed);
}

#[test]
fn records_of_odds_and_fixtures_are_those_that_are_committed_to() {
    let odds = json::odds(&example("proofs/odds")).unwrap();
    let signed = json::odds_v4(&example("proofs/odds-v4")).unwrap();
    assert_eq!(signed.payload.odds_snapshot, odds.record);
    assert_eq!(signed.payload.summary, odds.summary);
    assert_eq!(signed.payload.sub_tree_proof, odds.sub_tree_proof);
    assert_eq!(signed.payload.main_tree_proof, odds.main_tree_proof);

    let fixture = json::fixture(&example("proofs/fixture")).unwrap();
    assert_eq!(fixture.record.fixture_id & 0xffff_ffff_ffff, fixture.summary.fixture_id);
    // One record in the hour: its leaf is the root of its sub-tree.
    assert!(fixture.sub_tree_proof.is_empty());
    let leaf = Sha256::hashv(&[&borsh(&fixture.record)]);
    assert_eq!(leaf, fixture.summary.update_sub_tree_root);

    let (metadata, path) = json::fixture_batch(&example("proofs/fixture-batch")).unwrap();
    assert_eq!((metadata.num_unique_fixtures, path.len()), (5, 3));
}

/// The error for a version 3 answer in which one string is replaced.
fn refused(from: &str, to: &str) -> JsonError {
    let answer = example("proofs/final-win-v3-observed");
    let changed = answer.replacen(from, to, 1);
    assert_ne!(changed, answer, "{from}");
    json::stat_v3(&changed).unwrap_err()
}

#[test]
fn what_is_no_answer_is_refused_with_its_place() {
    let cases = [
        (r#""ts""#, r#""Summary":{},"ts""#, "$.summary", "one spelling"),
        (r#""ts""#, r#""summary":{},"ts""#, "$", "twice"),
        (r#""updateCount":1"#, r#""updateCount":1.0"#, "$.summary.updateStats.updateCount", "digits"),
        (r#""updateCount":1"#, r#""updateCount":2147483648"#, "$.summary.updateStats.updateCount", "i32"),
        (r#""updateCount":1"#, r#""updateCount":null"#, "$.summary.updateStats.updateCount", "a value"),
        (r#""isRightSibling":true"#, r#""isRightSibling":1"#, "$.multiproof.hashes[0].isRightSibling", "true or false"),
        (r#""eventStatRoot":[122"#, r#""eventStatRoot":[256"#, "$.eventStatRoot", "32 bytes"),
        // Signed and unsigned bytes mixed.
        (r#""eventStatRoot":[122"#, r#""eventStatRoot":[-1"#, "$.eventStatRoot", "32 bytes"),
        (r#""eventStatRoot":[122,"#, r#""eventStatRoot":["#, "$.eventStatRoot", "32 bytes"),
        (r#""multiproof""#, r#""proof""#, "$.multiproof", "a value"),
    ];
    for (from, to, path, expected) in cases {
        let error = refused(from, to);
        assert!(error.path.eq_ignore_ascii_case(path) && error.expected.contains(expected), "{to}: {error}");
    }
    for text in ["", "[]", "7", "{", "{} {}", "null"] {
        assert_eq!(json::stat_v3(text).unwrap_err().path.split('.').next(), Some("$"), "{text}");
    }
}

#[test]
fn base64_has_one_form() {
    let data = |text: &str| json::account_data(&format!("{{\"data\": \"{text}\"}}"));
    assert_eq!(data("AAEC/w=="), Ok(vec![0, 1, 2, 255]));
    for text in ["", "AAEC/w", "AAEC/x==", "AAE=/w==", "AAEC_w==", "A===", "===="] {
        assert!(data(text).is_err(), "{text}");
    }
}
