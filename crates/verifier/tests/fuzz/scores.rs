//! Score proofs: v1 to v4 and the compact form, with strategies.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use linesman_verifier::validate::{self, StatTerm, StatV1};
use linesman_verifier::{
    BinaryExpression, CompactWitness, Comparison, Error, Fact, GeometricTarget, Layout, Path, Predicate, ProvenEvent,
    Sha256, Stat, StatLeaf, StatPredicate, Strategy, Trust,
};

use super::judge::{self, Claim, Question};
use super::seen::Seen;
use super::source::Source;
use crate::reference::compact::{compact, Compact};
use crate::reference::*;

/// Keys with a bit in the zero map, and one for each way to have none.
static KEYS: LazyLock<[Vec<u32>; 3]> = LazyLock::new(|| {
    Layout::ALL.map(|layout| {
        (0..41_000).filter(|key| bit(layout, *key).is_some()).chain([0, 9, 999, 8_001, u32::MAX]).collect()
    })
});

fn keys(layout: Layout) -> &'static [u32] {
    &KEYS[Layout::ALL.iter().position(|one| *one == layout).unwrap()]
}

/// A slot of records, and stat keys to prove for one of them.
pub struct Case {
    pub batch: Batch,
    pub fixture: usize,
    pub update: usize,
    pub keys: Vec<u32>,
}

impl Case {
    pub fn new(source: &mut Source) -> Self {
        let batch = match source.below(4) {
            0 => sample().clone(),
            _ => batch(source),
        };
        let fixture = source.below(batch.fixtures.len());
        let update = source.below(batch.fixtures[fixture].events.len());
        let event = &batch.fixtures[fixture].events[update];
        let mut asked = Vec::new();
        // Zero or six stats are never a valid proof.
        let count = match source.below(32) {
            30 => 0,
            31 => 6,
            count => 1 + count % 5,
        };
        for _ in 0..count {
            let present = source.below(4) != 0 && !event.present.is_empty();
            asked.push(if present { source.pick(&event.present).key } else { zero_key(source, batch.layout, event) });
        }
        Self { batch, fixture, update, keys: asked }
    }

    fn event(&self) -> &Event {
        &self.batch.fixtures[self.fixture].events[self.update]
    }
}

/// A key that the map marks as zero, if there is one; sometimes another key.
fn zero_key(source: &mut Source, layout: Layout, event: &Event) -> u32 {
    let all = keys(layout);
    let zero = |key: &&u32| bit(layout, **key).is_some_and(|bit| event.map[bit / 8] >> (bit % 8) & 1 == 1);
    let zeros: Vec<u32> = all.iter().filter(zero).copied().collect();
    if zeros.is_empty() || source.below(8) == 0 {
        return *source.pick(all);
    }
    *source.pick(&zeros)
}

fn batch(source: &mut Source) -> Batch {
    let layout = *source.pick(&Layout::ALL);
    let all = keys(layout);
    let all = &all[..all.len() - 5];
    let mut fixtures = BTreeMap::new();
    for fixture in 0..1 + source.below(4) {
        let mut updates = Vec::new();
        for _ in 0..1 + source.below(4) {
            let ts = TS + 1000 * i64::from(source.byte());
            let period = if source.bool() { 100 } else { source.number(5) as i32 };
            let stats = (0..source.below(10))
                .map(|_| (*source.pick(all), source.number(3) as i32 * i32::from(source.below(4) != 0)));
            let stats = stats.collect();
            updates.push(Update { ts, period, stats });
        }
        fixtures.insert(9_000_001 + fixture as i64, updates);
    }
    Batch::new(layout, &fixtures)
}

fn trust(source: &mut Source, layout: Layout) -> Trust {
    match source.below(8) {
        0 => Trust::AnyOne,
        1 => Trust::Sport(*source.pick(&Layout::ALL)),
        _ => Trust::Sport(layout),
    }
}

