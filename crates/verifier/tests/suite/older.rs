use linesman_verifier::{older::verify_older, Error, Fact, Sha256, Stat, Trust};

use crate::reference::*;

/// Three updates. All stats, zeros included, are leaves of the stat trees, and each update is one leaf.
struct Older {
    events: Vec<(Vec<Stat>, Tree)>,
    proof: Proof,
    root: Hash,
}

fn older(updates: usize, update: usize, places: &[usize]) -> Older {
    let events: Vec<_> = (0..updates)
        .map(|number| {
            let stats: Vec<_> = (1..=6)
                .map(|key| Stat { key, value: if key % 2 == 0 { 0 } else { number as i32 + 1 }, period: 4 })
                .collect();
            let tree = Tree::new(stats.iter().map(stat_leaf).collect());
            (stats, tree)
        })
        .collect();
    let tree = Tree::new(events.iter().map(|(_, tree)| tree.root()).collect());
    let mut proof = sample().head(0, 0);
    proof.summary.update_stats.update_count = updates as i32;
    proof.summary.events_sub_tree_root = tree.root();
    proof.fixture_path = tree.path(update);
    proof.event_stat_root = events[update].1.root();
    for place in places {
        let (stats, tree) = &events[update];
        proof.leaves.push((stats[*place], tree.path(*place)));
    }
    let main = Tree::new(vec![[1; 32], summary_leaf(&proof.summary)]);
    proof.main_path = main.path(1);
    Older { events, proof, root: main.root() }
}

#[test]
fn zeros_are_leaves() {
    for updates in 1..10 {
        for update in 0..updates {
            let Older { events, proof, root } = older(updates, update, &[0, 1, 5]);
            let event = verify_older::<Sha256>(&proof.view().unwrap(), &root).unwrap();
            let expected: Vec<_> = [0, 1, 5]
                .map(|place| events[update].0[place])
                .map(|stat| Fact::Present { key: stat.key, value: stat.value, period: 4 })
                .into();
            assert_eq!(event.facts.as_slice(), expected);
            assert_eq!(event.update_index as usize, update);
            // The current verifier does not accept it.
            let error = proof.verify(&root, SOCCER);
            assert_eq!(error, Err(Error::InvalidFixtureSubTreeProof));
        }
    }
}

#[test]
fn each_rule() {
    let refused = |edit: &dyn Fn(&mut Proof)| {
        let Older { mut proof, root, .. } = older(3, 1, &[0, 1]);
        edit(&mut proof);
        verify_older::<Sha256>(&proof.view().unwrap(), &root).unwrap_err()
    };
    assert_eq!(refused(&|p| p.ts += 1), Error::TimestampMismatch);
    assert_eq!(refused(&|p| p.leaves.clear()), Error::TooManyStats);
    assert_eq!(refused(&|p| p.main_path[0] ^= 1), Error::InvalidMainTreeProof);
    assert_eq!(refused(&|p| p.fixture_path[0] ^= 1), Error::InvalidFixtureSubTreeProof);
    assert_eq!(refused(&|p| p.fixture_path[32] ^= 1), Error::InvalidFixtureSubTreeProof);
    assert_eq!(refused(&|p| p.fixture_path.truncate(33)), Error::InvalidFixtureSubTreeProof);
    for place in 0..2 {
        assert_eq!(refused(&|p| p.leaves[place].0.value += 1), Error::InvalidStatProof);
        assert_eq!(refused(&|p| p.leaves[place].1[0] ^= 1), Error::InvalidStatProof);
    }
    // The older tree had no zero maps and no multiproofs.
    let marker = zero_leaf(linesman_verifier::Layout::Soccer, &sample().fixtures[0].events[0], 2);
    assert_eq!(refused(&|p| p.leaves[1] = marker.clone()), Error::InvalidStatProof);
    let multi = refused(&|p| {
        p.multi = Some((Vec::new(), vec![2, 3]));
        p.leaves.iter_mut().for_each(|leaf| leaf.1.clear());
    });
    assert_eq!(multi, Error::InvalidMultiproof);
}

#[test]
fn the_fixture_level_is_pinned() {
    for (count, depth) in [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3)] {
        for length in 0..5usize {
            for index in 0..1u64 << length {
                let Older { mut proof, .. } = older(1, 0, &[0]);
                let nodes: Vec<_> = (0..length).map(|i| ([i as u8 + 9; 32], index >> i & 1 == 0)).collect();
                proof.fixture_path = path(&nodes);
                proof.summary.update_stats.update_count = count;
                proof.summary.events_sub_tree_root = linesman_verifier::Path::from_bytes(&proof.fixture_path)
                    .unwrap()
                    .fold::<Sha256>(proof.event_stat_root);
                let root = sha(&[&[1; 32], &summary_leaf(&proof.summary)]);
                let result = verify_older::<Sha256>(&proof.view().unwrap(), &root);
                let fits = length == depth && index < count as u64;
                let expected = if fits { Ok(index as u32) } else { Err(Error::InvalidFixtureSubTreeProof) };
                assert_eq!(result.map(|event| event.update_index), expected);
            }
        }
    }
}

