//! The compact form has the same verdicts and rules as the full form, and only one encoding.

use linesman_verifier::{CompactWitness, Error, Fact, Hasher, Layout, Sha256, SlotTime, Trust, MAX_PATH};
use proptest::prelude::*;

use crate::proofs::{questions, zero_keys, Question};
use crate::random::config;
use crate::reference::compact::*;
use crate::reference::*;

/// In the sample's update, keys 1, 3, 7, 8, 1001, 1007, 3001, 3003, 3007, 3008 are present, and 2, 4, 1002 are zero.
fn of_sample(keys: &[u32], witness: Option<u32>) -> Compact {
    compact(sample(), FIXTURE, UPDATE, keys, witness)
}

/// One proof of each kind: one leaf, several, some or all zero, with and without witness.
fn proofs() -> Vec<Compact> {
    vec![
        of_sample(&[1], None),
        of_sample(&[3008, 1, 7], None),
        of_sample(&[1, 3, 7, 8, 1001], None),
        of_sample(&[1, 2], None),
        of_sample(&[2, 1, 4, 3007], None),
        of_sample(&[2], None),
        of_sample(&[2, 4, 1002], None),
        of_sample(&[2], Some(7)),
        of_sample(&[4, 2], Some(3008)),
    ]
}

fn shorten<T>(list: &mut Vec<T>) {
    list.truncate(list.len() - 1);
}

fn refused(proof: &Compact, edit: impl Fn(&mut Compact)) -> Error {
    assert!(proof.judge().is_ok());
    let mut edited = proof.clone();
    edit(&mut edited);
    edited.judge().unwrap_err()
}

/// Refused for the form, before any root is needed.
fn form(proof: &Compact, edit: impl Fn(&mut Compact)) -> Error {
    let mut edited = proof.clone();
    edit(&mut edited);
    let error = edited.view().check_form().unwrap_err();
    assert_eq!(refused(proof, edit), error);
    error
}

#[test]
fn every_kind_proves_what_the_full_form_proves() {
    for proof in proofs() {
        let full = sample().multi(FIXTURE, UPDATE, &proof.keys).verify(&sample().root(), SOCCER).unwrap();
        let proven = proof.judge().unwrap();
        assert_eq!(proven.event, full);
        assert_eq!(proven.event.order_key(), full.order_key());
        let expected = proof.witness.map(|CompactWitness { key, value }| Fact::Present { key, value, period: 100 });
        assert_eq!(proven.witness, expected);
        assert_eq!(proof.view().check_form(), Ok(SlotTime { epoch_day: 20_833, slot: 96 }));
        assert_eq!(proof.view().check().unwrap().time(), full.time);
        let account = sample_account(sample().root());
        assert_eq!(proof.view().verify_in_account::<Sha256>(&account, Layout::Soccer), Ok(proven));
    }
}

#[test]
fn every_form_names_the_same_event_node() {
    for proof in proofs() {
        let full = sample().multi(FIXTURE, UPDATE, &proof.keys);
        let event = proof.judge().unwrap().event;
        let full = full.view().unwrap();
        // The first step of the fixture path joins the update's two leaves.
        let map_leaf = full.fixture_path.0[0];
        assert!(!map_leaf.is_right_sibling());
        let node = Sha256::hashv(&[map_leaf.hash(), event.event_stat_root()]);
        assert_eq!(full.event_node::<Sha256>(), Some(node));
        assert_eq!(proof.view().event_node::<Sha256>(event.event_stat_root()), Some(node));
    }
    let mut empty = of_sample(&[1], None);
    empty.fixture_siblings.clear();
    assert_eq!(empty.view().event_node::<Sha256>(&[0; 32]), None);
}

#[test]
fn the_slot_root_is_looked_up_before_anything_is_hashed() {
    let proof = of_sample(&[1, 2], None);
    let missing = sample_account([0; 32]);
    let verdict = proof.view().verify_in_account::<Sha256>(&missing, Layout::Soccer);
    assert_eq!(verdict.err(), Some(Error::RootNotAvailable));
    let other = sample_account([7; 32]);
    let verdict = proof.view().verify_in_account::<Sha256>(&other, Layout::Soccer);
    assert_eq!(verdict.err(), Some(Error::InvalidMainTreeProof));
}