/// The account of the proof's day with a root for its slot; sometimes with a fault.
pub fn scores_account(source: &mut Source, min_timestamp: i64, root: Hash) -> Vec<u8> {
    let time = judge::slot(min_timestamp).or_else(|_| judge::slot(TS)).unwrap();
    let mut account = account(
        [0xd9, 0x0c, 0x0c, 0x17, 0x0a, 0xb7, 0x73, 0x7d],
        time.epoch_day,
        288,
        &[(usize::from(time.slot), root)],
        254,
    );
    match source.below(64) {
        59 => account.truncate(9231),
        60 => account[source.below(8)] ^= 1,
        61 => account[8] ^= 1,
        62 => account[10 + 32 * usize::from(time.slot)..][..32].fill(0),
        63 => account.push(0),
        _ => {}
    }
    account
}

/// One of the paths of a proof.
fn any_path<'p>(source: &mut Source, proof: &'p mut Proof) -> &'p mut Vec<u8> {
    let mut paths = vec![&mut proof.fixture_path, &mut proof.main_path];
    paths.extend(proof.leaves.iter_mut().map(|(_, path)| path));
    paths.extend(proof.multi.iter_mut().map(|(hashes, _)| hashes));
    let place = source.below(paths.len());
    paths.swap_remove(place)
}

/// Bytes of a node in a path, if there are any.
fn any_node<'p>(source: &mut Source, path: &'p mut [u8]) -> Option<&'p mut [u8]> {
    let count = path.len() / 33;
    (count > 0).then(|| path.chunks_mut(33).nth(source.below(count)).unwrap())
}

/// One change that an attacker might try; paths stay valid lists of nodes.
pub fn edit(source: &mut Source, proof: &mut Proof, case: &Case) {
    let stats = &mut proof.summary.update_stats;
    match source.below(24) {
        0 => proof.ts = source.number(proof.ts),
        1 => proof.summary.fixture_id = source.number(proof.summary.fixture_id),
        2 => stats.update_count = source.number(i64::from(stats.update_count)) as i32,
        3 => stats.min_timestamp = source.number(stats.min_timestamp),
        4 => stats.max_timestamp = source.number(stats.max_timestamp),
        5 => {
            let ts = source.number(proof.ts);
            (proof.ts, stats.min_timestamp, stats.max_timestamp) = (ts, ts, source.number(ts));
        }
        6 => proof.event_stat_root[source.below(32)] ^= 1 << source.below(8),
        7 => proof.summary.events_sub_tree_root[source.below(32)] ^= 1 << source.below(8),
        8 => {
            let path = any_path(source, proof);
            if let Some(node) = any_node(source, path) {
                node[source.below(32)] ^= 1 << source.below(8);
            }
        }
        9 => {
            let path = any_path(source, proof);
            if let Some(node) = any_node(source, path) {
                node[32] ^= 1;
            }
        }
        10 => {
            let node = path(&[(source.hash(), source.bool())]);
            let path = any_path(source, proof);
            let place = 33 * source.below(path.len() / 33 + 1);
            path.splice(place..place, node);
        }
        11 => {
            let path = any_path(source, proof);
            if !path.is_empty() {
                let place = 33 * source.below(path.len() / 33);
                path.drain(place..place + 33);
            }
        }
        12 => {
            // Move the boundary between two levels.
            let length = proof.fixture_path.len().saturating_sub(33 * source.below(4));
            let moved = proof.fixture_path.split_off(length);
            proof.main_path.splice(0..0, moved);
        }
        13 => {
            let end = (33 * source.below(4)).min(proof.main_path.len());
            let moved: Vec<u8> = proof.main_path.drain(..end).collect();
            proof.fixture_path.extend(moved);
        }
        14 => {
            if let Some(count) = proof.leaves.len().checked_sub(1) {
                let (stat, _) = &mut proof.leaves[source.below(count + 1)];
                match source.below(3) {
                    0 => stat.key = *source.pick(keys(case.batch.layout)),
                    1 => stat.value = source.number(i64::from(stat.value)) as i32,
                    _ => stat.period = source.number(i64::from(stat.period)) as i32,
                }
            }
        }
        15 => {
            if !proof.leaves.is_empty() {
                proof.leaves.remove(source.below(proof.leaves.len()));
            }
        }
        16 => {
            if !proof.leaves.is_empty() {
                let leaf = source.pick(&proof.leaves).clone();
                proof.leaves.push(leaf);
            }
        }
        17 => {
            if !proof.leaves.is_empty() {
                let (a, b) = (source.below(proof.leaves.len()), source.below(proof.leaves.len()));
                proof.leaves.swap(a, b);
            }
        }
        18 => {
            if let Some((_, indices)) = &mut proof.multi {
                edit_indices(source, indices);
            }
        }
        19 => proof.multi = if proof.multi.is_some() { None } else { Some(Default::default()) },
        20 => {
            let key = *source.pick(keys(case.batch.layout));
            proof.leaves.push(zero_leaf(*source.pick(&Layout::ALL), case.event(), key));
        }
        21 => {
            let longer = path(&vec![(source.hash(), source.bool()); 31 + source.below(3)]);
            *any_path(source, proof) = longer;
        }
        22 => {
            // Take a part from another proof of the same slot.
            let fixture = source.below(case.batch.fixtures.len());
            let update = source.below(case.batch.fixtures[fixture].events.len());
            let other = case.batch.head(fixture, update);
            match source.below(5) {
                0 => proof.fixture_path = other.fixture_path,
                1 => proof.main_path = other.main_path,
                2 => proof.event_stat_root = other.event_stat_root,
                3 => proof.summary = other.summary,
                _ => proof.ts = other.ts,
            }
        }
        _ => {
            if let Some(leaf) = proof.leaves.first_mut() {
                leaf.1 = source.pick(&[&proof.fixture_path, &proof.main_path]).to_vec();
            }
        }
    }
}

