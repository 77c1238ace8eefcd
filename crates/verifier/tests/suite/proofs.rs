//! Random batches: every proof built by the naive reference is accepted, and its facts match the records.

use std::collections::BTreeMap;

use linesman_verifier::{Error, Fact, Layout, Path, Sha256, StatLeaf, Trust};
use proptest::prelude::*;

use crate::random::config;
use crate::reference::*;

fn layouts() -> impl Strategy<Value = Layout> {
    proptest::sample::select(&Layout::ALL[..])
}

/// Every key that has a bit.
pub fn keys_of(layout: Layout) -> Vec<u32> {
    (0..41_000).filter(|key| bit(layout, *key).is_some()).collect()
}

fn updates(layout: Layout) -> impl Strategy<Value = Vec<Update>> {
    let stat = (proptest::sample::select(keys_of(layout)), prop_oneof![Just(0), -3..200i32]);
    let stats = proptest::collection::btree_map(stat.0, stat.1, 0..60);
    let update = (0..250_000i64, prop_oneof![Just(100), 0..19i32], stats);
    proptest::collection::vec(update.prop_map(|(after, period, stats)| Update { ts: TS + after, period, stats }), 1..12)
}

fn batches() -> impl Strategy<Value = Batch> {
    layouts().prop_flat_map(|layout| {
        proptest::collection::btree_map(1..i64::MAX, updates(layout), 1..7)
            .prop_map(move |fixtures: BTreeMap<i64, Vec<Update>>| Batch::new(layout, &fixtures))
    })
}

/// An update with at least one stat, and 1 to 5 distinct keys of it, in any order.
#[derive(Clone, Debug)]
pub struct Question {
    pub batch: Batch,
    pub fixture: usize,
    pub update: usize,
    pub keys: Vec<u32>,
}

pub fn zero_keys(layout: Layout, event: &Event) -> Vec<u32> {
    let set = |key: &u32| {
        let bit = bit(layout, *key).unwrap();
        event.map[bit >> 3] >> (bit & 7) & 1 == 1
    };
    keys_of(layout).into_iter().filter(set).collect()
}

pub fn questions() -> impl Strategy<Value = Question> {
    let picks = proptest::collection::vec(any::<proptest::sample::Index>(), 5);
    (batches(), any::<proptest::sample::Index>(), any::<proptest::sample::Index>(), picks, 1..6usize).prop_filter_map(
        "no stats",
        |(batch, fixture, update, picks, count)| {
            let fixture = fixture.index(batch.fixtures.len());
            let update = update.index(batch.fixtures[fixture].events.len());
            let event = &batch.fixtures[fixture].events[update];
            let mut known = zero_keys(batch.layout, event);
            known.extend(event.present.iter().map(|stat| stat.key));
            let mut keys = Vec::new();
            for pick in picks.iter().take(count.min(known.len())) {
                keys.push(known.remove(pick.index(known.len())));
            }
            (!keys.is_empty()).then_some(Question { batch, fixture, update, keys })
        },
    )
}

fn facts(question: &Question) -> Vec<Fact> {
    let event = &question.batch.fixtures[question.fixture].events[question.update];
    question
        .keys
        .iter()
        .map(|key| match event.place(*key) {
            Some(place) => Fact::Present { key: *key, value: event.present[place].value, period: event.period },
            None => Fact::Absent { key: *key },
        })
        .collect()
}

