//! No edit of a valid proof is accepted.

use std::sync::LazyLock;

use linesman_verifier::{Error, Path, ProvenEvent, Sha256, SlotTime, Trust};
use proptest::prelude::*;

use crate::random::config;
use crate::reference::*;

fn proofs() -> &'static [Proof] {
    static PROOFS: LazyLock<Vec<Proof>> = LazyLock::new(build_proofs);
    &PROOFS
}

fn build_proofs() -> Vec<Proof> {
    let batch = sample();
    vec![
        batch.single(FIXTURE, UPDATE, &[1, 7, 2, 8]),
        batch.multi(FIXTURE, UPDATE, &[1, 7, 2, 8]),
        batch.single(FIXTURE, 2, &[7]),
        batch.multi(FIXTURE, 2, &[8, 1, 2]),
        batch.single(0, 0, &[3007]),
        batch.multi(0, 0, &[3007, 1, 8, 1007, 2]),
        batch.single(2, 1, &[1, 2]),
        batch.multi(2, 1, &[2]),
    ]
}

/// Verifies against the root of the proof's own slot, read from an account.
fn verify(proof: &Proof, root: &Hash) -> Result<ProvenEvent, Error> {
    let event = proof.verify(root, SOCCER)?;
    let sample = SlotTime { epoch_day: 20_833, slot: 96 };
    if event.time != sample {
        return Err(Error::RootNotAvailable);
    }
    Ok(event)
}

/// The direction flags whose sibling equals the running hash, where a flip proves the same content. This happens where
/// an odd layer's last node is its own sibling, in trees whose number of leaves is not part of the proof.
fn harmless_flags(proof: &Proof) -> Vec<usize> {
    let mut harmless = Vec::new();
    let mut fold = |start: usize, bytes: &[u8], leaf: Hash| {
        let mut hash = leaf;
        for (i, node) in bytes.chunks(33).enumerate() {
            if hash == node[..32] {
                harmless.push(start + 33 * i + 32);
            }
            hash = if node[32] == 1 { sha(&[&hash, &node[..32]]) } else { sha(&[&node[..32], &hash]) };
        }
    };
    let main = 68 + 4 + proof.fixture_path.len() + 4;
    fold(main, &proof.main_path, summary_leaf(&proof.summary));
    let mut start = main + proof.main_path.len() + 32 + 4;
    for (stat, path) in &proof.leaves {
        fold(start + 16, path, stat_leaf(stat));
        start += 16 + path.len();
    }
    harmless
}

/// The bytes of the periods claimed for zero stats.
fn unbound_periods(proof: &Proof) -> Vec<usize> {
    let mut start = 68 + 4 + proof.fixture_path.len() + 4 + proof.main_path.len() + 32 + 4;
    let mut bytes = Vec::new();
    for (_, path) in &proof.leaves {
        if path.get(1..32).is_some_and(|rest| rest == [0xff; 31]) {
            bytes.extend(start + 8..start + 12);
        }
        start += 16 + path.len();
    }
    bytes
}

#[test]
fn no_flipped_bit_is_accepted() {
    let root = sample().root();
    let mut exceptions = 0;
    for proof in proofs() {
        let original = verify(proof, &root).unwrap();
        let bytes = proof.borsh();
        assert_eq!(Proof::from_borsh(&bytes, proof.multi.is_some()).as_ref(), Some(proof));
        let flags = harmless_flags(proof);
        let periods = unbound_periods(proof);
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut bytes = bytes.clone();
                bytes[place] ^= 1 << bit;
                let Some(edited) = Proof::from_borsh(&bytes, proof.multi.is_some()) else {
                    continue;
                };
                let result = verify(&edited, &root);
                if periods.contains(&place) || (flags.contains(&place) && bit == 0) {
                    assert_eq!(result.as_ref(), Ok(&original), "bit {bit} of byte {place}");
                    exceptions += 1;
                } else {
                    assert!(result.is_err(), "bit {bit} of byte {place}: {result:?}");
                }
            }
        }
    }
    assert!(exceptions > 0);
}