fn edit_indices(source: &mut Source, indices: &mut Vec<u32>) {
    let Some(last) = indices.len().checked_sub(1) else {
        indices.push(source.number(2) as u32);
        return;
    };
    let place = source.below(last + 1);
    match source.below(8) {
        0 => indices[place] = indices[place].wrapping_add(1),
        1 => indices[place] ^= 1,
        2 => indices[place] >>= 1,
        3 => indices[place] = indices[place].wrapping_shl(1),
        4 => indices[place] = source.number(i64::from(indices[place])) as u32,
        5 => drop(indices.remove(place)),
        6 => indices.push(source.number(i64::from(indices[place])) as u32),
        _ => indices.swap(place, last),
    }
}

/// Recomputes the levels above the claim, so that an edit below is not refused there. Returns the root to publish.
fn repair(source: &mut Source, proof: &mut Proof, batch: &Batch) -> Hash {
    let levels = source.byte();
    if levels & 1 != 0 {
        if let Some((stat, path)) = proof.leaves.first() {
            proof.event_stat_root = judge::fold(stat_leaf(stat), path);
        }
    }
    if levels & 2 != 0 {
        proof.summary.events_sub_tree_root = judge::fold(proof.event_stat_root, &proof.fixture_path);
    }
    if levels & 4 != 0 {
        return judge::fold(summary_leaf(&proof.summary), &proof.main_path);
    }
    batch.root()
}

fn predicate(source: &mut Source) -> Predicate {
    let comparison = *source.pick(&[Comparison::GreaterThan, Comparison::LessThan, Comparison::EqualTo]);
    Predicate { threshold: source.number(2) as i32, comparison }
}

fn operation(source: &mut Source) -> BinaryExpression {
    *source.pick(&[BinaryExpression::Add, BinaryExpression::Subtract])
}

/// A strategy that uses each stat once, or an arbitrary one.
pub fn claim(source: &mut Source, count: usize) -> Claim {
    let mut claim = Claim { targets: Vec::new(), distance: None, discrete: Vec::new() };
    let every = source.below(4) != 0;
    let mut places: Vec<u8> = (0..count as u8).collect();
    if !every {
        places = (0..source.below(8)).map(|_| source.number(2) as u8).collect();
    }
    while let Some(place) = places.pop() {
        match source.below(3) {
            0 => {
                claim.targets.push(GeometricTarget { stat_index: place, prediction: source.number(2) as i32 });
                claim.distance = Some(predicate(source));
            }
            1 if !places.is_empty() => {
                let index_b = places.pop().unwrap();
                let (op, predicate) = (operation(source), predicate(source));
                claim.discrete.push(StatPredicate::Binary { index_a: place, index_b, op, predicate });
            }
            _ => claim.discrete.push(StatPredicate::Single { index: place, predicate: predicate(source) }),
        }
    }
    if source.below(16) == 0 {
        claim.distance = if claim.distance.is_some() { None } else { Some(predicate(source)) };
    }
    claim
}