#[test]
fn one_to_five_keys() {
    let proof = of_sample(&[1, 3, 7, 8, 1001], None);
    assert_eq!(form(&proof, |p| p.keys.clear()), Error::TooManyStats);
    assert_eq!(form(&proof, |p| p.keys.push(2)), Error::TooManyStats);
    let all = |p: &mut Compact| {
        p.keys.push(2);
        p.values.push(0);
    };
    assert_eq!(form(&proof, all), Error::TooManyStats);
}

#[test]
fn no_path_is_longer_than_32() {
    let long = vec![[1; 32]; MAX_PATH + 1];
    let most = vec![[1; 32]; MAX_PATH];
    let without_map = of_sample(&[1], None);
    let with_map = of_sample(&[1, 2], None);
    for proof in [&without_map, &with_map] {
        assert_eq!(form(proof, |p| p.fixture_siblings.clone_from(&long)), Error::ProofTooLarge);
        assert_eq!(form(proof, |p| p.main_siblings.clone_from(&long)), Error::ProofTooLarge);
        assert_eq!(form(proof, |p| p.hashes.clone_from(&long)), Error::ProofTooLarge);
        for edit in [
            |p: &mut Compact, most: &Vec<Hash>| p.main_siblings.clone_from(most),
            |p: &mut Compact, most: &Vec<Hash>| p.hashes.clone_from(most),
        ] {
            let mut edited = proof.clone();
            edit(&mut edited, &most);
            assert!(edited.view().check_form().is_ok());
        }
    }
    // The zero map takes the place of one node.
    assert_eq!(form(&with_map, |p| p.fixture_siblings.clone_from(&most)), Error::ProofTooLarge);
    let mut edited = without_map;
    edited.fixture_siblings = most;
    assert!(edited.view().check_form().is_ok());
}

#[test]
fn one_value_for_each_key() {
    for proof in proofs() {
        assert_eq!(form(&proof, |p| p.values.push(0)), Error::InvalidCompactForm);
        assert_eq!(form(&proof, |p| shorten(&mut p.values)), Error::InvalidCompactForm);
    }
    let five = of_sample(&[1, 3, 7, 8, 1001], None);
    assert_eq!(form(&five, |p| shorten(&mut p.keys)), Error::InvalidCompactForm);
}

#[test]
fn absent_bits_are_those_of_keys_with_value_zero() {
    for proof in proofs() {
        for bit in proof.keys.len()..8 {
            assert_eq!(form(&proof, |p| p.absent |= 1 << bit), Error::InvalidCompactForm);
        }
    }
    // The number of bits is right, but one is beyond the keys, in place of the last present key.
    let all_but = of_sample(&[1, 2], None);
    assert_eq!(form(&all_but, |p| p.absent = 0b100), Error::InvalidCompactForm);
    let zero = of_sample(&[1, 2], None);
    for value in [1, -1, i32::MIN] {
        assert_eq!(form(&zero, |p| p.values[1] = value), Error::InvalidCompactForm);
    }
    assert_eq!(form(&zero, |p| p.absent = 0b01), Error::InvalidCompactForm);
    let both = of_sample(&[2, 4], Some(7));
    for place in 0..2 {
        assert_eq!(form(&both, |p| p.values[place] = 1), Error::InvalidCompactForm);
    }
}

#[test]
fn the_zero_map_is_there_if_and_only_if_a_key_is_absent() {
    for proof in proofs() {
        let absent = proof.absent != 0;
        assert_eq!(proof.zero_map.is_some(), absent);
        let map = sample().fixtures[FIXTURE].events[UPDATE].map;
        // The zero-map leaf is restored or removed with it, so nothing else is wrong.
        let edit = |p: &mut Compact| {
            if absent {
                p.zero_map = None;
                p.fixture_siblings.insert(0, sha(&[&map]));
            } else {
                p.zero_map = Some(map);
                p.fixture_siblings.remove(0);
            }
        };
        assert_eq!(form(&proof, edit), Error::InvalidCompactForm);
    }
}

