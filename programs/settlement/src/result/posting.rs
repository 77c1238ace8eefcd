//! The changes of a result by a post.

use linesman_verifier::{Fact, Layout};

use crate::{
    error::SettlementError,
    moment::Moment,
    state::{Decided, FactRecord, MatchResult, ResultFact},
    terms::FinalityPolicy,
};

/// How long after an event it can be new to a result, ms. A result is kept longer than that, so that no event of a
/// closed result can be posted again.
pub const MAX_AGE: i64 = 90 * 86_400_000;

/// A proven event and its proven facts.
#[derive(Clone, Copy, Debug)]
pub struct Post<'a> {
    pub order_key: u64,
    /// ms
    pub min_timestamp: i64,
    /// ms
    pub max_timestamp: i64,
    pub event_node: [u8; 32],
    pub period: i32,
    /// 1 to 5 facts with distinct keys.
    pub facts: &'a [Fact],
}

/// The effect of a post on a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The facts are entered; this many of their keys are new.
    Entered { new: usize },
    /// The post and the result are two truths about one event.
    Contradiction,
}

/// Checks the stat keys of a post: distinct and each with a bit in the layout (6202), which bounds the account; and
/// settled at every period that the policy accepts (6203).
pub fn check_keys(layout: Layout, finality: FinalityPolicy, facts: &[Fact]) -> Decided<()> {
    if finality == FinalityPolicy::SignedFinal {
        // A result outlives any signature, and a signer is the choice of a market's terms.
        return Err(SettlementError::InvalidPolicy);
    }
    for (place, fact) in facts.iter().enumerate() {
        let key = fact.key();
        if layout.bit(key).is_none() || facts[..place].iter().any(|earlier| earlier.key() == key) {
            return Err(SettlementError::InvalidStatKeys);
        }
        if !finality.allows(layout, key) {
            return Err(SettlementError::InvalidPolicy);
        }
    }
    Ok(())
}

/// The one period of all present leaves of a post, the witness included, which the policy must accept. At least one
/// leaf must be present (6220); their periods must agree (6237) and decide (6219).
pub fn period_of(layout: Layout, finality: FinalityPolicy, facts: &[Fact], witness: Option<&Fact>) -> Decided<i32> {
    let mut periods = facts.iter().chain(witness).filter_map(Fact::period);
    let first = periods.next().ok_or(SettlementError::MissingWitness)?;
    if periods.any(|period| period != first) {
        return Err(SettlementError::UnequalPeriods);
    }
    if !finality.accepts_result(layout, first) {
        return Err(SettlementError::NotFinal);
    }
    Ok(first)
}

/// Checks that an event that is new to the result is at most 90 days old (6254). `now` is the chain's time, s.
pub fn check_age(max_timestamp: i64, now: i64) -> Decided<()> {
    if now.saturating_mul(1_000) > max_timestamp.saturating_add(MAX_AGE) {
        return Err(SettlementError::EventTooOld);
    }
    Ok(())
}