/// Every way to read the bytes of one form as the other form.
#[test]
fn no_shortened_or_lengthened_list_is_accepted() {
    let root = sample().root();
    let nodes = [path(&[([0; 32], false)]), path(&[([0; 32], true)]), path(&[(marker(1), false)])];
    for proof in proofs() {
        let mut edited = Vec::new();
        let mut edit = |edit: &dyn Fn(&mut Proof)| {
            let mut proof = proof.clone();
            edit(&mut proof);
            edited.push(proof);
        };
        let lists: Vec<fn(&mut Proof) -> &mut Vec<u8>> = vec![
            |p| &mut p.fixture_path,
            |p| &mut p.main_path,
            |p| &mut p.leaves[0].1,
            |p| &mut p.leaves.last_mut().unwrap().1,
            |p| &mut p.multi.get_or_insert_default().0,
        ];
        for list in lists {
            for node in &nodes {
                edit(&|p| list(p).extend(node));
                edit(&|p| {
                    list(p).splice(0..0, node.iter().copied());
                });
            }
            edit(&|p| {
                let list = list(p);
                list.truncate(list.len().saturating_sub(33));
            });
            edit(&|p| {
                let list = list(p);
                list.drain(..list.len().min(33));
            });
            edit(&|p| {
                let list = list(p);
                list.reverse();
                // Restore valid flags: only whole nodes are swapped.
                let nodes: Vec<u8> = list.chunks(33).flat_map(|node| node.iter().rev().copied()).collect();
                *list = nodes;
            });
        }
        if proof.multi.is_some() {
            edit(&|p| p.multi.as_mut().unwrap().1.push(16));
            edit(&|p| {
                p.multi.as_mut().unwrap().1.pop();
            });
            for step in [1, u32::MAX] {
                edit(&|p| {
                    for index in &mut p.multi.as_mut().unwrap().1 {
                        *index = index.wrapping_add(step);
                    }
                });
            }
            // One level up or down.
            edit(&|p| p.multi.as_mut().unwrap().1.iter_mut().for_each(|i| *i >>= 1));
            edit(&|p| p.multi.as_mut().unwrap().1.iter_mut().for_each(|i| *i <<= 1));
        }
        edit(&|p| {
            p.multi = match p.multi {
                Some(_) => None,
                None => Some(Default::default()),
            }
        });
        let zeros_only = proof.leaves.iter().all(|(_, path)| path.get(1) == Some(&0xff));
        for edited in edited {
            // Not an edit: a list that equals its reverse, or an empty one. Proofs of only zero stats are the same in
            // both forms.
            let mut same = edited.clone();
            if zeros_only && edited.multi.clone().unwrap_or_default() == Default::default() {
                same.multi.clone_from(&proof.multi);
            }
            if same != *proof {
                assert!(verify(&edited, &root).is_err(), "{edited:?}");
            }
        }
    }
}

/// Moves a node from one path to the next, with roots recomputed to fit, to shift the boundary between levels.
#[test]
fn no_level_can_be_moved() {
    let batch = sample();
    let root = batch.root();
    let proof = batch.single(FIXTURE, UPDATE, &[7]);

    // The fixture path's last node moves to the main path, and the running hash becomes the "sub-tree root".
    let mut moved = proof.clone();
    let at = moved.fixture_path.len() - 33;
    let node = moved.fixture_path.split_off(at);
    moved.main_path.splice(0..0, node);
    assert!(verify(&moved, &root).is_err());

    // The fixture path is merged into the stat's path: the sub-tree root is the "event stat root".
    let mut moved = proof.clone();
    moved.leaves[0].1.extend(&proof.fixture_path);
    moved.event_stat_root = proof.summary.events_sub_tree_root;
    moved.fixture_path.clear();
    assert_eq!(verify(&moved, &root), Err(Error::InvalidFixtureSubTreeProof));

    // The fixture path's first node moves to the stat's path: the parent is the "event stat root".
    let mut moved = proof.clone();
    moved.leaves[0].1.extend(&proof.fixture_path[..33]);
    moved.event_stat_root = sha(&[&proof.fixture_path[..32], &proof.event_stat_root]);
    moved.fixture_path.drain(..33);
    assert_eq!(verify(&moved, &root), Err(Error::InvalidFixtureSubTreeProof));

    // The stat path's last node moves to the fixture path: an inner node of the stat tree is the "event stat root".
    let mut moved = proof.clone();
    let at = moved.leaves[0].1.len() - 33;
    let node = moved.leaves[0].1.split_off(at);
    let mut hash = stat_leaf(&moved.leaves[0].0);
    for node in moved.leaves[0].1.chunks(33) {
        hash = if node[32] == 1 { sha(&[&hash, &node[..32]]) } else { sha(&[&node[..32], &hash]) };
    }
    moved.event_stat_root = hash;
    moved.fixture_path.splice(0..0, node);
    assert_eq!(verify(&moved, &root), Err(Error::InvalidFixtureSubTreeProof));
}