#[test]
fn a_witness_is_there_only_when_nothing_else_shows_the_period() {
    let witness = Some(CompactWitness { key: 7, value: 5 });
    for keys in [&[1][..], &[1, 2], &[2, 1]] {
        // The multiproof covers both leaves; the only fault is that the witness is not needed.
        let mut both: Vec<u32> = keys.iter().copied().filter(|key| *key == 1).collect();
        both.push(7);
        let (hashes, leaf_indices) = {
            let proof = of_sample(&both, None);
            (proof.hashes, proof.leaf_indices)
        };
        let proof = of_sample(keys, None);
        let edit = |p: &mut Compact| {
            p.witness = witness;
            p.hashes.clone_from(&hashes);
            p.leaf_indices.clone_from(&leaf_indices);
        };
        assert_eq!(form(&proof, edit), Error::InvalidCompactForm);
    }
}

#[test]
fn the_event_stat_root_is_there_if_and_only_if_nothing_is_present() {
    let root = sample().fixtures[FIXTURE].events[UPDATE].tree.root();
    for proof in proofs() {
        let present = proof.absent.count_ones() as usize != proof.keys.len() || proof.witness.is_some();
        assert_eq!(proof.event_stat_root.is_none(), present);
        let other = present.then_some(root);
        assert_eq!(form(&proof, |p| p.event_stat_root = other), Error::InvalidCompactForm);
    }
}

#[test]
fn without_a_present_stat_there_is_no_period() {
    for keys in [&[2][..], &[2, 4]] {
        let proof = of_sample(keys, None);
        for period in [100, 1, -1] {
            assert_eq!(form(&proof, |p| p.period = period), Error::InvalidCompactForm);
        }
        // With a witness there is a period, bound by the hash.
        let proof = of_sample(keys, Some(7));
        assert_eq!(proof.period, 100);
        assert_eq!(refused(&proof, |p| p.period = 0), Error::InvalidMainTreeProof);
    }
}

#[test]
fn the_index_of_the_summary_has_no_bits_beyond_its_path() {
    for proof in proofs() {
        let length = proof.main_siblings.len();
        for bit in length..32 {
            assert_eq!(form(&proof, |p| p.main_index |= 1 << bit), Error::InvalidCompactForm);
        }
    }
    // With 32 siblings every index fits.
    let mut proof = of_sample(&[1], None);
    proof.main_siblings = vec![[1; 32]; 32];
    proof.main_index = u32::MAX;
    assert!(proof.view().check_form().is_ok());
}

#[test]
fn times_lie_in_one_slot() {
    let proof = of_sample(&[1, 2], None);
    assert_eq!(form(&proof, |p| p.min_timestamp = -1), Error::Overflow);
    assert_eq!(form(&proof, |p| p.max_timestamp = i64::MAX), Error::Overflow);
    assert_eq!(form(&proof, |p| p.max_timestamp = p.min_timestamp - 1), Error::TimeSlotMismatch);
    assert_eq!(form(&proof, |p| p.max_timestamp += 300_000), Error::TimeSlotMismatch);
}

#[test]
fn at_least_one_update_and_not_more_than_the_oracle_counts() {
    let proof = of_sample(&[1], None);
    for count in [0, 1 << 31, u32::MAX] {
        assert_eq!(form(&proof, |p| p.update_count = count), Error::InvalidUpdateCount);
    }
}

#[test]
fn one_index_for_each_present_stat() {
    for proof in proofs() {
        assert_eq!(form(&proof, |p| p.leaf_indices.push(17)), Error::LengthMismatch);
        if !proof.leaf_indices.is_empty() {
            assert_eq!(form(&proof, |p| shorten(&mut p.leaf_indices)), Error::LengthMismatch);
        }
    }
    assert_eq!(form(&of_sample(&[1], None), |p| p.leaf_indices[0] = 0), Error::InvalidMultiproof);
    let two = of_sample(&[1, 7], None);
    assert_eq!(form(&two, |p| p.leaf_indices[1] = p.leaf_indices[0]), Error::InvalidMultiproof);
    assert_eq!(form(&two, |p| p.leaf_indices[1] *= 2), Error::InvalidMultiproof);
}