/// Depth of the stat trees of [`older`].
const STAT_DEPTH: usize = 3;

/// A proof of one stat with the boundary between the two lower levels at any node, and any directions above it.
fn cut_at(of: &Older, place: usize, update: usize, cut: usize, directions: u32) -> Proof {
    let (stats, tree) = &of.events[update];
    let mut proof = of.proof.clone();
    let nodes = [tree.path(place), proof.fixture_path.clone()].concat();
    let (below, above) = nodes.split_at(33 * cut);
    proof.event_stat_root =
        linesman_verifier::Path::from_bytes(below).unwrap().fold::<Sha256>(stat_leaf(&stats[place]));
    proof.fixture_path = above.to_vec();
    for (i, node) in proof.fixture_path.chunks_mut(33).enumerate() {
        node[32] = u8::from(directions >> i & 1 == 0);
    }
    proof.leaves = vec![(stats[place], below.to_vec())];
    proof
}

/// The update's leaf index by its path in the older tree, with the boundary at a node of the stat tree or at its root.
fn true_directions(place: usize, update: usize, cut: usize) -> u32 {
    ((update << STAT_DEPTH | place) >> cut) as u32
}

#[test]
fn lengthened_by_one_node_proves_what_is_true() {
    for updates in 1..7 {
        for update in 0..updates {
            let of = older(updates, update, &[]);
            for place in 0..6 {
                for cut in 0..=STAT_DEPTH {
                    let above = of.proof.fixture_path.len() / 33 + STAT_DEPTH - cut;
                    for directions in 0..1 << above {
                        let proof = cut_at(&of, place, update, cut, directions);
                        let result = proof.verify(&of.root, Trust::AnyOne);
                        // The only boundary that fits: the "event" is the right half of the stat tree.
                        let is_right_half = place >> (STAT_DEPTH - 1) == 1;
                        let is_true = directions == true_directions(place, update, cut);
                        if cut == STAT_DEPTH - 1 && is_right_half && is_true {
                            let event = result.unwrap();
                            let Stat { key, value, period } = of.events[update].0[place];
                            assert_eq!(event.facts.as_slice(), [Fact::Present { key, value, period }]);
                            assert_eq!(event.update_index as usize, update);
                            assert_eq!(event.fixture_id, proof.summary.fixture_id);
                        } else {
                            assert_eq!(
                                result,
                                Err(Error::InvalidFixtureSubTreeProof),
                                "{updates} {update} {place} {cut}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn lengthened_proofs_have_no_zero_stats() {
    for updates in 1..6 {
        let update = updates - 1;
        let of = older(updates, update, &[]);
        let lengthened = cut_at(&of, 5, update, STAT_DEPTH - 1, true_directions(5, update, STAT_DEPTH - 1));
        let half: Hash = lengthened.fixture_path[..32].try_into().unwrap();
        // No map works: no node of the tree is the hash of a 32-byte map.
        for map in [[0xff; 32], [0; 32], half, lengthened.event_stat_root] {
            for multi in [None, Some((Vec::new(), Vec::new()))] {
                for key in 1..=8 {
                    let mut proof = lengthened.clone();
                    proof.multi = multi.clone();
                    let nodes = path(&[(marker(1), false), (map, false)]);
                    proof.leaves = vec![(Stat { key, value: 0, period: 4 }, nodes)];
                    assert_eq!(proof.verify(&of.root, SOCCER), Err(Error::InvalidStatProof));
                    proof.fixture_path[..32].copy_from_slice(&sha(&[&map]));
                    assert_eq!(proof.verify(&of.root, SOCCER), Err(Error::InvalidFixtureSubTreeProof));
                }
            }
        }
    }
}

#[test]
fn current_proofs_shortened_by_one_node_prove_what_is_true() {
    let batch = sample();
    for (number, fixture) in batch.fixtures.iter().enumerate() {
        for (update, event) in fixture.events.iter().enumerate() {
            for stat in &event.present {
                let mut proof = batch.single(number, update, &[stat.key]);
                let zero_map: Vec<u8> = proof.fixture_path.drain(..33).collect();
                proof.event_stat_root = sha(&[&zero_map[..32], &proof.event_stat_root]);
                proof.leaves[0].1.extend(&zero_map);
                let event = verify_older::<Sha256>(&proof.view().unwrap(), &batch.root()).unwrap();
                let Stat { key, value, period } = *stat;
                assert_eq!(event.facts.as_slice(), [Fact::Present { key, value, period }]);
                assert_eq!(event.update_index as usize, update);
                assert_eq!(proof.verify(&batch.root(), SOCCER), Err(Error::InvalidFixtureSubTreeProof));
            }
        }
    }
}
