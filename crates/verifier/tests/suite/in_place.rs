//! Proofs whose stats are read from the caller's own list.

use linesman_verifier::{AsStatLeaf, Error, ScoresProof, Sha256, StatLeaf, StatLeaves};

use crate::reference::*;

/// The proof with another list of stats.
fn with<'a, 'l, T>(proof: &ScoresProof<'a>, leaves: &'l [T]) -> ScoresProof<'a, &'l [T]> {
    ScoresProof {
        ts: proof.ts,
        summary: proof.summary,
        fixture_path: proof.fixture_path,
        main_path: proof.main_path,
        event_stat_root: proof.event_stat_root,
        leaves,
        stat_proof: proof.stat_proof,
    }
}

/// A caller's own type.
struct Own<'a>(StatLeaf<'a>);

impl AsStatLeaf for Own<'_> {
    fn as_stat_leaf(&self) -> StatLeaf<'_> {
        self.0
    }
}

fn proofs() -> Vec<Proof> {
    let batch = sample();
    let mut proofs = Vec::new();
    for keys in [&[1][..], &[1, 7], &[7, 1, 2], &[2], &[2, 1], &[1, 3, 7, 8, 1001]] {
        proofs.push(batch.single(FIXTURE, UPDATE, keys));
        proofs.push(batch.multi(FIXTURE, UPDATE, keys));
    }
    proofs
}

#[test]
fn a_list_in_place_proves_the_same() {
    let root = sample().root();
    for proof in proofs() {
        let view = proof.view().unwrap();
        let list: Vec<Own> = view.leaves.as_slice().iter().copied().map(Own).collect();
        let in_place = with(&view, &list);
        assert_eq!(in_place.check_form(), view.check_form());
        assert_eq!(in_place.verify::<Sha256>(&root, SOCCER), view.verify::<Sha256>(&root, SOCCER));
        assert_eq!(in_place.verify::<Sha256>(&root, SOCCER).unwrap().facts.as_slice().len(), list.len());
        assert_eq!(in_place.signed_digest::<Sha256>(), view.signed_digest::<Sha256>());
    }
}

#[test]
fn both_kinds_of_list_give_every_stat_once() {
    for proof in proofs() {
        let view = proof.view().unwrap();
        let leaves = view.leaves.as_slice();
        assert_eq!(view.leaves.count(), leaves.len());
        assert_eq!((&leaves).count(), leaves.len());
        assert!(view.leaves.stats().eq(leaves.iter().copied()));
        assert!((&leaves).stats().eq(leaves.iter().copied()));
        assert!(view.leaves.stats().rev().eq(leaves.iter().rev().copied()));
        assert!((&leaves).stats().rev().eq(leaves.iter().rev().copied()));
    }
}

#[test]
fn one_to_five_stats_in_place() {
    let proof = sample().multi(FIXTURE, UPDATE, &[1]);
    let view = proof.view().unwrap();
    let leaf = view.leaves.as_slice()[0];
    for (count, refused) in [(0, true), (1, false), (6, true), (300, true)] {
        let list = vec![leaf; count];
        let form = with(&view, &list).check_form();
        assert_eq!(form.err() == Some(Error::TooManyStats), refused, "{count}");
    }
    // Of more, only five are read.
    assert_eq!((&[leaf; 6][..]).stats().count(), 5);
    // Reported before any other check.
    let list = vec![leaf; 6];
    let mut late = with(&view, &list);
    late.ts += 1;
    assert_eq!(late.check_form(), Err(Error::TooManyStats));
}