#[test]
fn keys_are_distinct_and_the_witness_is_another_one() {
    let proof = of_sample(&[1, 7], None);
    assert_eq!(form(&proof, |p| p.keys[1] = 1), Error::InvalidMultiproof);
    let zeros = of_sample(&[2, 4], None);
    assert_eq!(form(&zeros, |p| p.keys[1] = 2), Error::InvalidMultiproof);
    let witness = of_sample(&[2, 4], Some(7));
    for key in [2, 4] {
        assert_eq!(form(&witness, |p| p.witness.as_mut().unwrap().key = key), Error::InvalidMultiproof);
    }
}

#[test]
fn a_summary_is_never_the_root_itself() {
    let mut proof = of_sample(&[1], None);
    proof.main_siblings.clear();
    proof.main_index = 0;
    let leaf = summary_leaf(&sample().fixtures[FIXTURE].summary);
    assert_eq!(proof.verify(&leaf, Layout::Soccer), Err(Error::InvalidMainTreeProof));
}

#[test]
fn the_update_is_one_of_those_counted_and_its_path_of_their_length() {
    for proof in proofs() {
        for count in [1, 2, 5, 6, 1000, (1 << 31) - 1] {
            assert_eq!(refused(&proof, |p| p.update_count = count), Error::InvalidFixtureSubTreeProof, "{count}");
        }
        // The path has the same length, but the summary differs.
        assert_eq!(refused(&proof, |p| p.update_count = 4), Error::InvalidMainTreeProof);
        for index in [3, 4, 1 << 31, u32::MAX] {
            assert_eq!(refused(&proof, |p| p.update_index = index), Error::InvalidFixtureSubTreeProof, "{index}");
        }
        for index in [0, 2] {
            assert_eq!(refused(&proof, |p| p.update_index = index), Error::InvalidMainTreeProof);
        }
        assert_eq!(refused(&proof, |p| p.fixture_siblings.push([0; 32])), Error::InvalidFixtureSubTreeProof);
        assert_eq!(refused(&proof, |p| shorten(&mut p.fixture_siblings)), Error::InvalidFixtureSubTreeProof);
        assert_eq!(refused(&proof, |p| p.fixture_siblings.clear()), Error::InvalidFixtureSubTreeProof);
    }
}

#[test]
fn a_zero_stat_is_marked_in_the_map_of_the_sport() {
    let proof = of_sample(&[1, 2], None);
    assert_eq!(refused(&proof, |p| p.keys[1] = 9), Error::IndexOutOfBounds);
    assert_eq!(refused(&proof, |p| p.keys[1] = 5), Error::StatNotZero);
    assert_eq!(refused(&proof, |p| p.keys[1] = 7), Error::StatNotZero);
    let other = of_sample(&[2, 1002], None);
    assert!(other.judge().is_ok());
    // Key 1002 has another bit, or none, in other sports.
    let root = sample().root();
    assert_eq!(other.verify(&root, Layout::Basketball), Err(Error::StatNotZero));
    assert_eq!(of_sample(&[4], Some(7)).verify(&root, Layout::UsFootball).map(drop), Ok(()));
    assert_eq!(refused(&proof, |p| p.zero_map = Some([0xff; 32])), Error::InvalidMainTreeProof);
    assert_eq!(refused(&proof, |p| p.zero_map = Some([0; 32])), Error::StatNotZero);
}

#[test]
fn the_multiproof_is_used_up_exactly() {
    for proof in proofs() {
        let present = !proof.leaf_indices.is_empty();
        assert_eq!(refused(&proof, |p| p.hashes.push([0; 32])), Error::InvalidProofPath);
        if present {
            assert_eq!(refused(&proof, |p| shorten(&mut p.hashes)), Error::MissingProofNode);
            assert_eq!(refused(&proof, |p| p.hashes.clear()), Error::MissingProofNode);
            for place in 0..proof.hashes.len() {
                assert_eq!(refused(&proof, |p| p.hashes[place][31] ^= 1), Error::InvalidMainTreeProof);
            }
        }
    }
    assert_eq!(refused(&of_sample(&[1], None), |p| p.leaf_indices[0] = 1), Error::InvalidProofPath);
    assert_eq!(refused(&of_sample(&[1], None), |p| p.leaf_indices[0] *= 2), Error::MissingProofNode);
}