proptest! {
    #![proptest_config(config(192))]

    #[test]
    fn single_paths_and_multiproofs_agree_with_the_records(question in questions()) {
        let Question { batch, fixture, update, keys } = &question;
        let root = batch.root();
        let single = batch.single(*fixture, *update, keys);
        let multi = batch.multi(*fixture, *update, keys);
        for trust in [Trust::Sport(batch.layout), Trust::AnyOne] {
            for proof in [&single, &multi] {
                let event = proof.verify(&root, trust).unwrap();
                let view = proof.view().unwrap();
                prop_assert_eq!(event.time, view.check_form().unwrap());
                prop_assert_eq!(event.facts.as_slice(), &facts(&question));
                prop_assert_eq!(event.update_index as usize, *update);
                prop_assert_eq!(event.fixture_id, proof.summary.fixture_id);
                prop_assert_eq!(event.min_timestamp, proof.summary.update_stats.min_timestamp);
                prop_assert_eq!(event.max_timestamp, proof.summary.update_stats.max_timestamp);
                let time = (u64::from(event.time.epoch_day), u64::from(event.time.slot));
                prop_assert_eq!(
                    event.order_key().unwrap().get(),
                    time.0 * (1 << 40) + time.1 * (1 << 28) + *update as u64
                );
            }
        }
    }

    #[test]
    fn the_signed_digest_is_that_of_the_borsh_bytes(question in questions()) {
        let Question { batch, fixture, update, keys } = &question;
        for proof in [
            batch.single(*fixture, *update, keys),
            batch.multi(*fixture, *update, keys),
        ] {
            let digest = proof.view().unwrap().signed_digest::<Sha256>();
            prop_assert_eq!(digest, sha(&[&proof.borsh()]));
        }
    }

    #[test]
    fn claims_that_the_records_do_not_make_are_refused(
        question in questions(),
        place in any::<proptest::sample::Index>(),
        change in prop_oneof![Just(1), Just(-1), Just(i32::MIN), any::<i32>()],
    ) {
        prop_assume!(change != 0);
        let Question { batch, fixture, update, keys } = &question;
        let root = batch.root();
        let trust = Trust::Sport(batch.layout);
        let place = place.index(keys.len());
        let absent = batch.fixtures[*fixture].events[*update].place(keys[place]).is_none();
        for proof in [
            batch.single(*fixture, *update, keys),
            batch.multi(*fixture, *update, keys),
        ] {
            let mut other = proof.clone();
            other.leaves[place].0.value = proof.leaves[place].0.value.wrapping_add(change);
            prop_assert_eq!(other.verify(&root, trust), Err(Error::InvalidStatProof));
            let mut other = proof.clone();
            other.leaves[place].0.period = proof.leaves[place].0.period.wrapping_add(change);
            // A zero proof does not bind the claimed period, so no fact contains it.
            let expected = if absent { proof.verify(&root, trust) } else { Err(Error::InvalidStatProof) };
            prop_assert_eq!(other.verify(&root, trust), expected);
        }
    }

    #[test]
    fn a_zero_proof_of_a_stat_that_is_not_zero_is_refused(
        question in questions(),
        pick in any::<proptest::sample::Index>(),
    ) {
        let Question { batch, fixture, update, .. } = &question;
        let event = &batch.fixtures[*fixture].events[*update];
        let zero = zero_keys(batch.layout, event);
        let others: Vec<u32> =
            keys_of(batch.layout).into_iter().filter(|key| !zero.contains(key)).collect();
        let key = others[pick.index(others.len())];
        let mut proof = batch.head(*fixture, *update);
        proof.leaves.push(zero_leaf(batch.layout, event, key));
        let trust = Trust::Sport(batch.layout);
        prop_assert_eq!(proof.verify(&batch.root(), trust), Err(Error::StatNotZero));
        proof.multi = Some(Default::default());
        prop_assert_eq!(proof.verify(&batch.root(), trust), Err(Error::StatNotZero));
    }

    #[test]
    fn any_present_stat_of_the_event_is_a_witness(question in questions()) {
        let Question { batch, fixture, update, keys } = &question;
        let event = &batch.fixtures[*fixture].events[*update];
        let proven = batch
            .multi(*fixture, *update, keys)
            .verify(&batch.root(), Trust::AnyOne)
            .unwrap();
        for (place, stat) in event.present.iter().enumerate() {
            let path = event.tree.path(place);
            let leaf = StatLeaf { stat: *stat, path: Path::from_bytes(&path).unwrap() };
            let fact = Fact::Present { key: stat.key, value: stat.value, period: event.period };
            prop_assert_eq!(proven.verify_witness::<Sha256>(&leaf), Ok(fact));
            let mut stat = *stat;
            stat.period = stat.period.wrapping_add(1);
            let leaf = StatLeaf { stat, path: leaf.path };
            prop_assert_eq!(proven.verify_witness::<Sha256>(&leaf), Err(Error::InvalidStatProof));
        }
    }
}