fn strategy(claim: &Claim) -> Strategy<'_> {
    Strategy { targets: &claim.targets, distance: claim.distance, discrete: &claim.discrete }
}

/// Facts proven against a slot's own root must match its records.
fn assert_true(batch: &Batch, fixture_id: i64, update_index: u32, facts: &[Fact]) {
    let fixture = batch.fixtures.iter().find(|fixture| fixture.summary.fixture_id == fixture_id).unwrap();
    let event = &fixture.events[update_index as usize];
    for fact in facts {
        match *fact {
            Fact::Present { key, value, period } => assert!(event.present.contains(&Stat { key, value, period })),
            Fact::Absent { key } => {
                let bit = bit(batch.layout, key).unwrap();
                assert!(event.place(key).is_none() && event.map[bit / 8] >> (bit % 8) & 1 == 1);
            }
        }
    }
}

/// An edited proof, and the data to judge it by.
pub struct Edited {
    pub case: Case,
    pub proof: Proof,
    pub root: Hash,
    pub account: Vec<u8>,
    pub trust: Trust,
}

impl Edited {
    pub fn new(source: &mut Source) -> Self {
        let case = Case::new(source);
        let mut proof = if source.bool() {
            case.batch.single(case.fixture, case.update, &case.keys)
        } else {
            case.batch.multi(case.fixture, case.update, &case.keys)
        };
        for _ in 0..source.below(5) {
            edit(source, &mut proof, &case);
        }
        let root = repair(source, &mut proof, &case.batch);
        let account = scores_account(source, proof.summary.update_stats.min_timestamp, root);
        let trust = trust(source, case.batch.layout);
        Self { case, proof, root, account, trust }
    }
}

fn same_event(proven: &ProvenEvent, expected: &judge::Event) {
    assert_eq!(proven.time, expected.time);
    assert_eq!(u128::from(proven.update_index), expected.update_index);
    assert_eq!(proven.facts.as_slice(), expected.facts);
    let order = (u64::from(proven.time.epoch_day) << 40) | (u64::from(proven.time.slot) << 28);
    let expected = (expected.update_index < 1 << 28).then_some(order | expected.update_index as u64);
    assert_eq!(proven.order_key().ok().map(|key| key.get()), expected);
}

/// Single paths and multiproofs: v1, v2, v3 and v4.
fn full(source: &mut Source, seen: &mut Seen) {
    let Edited { case, proof, root, account, trust } = Edited::new(source);
    let entrance = if proof.multi.is_some() { "multiproof" } else { "single paths" };
    let borsh = proof.borsh();
    assert_eq!(Proof::from_borsh(&borsh, proof.multi.is_some()).as_ref(), Some(&proof));
    let view = match proof.view() {
        Ok(view) => view,
        Err(error) => {
            assert_eq!((error, proof.leaves.len() > 5), (Error::TooManyStats, true));
            assert_eq!(judge::scores_form(&proof), Err(error));
            seen.result::<()>(entrance, &Err(error));
            return;
        }
    };
    assert_eq!(view.signed_digest::<Sha256>(), sha(&[&borsh]));
    assert_eq!(view.check_form(), judge::scores_form(&proof));

    let expected = judge::scores(&proof, &account, trust);
    let proven = view.verify_in_account::<Sha256>(&account, trust);
    seen.result(entrance, &proven);
    assert_eq!(proven.as_ref().err(), expected.as_ref().err());
    if let (Ok(proven), Ok(expected)) = (&proven, &expected) {
        same_event(proven, expected);
        assert_eq!(proven.fixture_id, proof.summary.fixture_id);
        if root == case.batch.root() && trust == Trust::Sport(case.batch.layout) {
            assert_true(&case.batch, proven.fixture_id, proven.update_index, proven.facts.as_slice());
        }
        for fact in proven.facts.as_slice() {
            seen.option(if fact.period().is_some() { "present stat" } else { "zero stat" }, &Some(()));
        }
        witness(source, &case, &proof, proven, seen);
    }

    let claim = claim(source, proof.leaves.len());
    let strategy = strategy(&claim);
    let verdict = validate::stat::<Sha256, _, _>(&view, &strategy, &account, trust);
    seen.verdict(if proof.multi.is_some() { "validate_stat_v3" } else { "validate_stat_v2" }, &verdict);
    assert_eq!(verdict, judge::stat(&proof, &claim, &account, trust));
    let used = strategy.check_partial(proof.leaves.len());
    let expected = claim.check_partial(proof.leaves.len()).map(|used| used.iter().map(|place| 1 << place).sum());
    assert_eq!(used, expected);

    if !proof.leaves.is_empty() {
        first_version(source, &proof, &account, trust, seen);
    }
}