/// Swapping the indices of two present stats proves nothing; unsorted stats with their own indices do, because the
/// layer sorts.
#[test]
fn indices_belong_to_the_stats_in_their_order() {
    let proof = of_sample(&[3008, 1, 7], None);
    assert!(proof.leaf_indices[0] > proof.leaf_indices[1]);
    for (a, b) in [(0, 1), (1, 2), (0, 2)] {
        assert_eq!(refused(&proof, |p| p.leaf_indices.swap(a, b)), Error::InvalidMainTreeProof);
        assert_eq!(refused(&proof, |p| p.values.swap(a, b)), Error::InvalidMainTreeProof);
    }
    let witness = of_sample(&[2], Some(7));
    assert_eq!(refused(&witness, |p| p.witness.as_mut().unwrap().value ^= 1), Error::InvalidMainTreeProof);
    assert_eq!(refused(&witness, |p| p.witness.as_mut().unwrap().key = 8), Error::InvalidMainTreeProof);
}

/// An update without stats has a root of 32 zero bytes and an empty map.
#[test]
fn an_update_without_stats_proves_nothing() {
    let mut proof = compact(sample(), 2, 0, &[1], None);
    assert_eq!(proof.event_stat_root, Some([0; 32]));
    assert_eq!(proof.judge(), Err(Error::StatNotZero));
    proof.update_index = 1;
    assert!(compact(sample(), 2, 1, &[1], None).judge().is_ok());
}

#[test]
fn the_first_fault_is_reported() {
    let proof = of_sample(&[1, 2, 7], None);
    type Edit = (Error, fn(&mut Compact));
    let faults: Vec<Edit> = vec![
        (Error::TooManyStats, |p| p.keys.clear()),
        (Error::ProofTooLarge, |p| p.hashes = vec![[1; 32]; 33]),
        (Error::InvalidCompactForm, |p| p.absent |= 0x80),
        (Error::Overflow, |p| p.max_timestamp = i64::MAX),
        (Error::TimeSlotMismatch, |p| p.max_timestamp = TS - 1),
        (Error::InvalidUpdateCount, |p| p.update_count = 0),
        (Error::LengthMismatch, |p| p.leaf_indices.push(16)),
        (Error::InvalidMultiproof, |p| p.leaf_indices[0] = 0),
        (Error::InvalidMainTreeProof, |p| {
            p.main_siblings.clear();
            p.main_index = 0;
        }),
        (Error::InvalidFixtureSubTreeProof, |p| p.update_index = 3),
        (Error::StatNotZero, |p| p.zero_map = Some([0; 32])),
        (Error::InvalidProofPath, |p| p.hashes.push([0; 32])),
    ];
    for (first, (expected, one)) in faults.iter().enumerate() {
        for (_, other) in &faults[first + 1..] {
            let both = |p: &mut Compact| {
                other(p);
                one(p);
            };
            assert_eq!(refused(&proof, both), *expected);
        }
    }
}

