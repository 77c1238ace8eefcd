//! What a post changes in a result.

use linesman_verifier::{Fact, Layout};

use crate::{
    error::SettlementError,
    state::{Decided, FactRecord, MatchResult, ResultFact},
    terms::FinalityPolicy,
};

/// How long after an event it can be posted, ms. A result is kept longer than that, so that no event of a closed result
/// can be posted again.
const MAX_AGE: i64 = 90 * 86_400_000;

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

/// Checks that the event is at most 90 days old (6254). `now` is the chain's time, s.
pub fn check_age(max_timestamp: i64, now: i64) -> Decided<()> {
    if now.saturating_mul(1_000) > max_timestamp.saturating_add(MAX_AGE) {
        return Err(SettlementError::EventTooOld);
    }
    Ok(())
}

impl Post<'_> {
    /// What the post does to a result with these facts, or why it is refused (6222: it is older). Changes nothing.
    pub fn judge(&self, result: &MatchResult, records: &[FactRecord]) -> Decided<Effect> {
        if self.order_key < result.order_key {
            return Err(SettlementError::NotNewer);
        }
        let same_event = self.order_key == result.order_key;
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
    pub fn enter(&self, result: &mut MatchResult, records: &mut [FactRecord], now: i64) {
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