impl Post<'_> {
    /// The effect of the post on a result with these facts at `now`, s; refused if the result is contradicted
    /// (6255), the event older (6222), or newer and too old (6254). Changes nothing.
    pub fn judge(&self, result: &MatchResult, records: &[FactRecord], now: i64) -> Decided<Effect> {
        // Its order key stays that of the contradiction, so that `settle_many` finds what was proposed by it.
        if result.contradicted {
            return Err(SettlementError::ContradictedResult);
        }
        if self.order_key < result.order_key {
            return Err(SettlementError::NotNewer);
        }
        let same_event = self.order_key == result.order_key;
        // IMPORTANT: about the result's own event anybody may post as long as the account lives. Otherwise whoever
        // posts a later event with another key shortly before the limit takes every other fact away for good.
        if !same_event {
            check_age(self.max_timestamp, now)?;
        }
        // IMPORTANT: one update has one content. Two contents mean that a zero was proven with the layout of another
        // sport, or that the oracle published two truths. Neither may settle anything.
        if same_event && !self.is_event_of(result) {
            return Ok(Effect::Contradiction);
        }
        let mut new = 0;
        for fact in self.facts {
            match ResultFact::place(records, fact.key()) {
                Ok(place) => {
                    let known = ResultFact::read(&records[place]);
                    // A fact that is not current is of an earlier event, which may differ.
                    if same_event && known.current && known.value != fact.value() {
                        return Ok(Effect::Contradiction);
                    }
                }
                Err(_) => new += 1,
            }
        }
        Ok(Effect::Entered { new })
    }

    /// Whether the result's event, which has the same order key, is this one.
    fn is_event_of(&self, result: &MatchResult) -> bool {
        self.event_node == result.event_node
            && self.min_timestamp == result.min_timestamp
            && self.max_timestamp == result.max_timestamp
            && self.period == result.period
    }

    /// Enters the facts, after [`judge`](Self::judge). `records` has room behind the `result.count` known facts for
    /// exactly the new ones.
    ///
    /// A later event takes the place of the result's, and only its facts are current then. A fact with the known value
    /// keeps its `since`, even if an event between them did not show it; any other starts now.
    pub fn enter(&self, result: &mut MatchResult, records: &mut [FactRecord], now: Moment) {
        let mut count = result.count as usize;
        if self.order_key > result.order_key {
            for record in &mut records[..count] {
                ResultFact::expire(record);
            }
        }
        result.order_key = self.order_key;
        result.min_timestamp = self.min_timestamp;
        result.max_timestamp = self.max_timestamp;
        result.event_node = self.event_node;
        result.period = self.period;
        for fact in self.facts {
            let mut entry = ResultFact::new(fact, now);
            match ResultFact::place(&records[..count], fact.key()) {
                Ok(place) => {
                    let known = ResultFact::read(&records[place]);
                    if known.value == entry.value {
                        entry.since = known.since;
                    }
                    records[place] = entry.record();
                }
                Err(place) => {
                    records.copy_within(place..count, place + 1);
                    records[place] = entry.record();
                    count += 1;
                }
            }
        }
        result.count = count as u32;
    }
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, test_runner::RngSeed};

    use super::*;
    use crate::sample::{self, moment, shown, ORDER_KEY};
    use FinalityPolicy::*;
    use SettlementError as E;

    /// A result with its facts, outside any account.
    #[derive(Clone, Debug, PartialEq)]
    struct Known {
        head: MatchResult,
        records: Vec<FactRecord>,
    }

    fn post(order_key: u64, facts: &[Fact]) -> Post<'_> {
        let result = sample::result();
        Post {
            order_key,
            min_timestamp: result.min_timestamp,
            max_timestamp: result.max_timestamp,
            event_node: result.event_node,
            period: result.period,
            facts,
        }
    }

    impl Known {
        fn new(post: &Post, now: i64) -> Self {
            let mut known =
                Self { head: MatchResult { order_key: post.order_key, ..sample::result() }, records: vec![] };
            known.make_room(post.facts.len());
            post.enter(&mut known.head, &mut known.records, moment(now));
            known
        }

        fn make_room(&mut self, new: usize) {
            self.records.resize(self.records.len() + new, [0; ResultFact::SIZE]);
        }

        /// The same change as the instruction makes.
        fn post(&mut self, post: &Post, now: i64) -> Decided<Effect> {
            let effect = post.judge(&self.head, &self.records, now)?;
            match effect {
                Effect::Contradiction => self.head.contradicted = true,
                Effect::Entered { new } => {
                    self.make_room(new);
                    post.enter(&mut self.head, &mut self.records, moment(now));
                }
            }
            Ok(effect)
        }

        /// Key, value, since and whether it is current.
        fn facts(&self) -> Vec<(u32, i32, i64, bool)> {
            assert_eq!(self.records.len(), self.head.count as usize);
            let entry = |record: &FactRecord| {
                let ResultFact { key, present, value, since, current } = ResultFact::read(record);
                assert_eq!(present, value != 0);
                (key, value, i64::from(since.seconds), current)
            };
            self.records.iter().map(entry).collect()
        }
    }

    #[test]
    fn facts_are_sorted_by_key() {
        let facts = [shown(7, 1), shown(1, 2), shown(1_001, 0)];
        let mut known = Known::new(&post(ORDER_KEY, &facts), 50);
        assert_eq!(known.facts(), [(1, 2, 50, true), (7, 1, 50, true), (1_001, 0, 50, true)]);
        let facts = [shown(3_001, 1), shown(2, 4), shown(7, 1)];
        assert_eq!(known.post(&post(ORDER_KEY, &facts), 60), Ok(Effect::Entered { new: 2 }));
        let expected =
            [(1, 2, 50, true), (2, 4, 60, true), (7, 1, 50, true), (1_001, 0, 50, true), (3_001, 1, 60, true)];
        assert_eq!(known.facts(), expected);
    }

    #[test]
    fn an_older_event_is_refused_and_changes_nothing() {
        let mut known = Known::new(&post(ORDER_KEY, &[shown(1, 2)]), 50);
        let before = known.clone();
        for facts in [[shown(1, 2)], [shown(1, 3)], [shown(2, 1)]] {
            assert_eq!(known.post(&post(ORDER_KEY - 1, &facts), 60), Err(E::NotNewer));
        }
        assert_eq!(known, before);
    }

    #[test]
    fn a_later_event_clears_current_and_nothing_else() {
        let mut known = Known::new(&post(ORDER_KEY, &[shown(1, 2), shown(2, 0)]), 50);
        let later =
            Post { event_node: [9; 32], min_timestamp: 77, max_timestamp: 78, period: 5, ..post(ORDER_KEY + 1, &[]) };
        let facts = [shown(7, 1)];
        known.post(&Post { facts: &facts, ..later }, 60).unwrap();
        assert_eq!(known.facts(), [(1, 2, 50, false), (2, 0, 50, false), (7, 1, 60, true)]);
        let head = known.head;
        assert_eq!((head.order_key, head.min_timestamp, head.max_timestamp), (ORDER_KEY + 1, 77, 78));
        assert_eq!((head.event_node, head.period, head.contradicted, head.count), ([9; 32], 5, false, 3));
        // The rest is what it was.
        let sample = sample::result();
        assert_eq!((head.payer, head.bump, head.fixture_id), (sample.payer, sample.bump, sample.fixture_id));

        // Proven again with the known value: since then. With another: since now.
        let facts = [shown(1, 2), shown(2, 1)];
        known.post(&Post { facts: &facts, ..later }, 70).unwrap();
        assert_eq!(known.facts(), [(1, 2, 50, true), (2, 1, 70, true), (7, 1, 60, true)]);
    }

    #[test]
    fn a_repeated_post_changes_nothing() {
        let facts = [shown(1, 2), shown(2, 0)];
        let mut known = Known::new(&post(ORDER_KEY, &facts), 50);
        let before = known.clone();
        assert_eq!(known.post(&post(ORDER_KEY, &facts), 1_000), Ok(Effect::Entered { new: 0 }));
        assert_eq!(known, before);
    }

    #[test]
    fn two_truths_about_one_event_contradict() {
        let facts = [shown(1, 2)];
        let known = Known::new(&post(ORDER_KEY, &facts), 50);
        let contradicts = |post: &Post| {
            let mut changed = known.clone();
            assert_eq!(changed.post(post, 60), Ok(Effect::Contradiction));
            // Only the flag: no fact is added, no event replaced.
            let expected = MatchResult { contradicted: true, ..known.head };
            assert_eq!((changed.head, &changed.records), (expected, &known.records));
        };
        let same = post(ORDER_KEY, &facts);
        contradicts(&Post { event_node: [7; 32], ..same });
        contradicts(&Post { min_timestamp: same.min_timestamp - 1, ..same });
        contradicts(&Post { max_timestamp: same.max_timestamp + 1, ..same });
        contradicts(&Post { period: 5, ..same });
        contradicts(&post(ORDER_KEY, &[shown(1, 3)]));
        contradicts(&post(ORDER_KEY, &[shown(1, 0)]));
        contradicts(&post(ORDER_KEY, &[shown(2, 1), shown(1, 3)]));
        // With a later event none of this is a contradiction.
        let later = Post { event_node: [7; 32], period: 5, ..post(ORDER_KEY + 1, &[]) };
        let facts = [shown(1, 3)];
        assert_eq!(known.clone().post(&Post { facts: &facts, ..later }, 60), Ok(Effect::Entered { new: 0 }));
    }

    #[test]
    fn a_present_zero_and_an_absent_stat_have_one_value() {
        let mut known = Known::new(&post(ORDER_KEY, &[shown(1, 0)]), 50);
        let present = [Fact::Present { key: 1, value: 0, period: 100 }];
        assert_eq!(known.post(&post(ORDER_KEY, &present), 60), Ok(Effect::Entered { new: 0 }));
        let fact = ResultFact::read(&known.records[0]);
        assert_eq!(fact, ResultFact { key: 1, present: true, value: 0, since: moment(50), current: true });
    }

    #[test]
    fn a_fact_of_an_earlier_event_contradicts_nothing() {
        let mut known = Known::new(&post(ORDER_KEY, &[shown(1, 2)]), 50);
        known.post(&post(ORDER_KEY + 1, &[shown(2, 1)]), 60).unwrap();
        assert_eq!(known.post(&post(ORDER_KEY + 1, &[shown(1, 3)]), 70), Ok(Effect::Entered { new: 0 }));
        assert_eq!(known.facts(), [(1, 3, 70, true), (2, 1, 60, true)]);
    }

    #[test]
    fn a_contradicted_result_takes_no_further_post() {
        let mut known = Known::new(&post(ORDER_KEY, &[shown(1, 2)]), 50);
        known.post(&post(ORDER_KEY, &[shown(1, 3)]), 60).unwrap();
        let before = known.clone();
        for order_key in [ORDER_KEY - 1, ORDER_KEY, ORDER_KEY + 1] {
            for facts in [[shown(1, 2)], [shown(1, 3)], [shown(2, 1)]] {
                assert_eq!(known.post(&post(order_key, &facts), 70), Err(E::ContradictedResult));
            }
        }
        assert_eq!(known, before);
    }

    #[test]
    fn keys_are_distinct_and_have_a_bit_and_are_settled() {
        let refused = |policy, keys: &[u32]| {
            let facts: Vec<_> = keys.iter().map(|key| shown(*key, 0)).collect();
            check_keys(Layout::Soccer, policy, &facts).err()
        };
        assert_eq!(refused(Finalised, &[1, 8, 7_008]), None);
        for key in [0, 9, 8_001, u32::MAX] {
            assert_eq!(refused(Finalised, &[1, key]), Some(E::InvalidStatKeys));
        }
        assert_eq!(refused(Finalised, &[1, 2, 1]), Some(E::InvalidStatKeys));
        assert_eq!(refused(RegularTime, &[1, 3_001]), None);
        assert_eq!(refused(RegularTime, &[4_001]), Some(E::InvalidPolicy));
        assert_eq!(refused(HalfTime, &[1_001]), None);
        assert_eq!(refused(HalfTime, &[1]), Some(E::InvalidPolicy));
        assert_eq!(refused(SignedFinal, &[1]), Some(E::InvalidPolicy));
    }

    #[test]
    fn all_present_leaves_have_one_deciding_period() {
        let present = |key, period| Fact::Present { key, value: 1, period };
        let of =
            |policy, facts: &[Fact], witness: Option<Fact>| period_of(Layout::Soccer, policy, facts, witness.as_ref());
        let absent = Fact::Absent { key: 2 };
        assert_eq!(of(Finalised, &[absent], None), Err(E::MissingWitness));
        assert_eq!(of(Finalised, &[absent], Some(present(7, 100))), Ok(100));
        assert_eq!(of(Finalised, &[absent, present(1, 100)], None), Ok(100));
        assert_eq!(of(Finalised, &[present(1, 5)], None), Err(E::NotFinal));
        assert_eq!(of(Finalised, &[present(1, 100), present(2, 5)], None), Err(E::UnequalPeriods));
        assert_eq!(of(Finalised, &[present(1, 100)], Some(present(7, 5))), Err(E::UnequalPeriods));
        assert_eq!(of(HalfTime, &[present(1_001, 3)], None), Ok(3));
        assert_eq!(of(HalfTime, &[present(1_001, 100)], None), Ok(100));
        assert_eq!(of(HalfTime, &[present(1_001, 4)], None), Err(E::NotFinal));
    }

    #[test]
    fn regular_time_is_not_the_end_of_the_match_whatever_the_keys() {
        for (layout, ends) in [(Layout::Soccer, [5, 6]), (Layout::Basketball, [9, 10]), (Layout::UsFootball, [9, 10])] {
            for key in [1, 1_001] {
                let decides = |period: &i32| {
                    let fact = Fact::Present { key, value: 1, period: *period };
                    period_of(layout, RegularTime, &[fact], None).is_ok()
                };
                assert_eq!((0..=120).filter(decides).collect::<Vec<_>>(), ends);
            }
        }
    }

    #[test]
    fn only_an_event_that_is_new_to_the_result_is_too_old() {
        let later = post(ORDER_KEY + 1, &[]);
        let first_too_late = (later.max_timestamp + MAX_AGE) / 1_000 + 1;
        let mut known = Known::new(&post(ORDER_KEY, &[shown(1, 2)]), 50);
        let facts = [shown(1, 2)];
        assert_eq!(known.clone().post(&Post { facts: &facts, ..later }, first_too_late), Err(E::EventTooOld));
        // Another key at the last moment takes the first fact's place; it comes back at any time.
        let other = [shown(2, 1)];
        known.post(&Post { facts: &other, ..later }, first_too_late - 1).unwrap();
        assert_eq!(known.facts()[0], (1, 2, 50, false));
        assert_eq!(known.post(&Post { facts: &facts, ..later }, i64::MAX), Ok(Effect::Entered { new: 0 }));
        assert_eq!(known.facts()[0], (1, 2, 50, true));
        // What is older than the result is that first, whatever its age.
        assert_eq!(known.post(&post(ORDER_KEY, &facts), i64::MAX), Err(E::NotNewer));
        // A contradiction shows at any time as well.
        let other = [shown(1, 3)];
        assert_eq!(known.post(&Post { facts: &other, ..later }, i64::MAX), Ok(Effect::Contradiction));
    }

    #[test]
    fn an_event_is_new_for_90_days() {
        let end = 1_790_000_000_500;
        let last = 1_790_000_000 + 90 * 86_400;
        assert_eq!(check_age(end, last), Ok(()));
        assert_eq!(check_age(end, last + 1), Err(E::EventTooOld));
        assert_eq!(check_age(end, 0), Ok(()));
        assert_eq!(check_age(i64::MAX, i64::MAX), Ok(()));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, rng_seed: RngSeed::Fixed(15), ..ProptestConfig::default() })]

        /// Any sequence of posts of honest events, in any order, against a naive model.
        #[test]
        fn posts_are_those_of_the_model(
            posts in prop::collection::vec((0u64..4, prop::collection::btree_set(1u32..=8, 1..=5)), 1..20),
            values in prop::collection::vec(0i32..=2, 4 * 9),
        ) {
            let mut known: Option<Known> = None;
            let mut model: std::collections::BTreeMap<u32, (i32, i64, u64)> = Default::default();
            let mut newest = 0;
            for (now, (event, keys)) in (0i64..).zip(posts) {
                let value = |key: u32| values[event as usize * 9 + key as usize];
                let facts: Vec<_> = keys.iter().map(|key| shown(*key, value(*key))).collect();
                let post = Post { event_node: [event as u8; 32], ..post(event, &facts) };
                match &mut known {
                    None => {
                        let mut new = Known::new(&post, now);
                        new.head.event_node = post.event_node;
                        known = Some(new);
                    }
                    Some(known) => {
                        let posted = known.post(&post, now);
                        if event < newest {
                            prop_assert_eq!(posted, Err(E::NotNewer));
                            continue;
                        }
                        let new = keys.iter().filter(|key| !model.contains_key(key)).count();
                        prop_assert_eq!(posted, Ok(Effect::Entered { new }));
                    }
                }
                newest = event;
                for key in keys {
                    let entry = model.entry(key).or_insert((value(key), now, event));
                    if entry.0 != value(key) {
                        *entry = (value(key), now, event);
                    }
                    entry.2 = event;
                }
                let expected: Vec<_> =
                    model.iter().map(|(key, (value, since, of))| (*key, *value, *since, *of == newest)).collect();
                prop_assert_eq!(known.as_ref().unwrap().facts(), expected);
            }
        }
    }
}