/// Flips one bit of one field. Keys are left alone: they come from the caller.
type Flip = (&'static str, Box<dyn Fn(&mut Compact)>);

fn flips(proof: &Compact) -> Vec<Flip> {
    let mut flips: Vec<Flip> = Vec::new();
    macro_rules! integer {
        ($name:ident, $bits:literal) => {
            for bit in 0..$bits {
                flips.push((stringify!($name), Box::new(move |p| p.$name ^= 1 << bit)));
            }
        };
    }
    macro_rules! integers {
        ($name:ident) => {
            for place in 0..proof.$name.len() {
                for bit in 0..32 {
                    flips.push((stringify!($name), Box::new(move |p| p.$name[place] ^= 1 << bit)));
                }
            }
        };
    }
    macro_rules! list {
        ($name:ident) => {
            for place in 0..proof.$name.len() {
                for bit in 0..256 {
                    let flip = move |p: &mut Compact| p.$name[place][bit / 8] ^= 1 << (bit % 8);
                    flips.push((stringify!($name), Box::new(flip)));
                }
            }
        };
    }
    macro_rules! optional {
        ($name:ident) => {
            for bit in 0..256 {
                if proof.$name.is_some() {
                    let flip = move |p: &mut Compact| p.$name.as_mut().unwrap()[bit / 8] ^= 1 << (bit % 8);
                    flips.push((stringify!($name), Box::new(flip)));
                }
            }
        };
    }
    integer!(fixture_id, 64);
    integer!(update_count, 32);
    integer!(min_timestamp, 64);
    integer!(max_timestamp, 64);
    integer!(update_index, 32);
    integer!(main_index, 32);
    integer!(period, 32);
    integer!(absent, 8);
    integers!(values);
    integers!(leaf_indices);
    list!(fixture_siblings);
    list!(main_siblings);
    list!(hashes);
    optional!(zero_map);
    optional!(event_stat_root);
    for bit in 0..32 {
        if proof.witness.is_some() {
            flips.push(("witness", Box::new(move |p| p.witness.as_mut().unwrap().key ^= 1 << bit)));
            flips.push(("witness", Box::new(move |p| p.witness.as_mut().unwrap().value ^= 1 << bit)));
        }
    }
    flips
}

/// No flipped bit is accepted, except a direction bit where sibling and running hash are equal, which proves the same
/// content.
fn check_flips(proof: &Compact, root: &Hash, sport: Layout) {
    let proven = proof.verify(root, sport).unwrap();
    for (field, flip) in flips(proof) {
        let mut edited = proof.clone();
        flip(&mut edited);
        if let Ok(event) = edited.verify(root, sport) {
            assert!(matches!(field, "main_index" | "leaf_indices"), "{field} of {proof:?}");
            assert_eq!(event, proven);
        }
    }
}

#[test]
fn no_flipped_bit_is_accepted() {
    for proof in proofs() {
        check_flips(&proof, &sample().root(), Layout::Soccer);
    }
}

proptest! {
    #![proptest_config(config(192))]

    #[test]
    fn the_compact_form_agrees_with_the_full_forms(question in questions()) {
        let Question { batch, fixture, update, keys } = &question;
        let (fixture, update, root) = (*fixture, *update, batch.root());
        let event = &batch.fixtures[fixture].events[update];
        let trust = Trust::Sport(batch.layout);
        let proven = compact(batch, fixture, update, keys, None).verify(&root, batch.layout).unwrap();
        prop_assert_eq!(Ok(proven.event), batch.multi(fixture, update, keys).verify(&root, trust));
        prop_assert_eq!(Ok(proven.event), batch.single(fixture, update, keys).verify(&root, trust));
        prop_assert_eq!(proven.witness, None);

        // All keys zero, with a witness.
        let zeros: Vec<u32> = zero_keys(batch.layout, event).into_iter().take(5).collect();
        if let (Some(witness), false) = (event.present.last(), zeros.is_empty()) {
            let proof = compact(batch, fixture, update, &zeros, Some(witness.key));
            let proven = proof.verify(&root, batch.layout).unwrap();
            let full = batch.single(fixture, update, &zeros).verify(&root, trust).unwrap();
            prop_assert_eq!(proven.event, full);
            let leaf = batch.single(fixture, update, &[witness.key]);
            let view = leaf.view().unwrap();
            prop_assert_eq!(proven.witness, full.verify_witness::<Sha256>(&view.leaves.as_slice()[0]).ok());
        }
    }
}

proptest! {
    #![proptest_config(config(12))]

    #[test]
    fn no_flipped_bit_of_a_random_proof_is_accepted(question in questions()) {
        let Question { batch, fixture, update, keys } = &question;
        check_flips(&compact(batch, *fixture, *update, keys, None), &batch.root(), batch.layout);
    }
}
