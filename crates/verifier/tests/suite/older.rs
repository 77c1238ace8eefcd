use linesman_verifier::{older::verify_older, Error, Fact, Sha256, Stat};

use crate::reference::*;

/// Three updates whose stats, zeros included, are leaves; one leaf for each update.
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
            // The current verifier does not take it for one of its own.
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
    // There were no zero maps and no multiproofs.
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