/// A made-up summary that fits the path shows which checks come before hashing.
#[test]
fn the_fixture_level_is_pinned_by_the_update_count() {
    let event_root = [9; 32];
    // Depth of the sub-tree for 1 to 9 updates: ceil(log2(2n)).
    for (count, depth) in [(1, 1), (2, 2), (3, 3), (4, 3), (5, 4), (8, 4), (9, 5)] {
        for length in 0..7usize {
            for index in 0..1u64 << length {
                let nodes: Vec<_> = (0..length).map(|i| ([i as u8 + 20; 32], index >> i & 1 == 0)).collect();
                let mut sub_tree_root = event_root;
                for (hash, right) in &nodes {
                    sub_tree_root = if *right { sha(&[&sub_tree_root, hash]) } else { sha(&[hash, &sub_tree_root]) };
                }
                let mut proof = sample().head(FIXTURE, UPDATE);
                proof.fixture_path = path(&nodes);
                proof.event_stat_root = event_root;
                proof.summary.update_stats.update_count = count;
                proof.summary.events_sub_tree_root = sub_tree_root;
                proof.main_path = path(&[([8; 32], false)]);
                let root = sha(&[&[8; 32], &summary_leaf(&proof.summary)]);
                proof.leaves = proofs()[0].leaves[..1].to_vec();
                let fits = length == depth && index % 2 == 1 && index < 2 * count as u64;
                let expected = if fits {
                    // Passes on to the stat, which belongs to another event.
                    Error::InvalidStatProof
                } else {
                    Error::InvalidFixtureSubTreeProof
                };
                let error = proof.verify(&root, SOCCER).unwrap_err();
                assert_eq!(error, expected, "{count} updates, leaf {index} of depth {length}");
            }
        }
    }
}

/// The deepest possible fixture sub-tree: 32 nodes, for more than 2^30 updates.
#[test]
fn the_longest_fixture_path() {
    let event_root = [9; 32];
    for (count, fits) in [((1 << 30) + 1, true), (i32::MAX, true), (1 << 30, false)] {
        // The last level's right sibling covers all later updates; the proven update is the first.
        let mut nodes = vec![([3; 32], false)];
        nodes.extend([([4; 32], true); 31]);
        let mut proof = sample().head(FIXTURE, UPDATE);
        proof.fixture_path = path(&nodes);
        proof.event_stat_root = event_root;
        proof.summary.update_stats.update_count = count;
        proof.summary.events_sub_tree_root = Path::from_bytes(&proof.fixture_path).unwrap().fold::<Sha256>(event_root);
        proof.main_path = path(&[([8; 32], false)]);
        let root = sha(&[&[8; 32], &summary_leaf(&proof.summary)]);
        proof.leaves = proofs()[0].leaves[..1].to_vec();
        let expected = if fits { Error::InvalidStatProof } else { Error::InvalidFixtureSubTreeProof };
        assert_eq!(proof.verify(&root, SOCCER), Err(expected), "{count} updates");
    }
}

