//! Zero proofs, one rule at a time.

use linesman_verifier::{Error, Fact, Layout, Path, Sha256, StatLeaf, Trust};

use crate::reference::*;

/// The sample's zero stat 2 alone, as a single path and as a multiproof without hashes.
fn proofs() -> [Proof; 2] {
    let single = sample().single(FIXTURE, UPDATE, &[2]);
    let multi = sample().multi(FIXTURE, UPDATE, &[2]);
    assert_eq!(multi.multi, Some(Default::default()));
    [single, multi]
}

fn refused(error: Error, edit: impl Fn(&mut Proof)) {
    let root = sample().root();
    for (form, mut proof) in proofs().into_iter().enumerate() {
        edit(&mut proof);
        for trust in [SOCCER, Trust::AnyOne] {
            assert_eq!(proof.verify(&root, trust), Err(error), "form {form}, {trust:?}");
        }
    }
}

#[test]
fn a_zero_stat_is_absent() {
    for proof in proofs() {
        let event = proof.verify(&sample().root(), SOCCER).unwrap();
        assert_eq!(event.facts.as_slice(), [Fact::Absent { key: 2 }]);
    }
}

#[test]
fn exactly_two_nodes_on_the_left() {
    refused(Error::InvalidStatProof, |p| p.leaves[0].1.truncate(33));
    refused(Error::InvalidStatProof, |p| {
        p.leaves[0].1.extend(path(&[([0; 32], false)]));
    });
    refused(Error::InvalidStatProof, |p| p.leaves[0].1[32] = 1);
    refused(Error::InvalidStatProof, |p| p.leaves[0].1[65] = 1);
}

#[test]
fn every_byte_of_the_marker() {
    for byte in 1..32 {
        for value in [0, 0xfe, 0x7f] {
            refused(Error::InvalidStatProof, |p| p.leaves[0].1[byte] = value);
        }
    }
}

#[test]
fn the_layout_is_the_trusted_sport() {
    let root = sample().root();
    for byte in 0..=255 {
        for mut proof in proofs() {
            proof.leaves[0].1[0] = byte;
            let any = proof.verify(&root, Trust::AnyOne).err();
            // Key 2 has bit 1 in all three layouts.
            let known = [1, 2, 6].contains(&byte);
            assert_eq!(any, (!known).then_some(Error::IndexOutOfBounds));
            for layout in Layout::ALL {
                let error = proof.verify(&root, Trust::Sport(layout)).err();
                let expected = (layout.byte() != byte).then_some(Error::IndexOutOfBounds);
                assert_eq!(error, expected, "byte {byte} for {layout:?}");
            }
        }
    }
}

#[test]
fn one_layout_per_call() {
    let batch = sample();
    for proof in [batch.single(FIXTURE, UPDATE, &[2, 4]), batch.multi(FIXTURE, UPDATE, &[2, 4])] {
        let mut other = proof.clone();
        other.leaves[1].1[0] = 2;
        let error = other.verify(&batch.root(), Trust::AnyOne);
        assert_eq!(error, Err(Error::IndexOutOfBounds));
        other.leaves[0].1[0] = 2;
        assert!(other.verify(&batch.root(), Trust::AnyOne).is_ok());
        assert!(proof.verify(&batch.root(), Trust::AnyOne).is_ok());
    }
}

#[test]
fn the_value_is_zero() {
    for value in [1, -1, i32::MIN] {
        refused(Error::InvalidStatProof, |p| p.leaves[0].0.value = value);
    }
}

#[test]
fn the_map_is_that_of_the_update() {
    for byte in 33..65 {
        refused(Error::InvalidStatProof, |p| p.leaves[0].1[byte] ^= 1);
    }
    // The map of another update of the same fixture.
    let other = sample().fixtures[FIXTURE].events[0].map;
    refused(Error::InvalidStatProof, |p| p.leaves[0].1[33..65].copy_from_slice(&other));
}