fn witness(source: &mut Source, case: &Case, proof: &Proof, proven: &ProvenEvent, seen: &mut Seen) {
    let event = case.event();
    if event.present.is_empty() {
        return;
    }
    let place = source.below(event.present.len());
    let mut stat = event.present[place];
    let mut bytes = event.tree.path(place);
    match source.below(8) {
        0 => stat.value = source.number(i64::from(stat.value)) as i32,
        1 => bytes.extend(path(&[(source.hash(), true)])),
        2 => bytes = path(&[([0; 32], true); 33]),
        _ => {}
    }
    let leaf = StatLeaf { stat, path: Path::from_bytes(&bytes).unwrap() };
    let fact = proven.verify_witness::<Sha256>(&leaf);
    seen.result("witness", &fact);
    let expected = if bytes.len() > 32 * 33 {
        Err(Error::ProofTooLarge)
    } else {
        judge::witness(&stat, &bytes, proof.event_stat_root)
    };
    assert_eq!(fact, expected);
}

fn first_version(source: &mut Source, proof: &Proof, account: &[u8], trust: Trust, seen: &mut Seen) {
    let two = proof.leaves.len() > 1 && source.bool();
    let other = if source.below(8) == 0 { source.hash() } else { proof.event_stat_root };
    let op = (two != (source.below(16) == 0)).then(|| operation(source));
    let question = Question { predicate: predicate(source), second: two.then_some(other), op };
    let term = |place: usize, root| {
        let (stat, bytes) = &proof.leaves[place];
        StatTerm { stat: *stat, event_stat_root: root, path: Path::from_bytes(bytes).unwrap() }
    };
    let input = StatV1 {
        ts: proof.ts,
        summary: &proof.summary,
        fixture_path: Path::from_bytes(&proof.fixture_path).unwrap(),
        main_path: Path::from_bytes(&proof.main_path).unwrap(),
        predicate: question.predicate,
        stat_a: term(0, &proof.event_stat_root),
        stat_b: question.second.as_ref().map(|root| term(1, root)),
        op,
    };
    let verdict = validate::stat_v1::<Sha256>(&input, account, trust);
    seen.verdict("validate_stat", &verdict);
    assert_eq!(verdict, judge::stat_v1(proof, &question, account, trust));
}

/// An edited compact proof of the case.
pub fn edited_compact(source: &mut Source, case: &Case) -> Compact {
    let event = case.event();
    let absent = case.keys.iter().all(|key| event.place(*key).is_none());
    let witness = (absent && !event.present.is_empty() && source.bool()).then(|| source.pick(&event.present).key);
    let keys = &case.keys[..case.keys.len().min(8)];
    let mut proof = compact(&case.batch, case.fixture, case.update, keys, witness);
    for _ in 0..source.below(5) {
        edit_compact(source, &mut proof, case);
    }
    proof
}