/// Updates beyond 2^28 have no order key.
#[test]
fn order_keys_have_28_bits_for_the_update() {
    let stat = sample().fixtures[FIXTURE].events[UPDATE].present[0];
    for (index, fits) in [((1u64 << 28) - 1, true), (1 << 28, false), ((1 << 30) + 5, false)] {
        let nodes: Vec<_> = (0..32).map(|i| ([i as u8; 32], (2 * index + 1) >> i & 1 == 0)).collect();
        let mut proof = sample().head(FIXTURE, UPDATE);
        proof.leaves = vec![(stat, Vec::new())];
        proof.event_stat_root = stat_leaf(&stat);
        proof.fixture_path = path(&nodes);
        proof.summary.update_stats.update_count = i32::MAX;
        proof.summary.events_sub_tree_root =
            Path::from_bytes(&proof.fixture_path).unwrap().fold::<Sha256>(proof.event_stat_root);
        proof.main_path = path(&[([8; 32], false)]);
        let root = sha(&[&[8; 32], &summary_leaf(&proof.summary)]);
        let event = proof.verify(&root, SOCCER).unwrap();
        assert_eq!(u64::from(event.update_index), index);
        let expected = if fits { Ok(20_833 << 40 | 96 << 28 | index) } else { Err(Error::Overflow) };
        assert_eq!(event.order_key().map(|key| key.get()), expected);
    }
}

#[test]
fn a_summary_never_stands_alone() {
    let mut proof = sample().single(FIXTURE, UPDATE, &[1]);
    proof.main_path.clear();
    let root = summary_leaf(&proof.summary);
    assert_eq!(proof.verify(&root, SOCCER), Err(Error::InvalidMainTreeProof));
}

#[test]
fn the_multiproof_is_used_up_exactly() {
    let batch = sample();
    let root = batch.root();
    let proof = batch.multi(FIXTURE, UPDATE, &[1, 7, 8, 3008]);
    assert!(verify(&proof, &root).is_ok());
    let hashes = proof.multi.clone().unwrap().0;
    let edited = |edit: &dyn Fn(&mut Vec<u8>)| {
        let mut proof = proof.clone();
        edit(&mut proof.multi.as_mut().unwrap().0);
        verify(&proof, &root).unwrap_err()
    };
    for count in 0..hashes.len() / 33 {
        assert_eq!(edited(&|h| h.truncate(33 * count)), Error::MissingProofNode);
        assert_eq!(edited(&|h| h[33 * count + 32] ^= 1), Error::InvalidProofPath);
        assert_eq!(edited(&|h| h[33 * count] ^= 1), Error::InvalidStatProof);
    }
    for right in [false, true] {
        let more = path(&[([0; 32], right)]);
        assert_eq!(edited(&|h| h.extend(&more)), Error::InvalidProofPath);
    }
}

/// A tree with one leaf: index 1, no hash.
#[test]
fn a_tree_of_one_leaf() {
    let update = Update { ts: TS, period: 100, stats: [(1, 3), (2, 0)].into() };
    let batch = Batch::new(linesman_verifier::Layout::Soccer, &[(1, vec![update.clone()]), (2, vec![update])].into());
    let proof = batch.multi(1, 0, &[1, 2]);
    assert_eq!(proof.multi, Some((Vec::new(), vec![1])));
    assert!(proof.verify(&batch.root(), Trust::AnyOne).is_ok());
    let mut other = proof;
    other.multi.as_mut().unwrap().1[0] = 2;
    let error = other.verify(&batch.root(), Trust::AnyOne);
    assert_eq!(error, Err(Error::MissingProofNode));
    let single = batch.single(1, 0, &[1]);
    assert!(single.leaves[0].1.is_empty());
    assert!(single.verify(&batch.root(), Trust::AnyOne).is_ok());
}

proptest! {
    #![proptest_config(config(2000))]

    /// Any change of up to four bytes is refused or leaves the facts unchanged.
    #[test]
    fn random_edits_prove_nothing_else(
        which in 0..8usize,
        edits in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..5),
    ) {
        let proof = &proofs()[which];
        let root = sample().root();
        let original = verify(proof, &root).unwrap();
        let mut bytes = proof.borsh();
        for (place, value) in edits {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        if let Some(edited) = Proof::from_borsh(&bytes, proof.multi.is_some()) {
            if let Ok(event) = verify(&edited, &root) {
                prop_assert_eq!(event, original);
            }
        }
    }
}
