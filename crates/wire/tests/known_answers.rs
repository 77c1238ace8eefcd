//! The argument types against the worked example shared by all languages, and against invalid bytes.

use anchor_lang::prelude::borsh::BorshDeserialize;
use anchor_lang::AnchorSerialize;
use linesman_verifier::{Error, Layout, ScoresProof, Sha256, StatLeaves, Trust};
use linesman_wire::{
    Chunk, Fixture, NDimensionalStrategy, Odds, ProofNode, StatLeaf, StatValidationInput, StatValidationInputV3,
    StatValidationInputV4,
};
use serde_json::Value;

fn known_answers() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/known-answers.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn bytes(hex: &Value) -> Vec<u8> {
    let digits = hex.as_str().unwrap().as_bytes();
    digits.chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

fn borsh(value: &impl AnchorSerialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.serialize(&mut bytes).unwrap();
    bytes
}

fn payload() -> Vec<u8> {
    bytes(&known_answers()["v4"]["borshPayload"])
}

fn input() -> StatValidationInputV4 {
    StatValidationInputV4::try_from_slice(&payload()).unwrap()
}

/// Single paths for the same update: keys 1 and 7.
fn single() -> StatValidationInput {
    let input = input();
    let node = |node: &Value| {
        ProofNode::new(bytes(&node["hash"]).try_into().unwrap(), node["isRightSibling"].as_bool().unwrap())
    };
    let known = known_answers();
    let stats = known["singlePaths"].as_array().unwrap().iter().take(2).map(|path| StatLeaf {
        stat: input.leaves.iter().find(|leaf| u64::from(leaf.stat.key) == path["key"]).unwrap().stat,
        stat_proof: path["statProof"].as_array().unwrap().iter().map(node).collect(),
    });
    StatValidationInput {
        ts: input.ts,
        fixture_summary: input.fixture_summary,
        fixture_proof: input.fixture_proof,
        main_tree_proof: input.main_tree_proof,
        event_stat_root: input.event_stat_root,
        stats: stats.collect(),
    }
}

fn facts<L: StatLeaves>(proof: &ScoresProof<'_, L>) -> Vec<(u32, i32)> {
    let root = bytes(&known_answers()["mainRoot"]).try_into().unwrap();
    let event = proof.verify::<Sha256>(&root, Trust::Sport(Layout::Soccer)).unwrap();
    event.facts.as_slice().iter().map(|fact| (fact.key(), fact.value())).collect()
}

#[test]
fn the_signed_payload_is_decoded_and_encoded_to_the_byte() {
    assert_eq!(borsh(&input()), payload());
    assert_eq!(borsh(&StatValidationInputV3::try_from_slice(&payload()).unwrap()), payload());
    assert_eq!(StatValidationInput::try_from_slice(&borsh(&single())).unwrap(), single());
}

#[test]
fn both_views_prove_the_same_and_are_signed_alike() {
    let input = input();
    let expected = [(1, 2), (7, 5), (2, 0), (8, 3)];
    assert_eq!(facts(&input.view().unwrap()), expected);
    assert_eq!(facts(&input.in_place().unwrap()), expected);
    let digest = bytes(&known_answers()["v4"]["digest"]);
    assert_eq!(input.view().unwrap().signed_digest::<Sha256>().as_slice(), digest);
    assert_eq!(input.in_place().unwrap().signed_digest::<Sha256>().as_slice(), digest);

    let single = single();
    assert_eq!(facts(&single.view().unwrap()), [(1, 2), (7, 5)]);
    assert_eq!(facts(&single.in_place().unwrap()), [(1, 2), (7, 5)]);
}

#[test]
fn more_than_five_stats_are_no_proof() {
    let mut multi = input();
    let mut single = single();
    multi.leaves.truncate(1);
    single.stats.truncate(1);
    for count in 1..=6 {
        let expected = (count > 5).then_some(Error::TooManyStats);
        assert_eq!(multi.view().err(), expected);
        assert_eq!(multi.in_place().err(), expected);
        assert_eq!(single.view().err(), expected);
        assert_eq!(single.in_place().err(), expected);
        multi.leaves.push(multi.leaves[0].clone());
        single.stats.push(single.stats[0].clone());
    }
}

/// A hand-built proof with a longer list is refused when checked, and never hashed beyond five stats.
#[test]
fn a_longer_list_in_place_is_refused_when_it_is_checked() {
    let mut multi = input();
    multi.leaves = vec![multi.leaves[0].clone(); 5];
    let five = multi.in_place().unwrap();
    let long = vec![multi.leaves[0].clone(); 40];
    let proof = ScoresProof {
        ts: five.ts,
        summary: five.summary,
        fixture_path: five.fixture_path,
        main_path: five.main_path,
        event_stat_root: five.event_stat_root,
        leaves: long.as_slice(),
        stat_proof: five.stat_proof,
    };
    assert_eq!(proof.check_form(), Err(Error::TooManyStats));
    assert_eq!(proof.signed_digest::<Sha256>(), five.signed_digest::<Sha256>());
}

#[test]
fn what_is_cut_or_continued_does_not_decode() {
    let payload = payload();
    for end in 0..payload.len() {
        assert!(StatValidationInputV4::try_from_slice(&payload[..end]).is_err(), "{end} bytes");
    }
    assert!(StatValidationInputV4::try_from_slice(&[&payload[..], &[0]].concat()).is_err());
}

#[test]
fn a_flag_is_zero_or_one() {
    for flag in 0..=255 {
        let path = [&[1, 0, 0, 0][..], &[7; 32], &[flag]].concat();
        let second = [&[2, 0, 0, 0][..], &[7; 32], &[0], &[7; 32], &[flag]].concat();
        let first = [&[2, 0, 0, 0][..], &[7; 32], &[flag], &[7; 32], &[1]].concat();
        let node = [&[7; 32][..], &[flag]].concat();
        assert_eq!(Vec::<ProofNode>::try_from_slice(&path).is_ok(), flag < 2);
        assert_eq!(Vec::<ProofNode>::try_from_slice(&second).is_ok(), flag < 2);
        assert_eq!(Vec::<ProofNode>::try_from_slice(&first).is_ok(), flag < 2);
        assert_eq!(ProofNode::try_from_slice(&node).is_ok(), flag < 2);
    }
    assert_eq!(Vec::<ProofNode>::try_from_slice(&[0; 4]).unwrap(), []);
}

/// A length that no instruction can hold must be refused before anything is allocated: a program's heap is 32 KiB.
#[test]
fn announced_lengths_are_not_believed() {
    for length in [311, 10_241, 1 << 16, u32::MAX / 33, u32::MAX].map(u32::to_le_bytes) {
        assert!(Vec::<ProofNode>::try_from_slice(&length).is_err());
        // Targets first, then predicates.
        assert!(NDimensionalStrategy::try_from_slice(&length).is_err());
        assert!(NDimensionalStrategy::try_from_slice(&[&[0; 5][..], &length].concat()).is_err());
        // The first string of each record.
        assert!(Odds::try_from_slice(&[&[0; 8][..], &length].concat()).is_err());
        assert!(Fixture::try_from_slice(&[&[0; 16][..], &length].concat()).is_err());
    }
    let path_of = |nodes: u32| [&nodes.to_le_bytes()[..], &vec![0; nodes as usize * 33]].concat();
    assert_eq!(Vec::<ProofNode>::try_from_slice(&path_of(310)).unwrap().len(), 310);
    assert!(Vec::<ProofNode>::try_from_slice(&path_of(311)).is_err());
}

#[test]
fn a_chunk_is_a_list_of_bytes_and_no_longer_than_an_instruction() {
    for length in [0, 1, 900, 10_240] {
        let bytes = vec![7u8; length];
        let encoded = borsh(&bytes);
        assert_eq!(Chunk::try_from_slice(&encoded).unwrap(), Chunk(bytes.clone()));
        assert_eq!(borsh(&Chunk(bytes)), encoded);
        assert!(Chunk::try_from_slice(&[&encoded[..], &[0]].concat()).is_err());
        assert!(Chunk::try_from_slice(&encoded[..encoded.len() - 1]).is_err());
    }
    assert!(Chunk::try_from_slice(&borsh(&vec![7u8; 10_241])).is_err());
    assert!(Chunk::try_from_slice(&u32::MAX.to_le_bytes()).is_err());
}

#[test]
fn strategies_have_one_encoding() {
    let single = |tag, comparison| [&[0; 5][..], &[1, 0, 0, 0, tag, 0, 1, 0, 0, 0, comparison]].concat();
    let binary = |op, comparison| [&[0; 5][..], &[1, 0, 0, 0, 1, 0, 1, op, 1, 0, 0, 0, comparison]].concat();
    let distance = |tag, comparison| [&[0; 4][..], &[tag, 1, 0, 0, 0, comparison], &[0; 4]].concat();
    let decodes = |bytes: Vec<u8>| match NDimensionalStrategy::try_from_slice(&bytes) {
        Ok(strategy) => {
            assert_eq!(borsh(&strategy), bytes);
            true
        }
        Err(_) => false,
    };
    for byte in 0..=255 {
        assert_eq!(decodes(single(0, byte)), byte < 3);
        assert_eq!(decodes(single(byte, 0)), byte == 0);
        assert_eq!(decodes(binary(0, byte)), byte < 3);
        assert_eq!(decodes(binary(byte, 0)), byte < 2);
        assert_eq!(decodes(distance(1, byte)), byte < 3);
        assert_eq!(decodes(distance(byte, 0)), byte == 1);
    }
    assert!(decodes(vec![0; 9]));
}