fn edit_compact(source: &mut Source, proof: &mut Compact, case: &Case) {
    match source.below(18) {
        0 => proof.fixture_id = source.number(proof.fixture_id),
        1 => proof.update_count = source.number(i64::from(proof.update_count)) as u32,
        2 => proof.min_timestamp = source.number(proof.min_timestamp),
        3 => proof.max_timestamp = source.number(proof.max_timestamp),
        4 => proof.update_index = source.number(i64::from(proof.update_index)) as u32,
        5 => proof.main_index = source.number(i64::from(proof.main_index)) as u32,
        6 => proof.period = source.number(i64::from(proof.period)) as i32,
        7 => match source.below(3) {
            0 => drop(proof.values.pop()),
            1 => proof.values.push(source.number(0) as i32),
            _ => {
                if let Some(value) = proof.values.first_mut() {
                    *value = source.number(i64::from(*value)) as i32;
                }
            }
        },
        8 => proof.absent ^= 1 << source.below(8),
        9 => {
            let map = case.event().map;
            proof.zero_map = if proof.zero_map.is_some() { None } else { Some(map) };
        }
        10 => {
            if let Some(map) = &mut proof.zero_map {
                map[source.below(32)] ^= 1 << source.below(8);
            }
        }
        11 => {
            let key = *source.pick(keys(case.batch.layout));
            let one = CompactWitness { key, value: source.number(1) as i32 };
            proof.witness = if proof.witness.is_some() && source.bool() { None } else { Some(one) };
        }
        12 => edit_indices(source, &mut proof.leaf_indices),
        13 => {
            let root = source.hash();
            proof.event_stat_root = if proof.event_stat_root.is_some() { None } else { Some(root) };
        }
        14 => {
            if let Some(key) = proof.keys.first_mut() {
                *key = *source.pick(keys(case.batch.layout));
            }
        }
        15 => proof.keys.push(*source.pick(keys(case.batch.layout))),
        _ => {
            let lists = [&mut proof.fixture_siblings, &mut proof.main_siblings, &mut proof.hashes];
            let [fixture, main, hashes] = lists;
            let list = match source.below(3) {
                0 => fixture,
                1 => main,
                _ => hashes,
            };
            match source.below(5) {
                0 => drop(list.pop()),
                1 => list.push(source.hash()),
                2 => list.insert(0, source.hash()),
                3 => *list = vec![source.hash(); 31 + source.below(3)],
                _ => {
                    if let Some(hash) = list.first_mut() {
                        hash[source.below(32)] ^= 1;
                    }
                }
            }
        }
    }
}

fn compact_form(source: &mut Source, seen: &mut Seen) {
    let case = Case::new(source);
    let proof = edited_compact(source, &case);
    let sport = if source.below(16) == 0 { *source.pick(&Layout::ALL) } else { case.batch.layout };
    let forged = source.below(2) == 1;
    let mut root = case.batch.root();
    if forged && judge::compact_form(&proof).is_ok() {
        root = judge::read_compact(&proof, sport).map_or(root, |reading| reading.root);
    }
    let account = scores_account(source, proof.min_timestamp, root);
    let view = proof.view();
    assert_eq!(view.check_form(), judge::compact_form(&proof));
    let expected = judge::compact(&proof, &account, sport);
    let proven = view.verify_in_account::<Sha256>(&account, sport);
    seen.result("compact", &proven);
    assert_eq!(proven.as_ref().err(), expected.as_ref().err());
    let (Ok(proven), Ok((event, witness))) = (proven, expected) else { return };
    same_event(&proven.event, &event);
    assert_eq!(proven.witness, witness);
    if root == case.batch.root() && sport == case.batch.layout {
        let facts: Vec<Fact> = event.facts.iter().copied().chain(witness).collect();
        assert_true(&case.batch, proven.event.fixture_id, proven.event.update_index, &facts);
    }
    if witness.is_some() {
        seen.option("compact with witness", &witness);
    }
}

pub fn scores(data: &[u8]) -> Seen {
    let mut seen = Seen::default();
    let source = &mut Source::new(data);
    if source.below(3) == 0 {
        compact_form(source, &mut seen);
    } else {
        full(source, &mut seen);
    }
    seen
}