#[test]
fn the_key_has_a_bit_and_the_bit_is_set() {
    for key in [0, 9, 999, 1000, 1009, 8001, u32::MAX] {
        refused(Error::IndexOutOfBounds, |p| p.leaves[0].0.key = key);
    }
    for key in [1, 3, 7, 8, 1001, 7001] {
        refused(Error::StatNotZero, |p| p.leaves[0].0.key = key);
    }
}

#[test]
fn the_checks_come_in_order() {
    type Edit = (Error, fn(&mut Proof));
    let faults: [Edit; 7] = [
        (Error::InvalidStatProof, |p| p.leaves[0].1[65] = 1),
        (Error::InvalidStatProof, |p| p.leaves[0].1[31] = 0),
        (Error::IndexOutOfBounds, |p| p.leaves[0].1[0] = 3),
        (Error::InvalidStatProof, |p| p.leaves[0].0.value = 1),
        (Error::InvalidStatProof, |p| p.leaves[0].1[40] ^= 1),
        (Error::IndexOutOfBounds, |p| p.leaves[0].0.key = 9),
        (Error::StatNotZero, |p| p.leaves[0].0.key = 1),
    ];
    for (first, (expected, one)) in faults.iter().enumerate() {
        for (_, other) in &faults[first + 1..] {
            let mut proof = proofs()[1].clone();
            other(&mut proof);
            one(&mut proof);
            assert_eq!(proof.verify(&sample().root(), SOCCER), Err(*expected));
        }
    }
}

/// Only a marker makes a single path a zero proof; a path that merely looks similar is an ordinary, wrong path.
#[test]
fn a_path_of_its_own_in_a_multiproof_is_a_zero_proof() {
    let batch = sample();
    let mut proof = batch.multi(FIXTURE, UPDATE, &[1, 7]);
    let single = batch.single(FIXTURE, UPDATE, &[1, 7]);
    proof.leaves[0].1.clone_from(&single.leaves[0].1);
    proof.multi.as_mut().unwrap().1.remove(0);
    assert_eq!(proof.verify(&batch.root(), SOCCER), Err(Error::InvalidStatProof));
}

#[test]
fn hashes_without_a_present_leaf_are_left_over() {
    let mut proof = proofs()[1].clone();
    proof.multi.as_mut().unwrap().0 = path(&[([1; 32], true)]);
    assert_eq!(proof.verify(&sample().root(), SOCCER), Err(Error::InvalidProofPath));
}

/// An update without stats commits to 32 zero bytes for both leaves; its map marks nothing.
#[test]
fn an_empty_update_proves_nothing() {
    let batch = sample();
    let event = &batch.fixtures[2].events[0];
    let mut proof = batch.head(2, 0);
    assert_eq!(proof.event_stat_root, [0; 32]);
    proof.leaves.push(zero_leaf(Layout::Soccer, event, 1));
    assert_eq!(proof.verify(&batch.root(), SOCCER), Err(Error::StatNotZero));
    // A record with only zero stats also has an empty tree, but its map marks them.
    let zeros = batch.single(2, 1, &[1, 2]).verify(&batch.root(), SOCCER).unwrap();
    assert_eq!(zeros.facts.as_slice(), [Fact::Absent { key: 1 }, Fact::Absent { key: 2 }]);
    assert!(zeros.facts.as_slice().iter().all(|fact| fact.period().is_none()));
}

/// A witness must prove a period, which a zero proof cannot.
#[test]
fn a_zero_proof_is_no_witness() {
    let batch = sample();
    let event = batch.multi(FIXTURE, UPDATE, &[1]).verify(&batch.root(), SOCCER).unwrap();
    let (stat, nodes) = zero_leaf(Layout::Soccer, &batch.fixtures[FIXTURE].events[UPDATE], 2);
    let witness = |nodes: &[u8]| {
        let leaf = StatLeaf { stat, path: Path::from_bytes(nodes).unwrap() };
        event.verify_witness::<Sha256>(&leaf)
    };
    assert_eq!(witness(&nodes), Err(Error::InvalidStatProof));
    assert_eq!(witness(&path(&vec![([1; 32], true); 33])), Err(Error::ProofTooLarge));
    assert_eq!(witness(&path(&vec![([1; 32], true); 32])), Err(Error::InvalidStatProof));
}
