//! The decision of a result about a market.

use anchor_lang::prelude::Clock;
use linesman_verifier::{same_bytes, Facts, MAX_STATS};

use crate::{
    error::SettlementError,
    moment::Moment,
    proof::check_time_bounds,
    state::{Decided, FactRecord, MarketCopy, MarketState, MatchResult, ResultFact, Shown},
    terms::{Attesters, AttestersView, TermsView},
};

/// A result and its facts, as they lie in the account.
#[derive(Clone, Copy)]
pub struct KnownResult<'a> {
    pub head: &'a MatchResult,
    pub records: &'a [FactRecord],
}

/// Settles the copy of a market with a result. After an error the copy is worth nothing.
///
/// The window counts from the time since when anybody could read all facts of the market, not from this call: so a
/// result that is old enough makes the market final at once. A contradicted result settles nothing; it voids what a
/// proof of its event has proposed.
// Inlined: behind a call, every field of the terms and of the copy goes to the stack and back, asked about or not.
#[inline(always)]
pub fn settle(market: &mut MarketCopy, terms: &TermsView, result: &KnownResult, now: &Clock) -> Decided<Shown> {
    if !terms.results_settle {
        return Err(SettlementError::ResultsNotAllowed);
    }
    check_subject(terms, result.head)?;
    if result.head.contradicted {
        return void_contradicted(market, result);
    }
    check_period(terms, result.head)?;
    if !matches!(market.state, MarketState::Open | MarketState::Proposed) {
        return Err(SettlementError::MarketNotOpen);
    }
    if now.unix_timestamp < terms.stakes_close {
        return Err(SettlementError::TooEarly);
    }
    check_time_bounds(terms.earliest, terms.latest, result.head.min_timestamp)?;
    let mut facts = Facts::empty();
    let since = read_facts(terms, result, &mut facts)?;
    // Nobody could stake and challenge before staking closed.
    let start = since.not_before(terms.stakes_close);
    let outcome = terms.decide(&facts).ok_or(SettlementError::NotAMarket)?;

    let shown = market.standing().show(outcome, result.head.order_key, start)?;
    if shown == Shown::Contradiction {
        return Ok(shown);
    }
    if market.proposal.is_due(terms.challenge_window, now) {
        market.standing().become_final(terms.splits, terms.fee_bps)?;
        return Ok(Shown::Proposal);
    }
    if shown == Shown::Nothing {
        return Err(SettlementError::NotNewer);
    }
    Ok(shown)
}

/// Voids a market with the order key of a contradiction, if a settling proof of that event has proposed it; leaves any
/// other alone (6255).
///
/// IMPORTANT: this must reach no other market. Another sport reads zeros by another layout, another policy names
/// another account, and a proposal with another order key rests on an update that nothing contradicts. A void proposal
/// pays nobody by the contradicted update.
fn void_contradicted(market: &mut MarketCopy, result: &KnownResult) -> Decided<Shown> {
    let proposal = market.proposal;
    if market.state != MarketState::Proposed || proposal.void || proposal.order_key != result.head.order_key {
        return Err(SettlementError::ContradictedResult);
    }
    market.standing().become_void()?;
    Ok(Shown::Contradiction)
}

/// Checks that the result is of the market's oracle, fixture, sport, policy and attesters (6252). A signer of the terms
/// does not matter: under these policies its signature only adds what counts.
///
/// IMPORTANT: of its attesters exactly. Vouchers are checked where a result is posted, so a result with fewer, others
/// or none holds what these did not vouch for, and no window of these ran on it.
#[inline(always)]
fn check_subject(terms: &TermsView, result: &MatchResult) -> Decided<()> {
    let same = result.fixture_id == terms.fixture_id
        && result.sport == terms.sport
        && result.finality == terms.finality
        && same_bytes(result.oracle_program.as_array(), terms.oracle_program)
        && are_attesters(&result.attesters, terms.attesters());
    if !same {
        return Err(SettlementError::WrongResult);
    }
    Ok(())
}

#[inline(always)]
fn are_attesters(of_result: &Attesters, of_terms: Option<AttestersView>) -> bool {
    match of_terms {
        // No result has half of none.
        None => of_result.least == 0,
        Some(AttestersView { set, least }) => of_result.least == least && same_bytes(of_result.set.as_array(), set),
    }
}

/// Checks that the result's period decides the market's own keys (6219).
#[inline(always)]
fn check_period(terms: &TermsView, result: &MatchResult) -> Decided<()> {
    let layout = terms.layout().ok_or(SettlementError::NotAMarket)?;
    if !terms.finality.accepts(layout, terms.keys(), result.period) {
        return Err(SettlementError::NotFinal);
    }
    Ok(())
}

/// Reads the facts about the market's keys, in their order, which must be there (6257) and current (6261). Returns the
/// last moment since when one is known, each half of it by itself.
///
/// The facts go where they are used: to copy all five is a call of the runtime each time.
#[inline(always)]
fn read_facts(terms: &TermsView, result: &KnownResult, facts: &mut Facts) -> Decided<Moment> {
    let keys = terms.stat_keys;
    if keys.len() > MAX_STATS {
        return Err(SettlementError::NotAMarket);
    }
    let mut since = None;
    for (fact, key) in facts.places(keys.len()).iter_mut().zip(keys) {
        let key = u32::from_le_bytes(*key);
        let place = ResultFact::place(result.records, key).map_err(|_| SettlementError::FactMissing)?;
        let entry = ResultFact::read(&result.records[place]);
        // IMPORTANT: a fact of an earlier event may be wrong by now, and that event is not the one checked above.
        if !entry.current {
            return Err(SettlementError::FactNotCurrent);
        }
        since = Some(since.map_or(entry.since, |since: Moment| since.latest(entry.since)));
        *fact = entry.fact(result.head.period);
    }
    since.ok_or(SettlementError::NotAMarket)
}

#[cfg(test)]
mod tests {
    use anchor_lang::prelude::*;
    use proptest::{prelude::*, test_runner::RngSeed};

    use super::*;
    use crate::{
        sample::{self, clock, fact, moment, ORDER_KEY, STAKES_CLOSE, WINDOW},
        state::Proposal,
        terms::{FinalityPolicy, Mark, Terms},
    };
    use SettlementError as E;

    const SINCE: i64 = STAKES_CLOSE + 100;
    const DUE: i64 = SINCE + WINDOW as i64;

    /// A market and a result that decides it: 2:1, outcome 0 with keys 2 and 1 in this order is "away wins".
    struct Case {
        market: MarketCopy,
        terms: Terms,
        head: MatchResult,
        records: Vec<FactRecord>,
        now: i64,
        /// Slots that are missing from one each second.
        missing: u64,
    }

    fn case() -> Case {
        let (_, market) = sample::market(1, sample::terms());
        Case {
            market: MarketCopy { state: market.state, pool: market.pool, proposal: market.proposal },
            terms: market.terms,
            head: MatchResult { count: 2, ..sample::result() },
            records: vec![fact(1, 2, SINCE), fact(2, 1, SINCE - 50)],
            now: DUE,
            missing: 0,
        }
    }

    const AWAY: u8 = 0;
    const NOT_AWAY: u8 = 1;

    impl Case {
        fn settle(&mut self) -> Decided<Shown> {
            let bytes = self.terms.bytes();
            let known = KnownResult { head: &self.head, records: &self.records };
            let now = clock(self.now);
            let now = Clock { slot: now.slot.wrapping_sub(self.missing), ..now };
            settle(&mut self.market, &TermsView::read(&bytes).unwrap(), &known, &now)
        }

        fn refusal(change: impl Fn(&mut Self)) -> Option<E> {
            let mut case = case();
            change(&mut case);
            case.settle().err()
        }

        fn propose(&mut self, outcome: u8, order_key: u64, since: i64, void: bool) {
            self.market.state = MarketState::Proposed;
            self.market.proposal = Proposal { outcome, order_key, since: moment(since), void };
        }

        /// State and proposal after settling.
        fn settled(mut self) -> (MarketState, Proposal) {
            self.settle().unwrap();
            (self.market.state, self.market.proposal)
        }
    }

    fn proposal(outcome: u8, order_key: u64, since: i64) -> Proposal {
        Proposal { outcome, order_key, since: moment(since), void: false }
    }

    #[test]
    fn a_market_takes_only_the_result_of_its_subject() {
        assert_eq!(Case::refusal(|_| ()), None);
        assert_eq!(Case::refusal(|c| c.head.oracle_program = Pubkey::default()), Some(E::WrongResult));
        assert_eq!(Case::refusal(|c| c.head.fixture_id += 1), Some(E::WrongResult));
        assert_eq!(Case::refusal(|c| c.head.sport = 2), Some(E::WrongResult));
        assert_eq!(Case::refusal(|c| c.head.finality = FinalityPolicy::HalfTime), Some(E::WrongResult));
        // The terms' signed policy has no result, whatever a result would say.
        assert_eq!(Case::refusal(|c| c.terms.finality = FinalityPolicy::SignedFinal), Some(E::WrongResult));
        assert_eq!(Case::refusal(|c| c.head.contradicted = true), Some(E::ContradictedResult));
        // A signer of the terms does not matter.
        assert_eq!(Case::refusal(|c| c.terms.signer = Some([5; 32])), None);
    }

    #[test]
    fn terms_can_exclude_results() {
        let excluded = |change: fn(&mut Case)| {
            Case::refusal(|c| {
                c.terms.results_settle = false;
                change(c);
            })
        };
        assert_eq!(excluded(|_| ()), Some(E::ResultsNotAllowed));
        // Not even a contradiction reaches such a market.
        let contradicted = |c: &mut Case| {
            c.propose(AWAY, ORDER_KEY, SINCE, false);
            c.head.contradicted = true;
        };
        assert_eq!(excluded(contradicted), Some(E::ResultsNotAllowed));
        assert_eq!(Case::refusal(contradicted), None);
    }

    #[test]
    fn a_market_takes_only_the_result_of_exactly_its_attesters() {
        let [ours, others] = [10, 11].map(|byte| Attesters { set: Pubkey::new_from_array([byte; 32]), least: 2 });
        let all = [Attesters::NONE, ours, others, Attesters { least: 1, ..ours }, Attesters { least: 3, ..ours }];
        let contradicted = |case: &mut Case| {
            case.propose(AWAY, ORDER_KEY, SINCE, false);
            case.head.contradicted = true;
        };
        // Whether it settles by the result or voids by its contradiction.
        for before in [&|_: &mut Case| (), &contradicted as &dyn Fn(&mut Case)] {
            for (named, attesters) in all.into_iter().enumerate() {
                for (posted, of_result) in all.into_iter().enumerate() {
                    let refusal = Case::refusal(|c| {
                        c.terms.attesters = (named > 0).then_some(attesters);
                        c.head.attesters = of_result;
                        before(c);
                    });
                    assert_eq!(refusal, (named != posted).then_some(E::WrongResult), "{named} {posted}");
                }
            }
        }
    }

    #[test]
    fn the_period_must_decide_the_markets_own_keys() {
        assert_eq!(Case::refusal(|c| c.head.period = 5), Some(E::NotFinal));
        let regular = |period: i32, block: u32| {
            Case::refusal(|c| {
                c.terms.finality = FinalityPolicy::RegularTime;
                c.head.finality = FinalityPolicy::RegularTime;
                c.head.period = period;
                c.terms.stat_keys = vec![block + 2, block + 1];
                c.records = vec![fact(block + 1, 2, SINCE), fact(block + 2, 1, SINCE)];
            })
        };
        assert_eq!(regular(5, 0), None);
        assert_eq!(regular(5, 1_000), None);
        assert_eq!(regular(100, 1_000), None);
        assert_eq!(regular(100, 0), Some(E::NotFinal));
    }

    #[test]
    fn state_clock_and_time_bounds_are_those_of_settle() {
        for state in [MarketState::Final, MarketState::Void] {
            assert_eq!(Case::refusal(|c| c.market.state = state), Some(E::MarketNotOpen));
        }
        assert_eq!(Case::refusal(|c| c.now = STAKES_CLOSE - 1), Some(E::TooEarly));
        assert_eq!(Case::refusal(|c| c.now = STAKES_CLOSE), None);
        let of = |min_timestamp: i64| Case::refusal(|c| c.head.min_timestamp = min_timestamp);
        let (earliest, latest) = ((STAKES_CLOSE + 10) * 1_000, (STAKES_CLOSE + 20) * 1_000 + 999);
        assert_eq!((of(earliest), of(latest)), (None, None));
        assert_eq!((of(earliest - 1), of(latest + 1)), (Some(E::OutsideTimeBounds), Some(E::OutsideTimeBounds)));
    }

    #[test]
    fn every_key_has_a_current_fact() {
        assert_eq!(Case::refusal(|c| c.records.truncate(1)), Some(E::FactMissing));
        for place in [0, 1] {
            assert_eq!(Case::refusal(|c| ResultFact::expire(&mut c.records[place])), Some(E::FactNotCurrent));
        }
        // Facts of other keys do not matter.
        assert_eq!(Case::refusal(|c| c.records.push(fact(7, 1, i64::MAX))), None);
    }

    #[test]
    fn keys_are_in_the_order_of_the_terms() {
        let outcome = |home: i32, away: i32| {
            let mut case = case();
            case.records = vec![fact(1, home, SINCE), fact(2, away, SINCE)];
            case.settled().1.outcome
        };
        assert_eq!((outcome(2, 1), outcome(1, 2), outcome(0, 0), outcome(0, 1)), (NOT_AWAY, AWAY, NOT_AWAY, AWAY));
    }

    #[test]
    fn the_window_starts_when_the_latest_fact_was_known_and_staking_was_closed() {
        let since = |first: i64, second: i64| {
            let mut case = case();
            case.records = vec![fact(1, 2, first), fact(2, 1, second)];
            case.settled().1.since
        };
        assert_eq!(since(SINCE, SINCE - 50), moment(SINCE));
        assert_eq!(since(SINCE - 50, SINCE), moment(SINCE));
        let slot = moment(STAKES_CLOSE - 9).slot;
        assert_eq!(since(STAKES_CLOSE - 9, STAKES_CLOSE - 10), Moment { slot, ..moment(STAKES_CLOSE) });
    }

    #[test]
    fn an_open_market_is_final_once_the_window_is_over() {
        let at = |now: i64| Case { now, ..case() }.settled();
        let expected = proposal(NOT_AWAY, ORDER_KEY, SINCE);
        assert_eq!(at(DUE - 1), (MarketState::Proposed, expected));
        assert_eq!(at(DUE), (MarketState::Final, expected));
        let mut case = case();
        case.settle().unwrap();
        // 1,000 staked on the winner, fee of the 30.
        assert_eq!((case.market.pool.owed, case.market.pool.fee, case.market.pool.paying), (1_030, 0, 1_000));
        case.market.state = MarketState::Open;
        case.records = vec![fact(1, 1, SINCE), fact(2, 2, SINCE)];
        case.settle().unwrap();
        assert_eq!((case.market.pool.owed, case.market.pool.fee, case.market.pool.paying), (1_005, 25, 30));
    }

    #[test]
    fn splits_pay_by_the_case_and_cases_that_pay_the_same_are_one() {
        let with = |terms: Terms, home: i32, away: i32| Case {
            records: vec![fact(1, home, SINCE), fact(2, away, SINCE)],
            terms,
            ..case()
        };
        // 30 on participant 1 at -0.25, which is key 2 here, and 1,000 on the other; the fee is 2.5 % of what is lost.
        for (home, away, outcome, fee, paying) in [(0, 1, 0, 25, 30), (1, 1, 1, 0, 1_030), (2, 0, 2, 0, 1_000)] {
            let mut case = with(sample::quarter_line(), home, away);
            case.settle().unwrap();
            let MarketCopy { state, pool, proposal } = case.market;
            assert_eq!((state, proposal.outcome), (MarketState::Final, outcome));
            assert_eq!((pool.fee, pool.owed, pool.paying, pool.refund), (fee, 1_030 - fee, paying, false));
        }
        // A draw and a loss pay the same: the first of the two cases stands, and the second contradicts nothing.
        let rows = [[Mark::Win, Mark::Lose], [Mark::Lose, Mark::Win], [Mark::Lose, Mark::Win]];
        let alike = Terms { splits: Some(rows.map(Vec::from).to_vec()), ..sample::quarter_line() };
        let mut case = Case { now: DUE - 1, ..with(alike.clone(), 1, 1) };
        assert_eq!(case.settle(), Ok(Shown::Proposal));
        assert_eq!(case.market.proposal.outcome, 1);
        case.records = vec![fact(1, 1, SINCE), fact(2, 0, SINCE)];
        assert_eq!(case.settle(), Err(E::NotNewer));
        case.head.order_key += 1;
        assert_eq!(case.settle(), Ok(Shown::Proposal));
        assert_eq!(case.market.proposal, proposal(1, ORDER_KEY + 1, SINCE));
        // Every stake comes back where nothing is won.
        let pushes = Terms { splits: Some(vec![vec![Mark::Push; 2]; 3]), ..alike };
        let mut case = with(pushes, 1, 0);
        case.settle().unwrap();
        assert_eq!((case.market.pool.refund, case.market.pool.owed, case.market.pool.fee), (true, 1_030, 0));
    }

    #[test]
    fn the_window_is_over_when_as_many_slots_have_passed() {
        let at = |now: i64, missing: u64| Case { now, missing, ..case() }.settled().0;
        assert_eq!((at(DUE, 0), at(DUE, 1)), (MarketState::Final, MarketState::Proposed));
        // A halt of a day, and the first slots after it.
        let day = 86_400;
        assert_eq!(at(DUE + day, day as u64 + 1), MarketState::Proposed);
        assert_eq!(at(DUE + day, day as u64), MarketState::Final);
        assert_eq!(at(DUE - 1, 0u64.wrapping_sub(day as u64)), MarketState::Proposed);
    }

    #[test]
    fn a_void_proposal_gives_way_and_leaves_no_trace() {
        for (order_key, now) in [(ORDER_KEY - 1, DUE), (ORDER_KEY, DUE), (u64::MAX, DUE), (u64::MAX, DUE - 1)] {
            let mut case = case();
            case.propose(0, order_key, STAKES_CLOSE, true);
            case.now = now;
            let state = if now == DUE { MarketState::Final } else { MarketState::Proposed };
            assert_eq!(case.settled(), (state, proposal(NOT_AWAY, ORDER_KEY, SINCE)));
        }
    }

    #[test]
    fn the_same_outcome_keeps_the_earlier_start() {
        let settled = |order_key: u64, since: i64, now: i64| {
            let mut case = case();
            case.propose(NOT_AWAY, order_key, since, false);
            case.now = now;
            case.settled()
        };
        let early = settled(ORDER_KEY - 1, SINCE - 70, DUE - 71);
        assert_eq!(early, (MarketState::Proposed, proposal(NOT_AWAY, ORDER_KEY, SINCE - 70)));
        for order_key in [ORDER_KEY - 1, ORDER_KEY] {
            assert_eq!(settled(order_key, SINCE - 70, DUE - 70).0, MarketState::Final);
            assert_eq!(settled(order_key, SINCE - 70, DUE - 70).1.since, moment(SINCE - 70));
            assert_eq!(
                settled(order_key, SINCE + 70, DUE - 1),
                (MarketState::Proposed, proposal(NOT_AWAY, ORDER_KEY, SINCE))
            );
            assert_eq!(settled(order_key, SINCE + 70, DUE), (MarketState::Final, proposal(NOT_AWAY, ORDER_KEY, SINCE)));
        }
    }

    #[test]
    fn what_changes_nothing_is_skipped() {
        let mut case = case();
        case.now = DUE - 1;
        case.settle().unwrap();
        assert_eq!(case.settle(), Err(E::NotNewer));
        case.now = DUE;
        assert_eq!(case.settle(), Ok(Shown::Proposal));
        assert_eq!(case.settle(), Err(E::MarketNotOpen));
    }

    #[test]
    fn an_older_result_is_skipped_even_if_its_window_is_over() {
        for outcome in [AWAY, NOT_AWAY] {
            assert_eq!(Case::refusal(|c| c.propose(outcome, ORDER_KEY + 1, SINCE, false)), Some(E::NotNewer));
        }
    }

    #[test]
    fn a_newer_result_with_another_outcome_is_like_the_first() {
        for (now, state) in [(DUE - 1, MarketState::Proposed), (DUE, MarketState::Final)] {
            let mut case = case();
            // The standing start is no longer of use, however early.
            case.propose(AWAY, ORDER_KEY - 1, STAKES_CLOSE, false);
            case.now = now;
            assert_eq!(case.settled(), (state, proposal(NOT_AWAY, ORDER_KEY, SINCE)));
        }
    }

    #[test]
    fn another_outcome_of_the_same_update_voids() {
        let mut case = case();
        case.propose(AWAY, ORDER_KEY, SINCE, false);
        assert_eq!(case.settle(), Ok(Shown::Contradiction));
        assert_eq!((case.market.state, case.market.proposal), (MarketState::Void, proposal(AWAY, ORDER_KEY, SINCE)));
        assert_eq!((case.market.pool.refund, case.market.pool.owed, case.market.pool.fee), (true, 1_030, 0));
    }

    #[test]
    fn a_contradicted_result_voids_what_a_proof_of_its_event_proposed_and_nothing_else() {
        let contradicted = |change: &dyn Fn(&mut Case)| {
            let mut case = case();
            case.head.contradicted = true;
            case.propose(AWAY, ORDER_KEY, SINCE, false);
            change(&mut case);
            let before = case.market;
            let settled = case.settle();
            (settled, case.market.state, case.market.pool.owed <= before.pool.owed)
        };
        let voided = (Ok(Shown::Contradiction), MarketState::Void, true);
        assert_eq!(contradicted(&|_| ()), voided);
        // Whatever it proposes, whenever, by whichever keys: the result has no word about any value any more.
        assert_eq!(contradicted(&|c| c.market.proposal.outcome = NOT_AWAY), voided);
        assert_eq!(contradicted(&|c| c.records.clear()), voided);
        assert_eq!(contradicted(&|c| c.head.period = 5), voided);
        assert_eq!(contradicted(&|c| c.now = i64::MAX), voided);
        let untouched = |state, error| (Err(error), state, true);
        let skipped = untouched(MarketState::Proposed, E::ContradictedResult);
        assert_eq!(contradicted(&|c| c.market.proposal.order_key -= 1), skipped);
        assert_eq!(contradicted(&|c| c.market.proposal.order_key += 1), skipped);
        assert_eq!(contradicted(&|c| c.market.proposal.void = true), skipped);
        for state in [MarketState::Open, MarketState::Final, MarketState::Void] {
            assert_eq!(contradicted(&|c| c.market.state = state), untouched(state, E::ContradictedResult));
        }
        let other = untouched(MarketState::Proposed, E::WrongResult);
        assert_eq!(contradicted(&|c| c.head.oracle_program = Pubkey::default()), other);
        assert_eq!(contradicted(&|c| c.head.fixture_id += 1), other);
        assert_eq!(contradicted(&|c| c.head.sport = 2), other);
        assert_eq!(contradicted(&|c| c.head.finality = FinalityPolicy::RegularTime), other);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4_000, rng_seed: RngSeed::Fixed(16), ..ProptestConfig::default() })]

        /// The rule of the specification, written down once more, over every standing proposal.
        #[test]
        fn the_rule_is_that_of_the_model(
            standing in prop::option::of(
                (0u8..2, ORDER_KEY - 1..=ORDER_KEY + 1, (-9i64..=9, -9i64..=9), any::<bool>())
            ),
            values in (0i32..=2, 0i32..=2), known in ((-9i64..=9, -9i64..=9), (-9i64..=9, -9i64..=9)),
            window in 0u32..=10, now in (0i64..=20, -4i64..=20),
        ) {
            // Slots near the end of their count.
            let slot = |place: i64| (place + i64::from(u32::MAX)) as u32;
            let at = |(time, place): (i64, i64)| Moment { seconds: (STAKES_CLOSE + time) as u32, slot: slot(place) };
            let record = |key, value, moment| ResultFact::new(&sample::shown(key, value), moment).record();
            let mut case = case();
            case.terms.challenge_window = window;
            case.now = STAKES_CLOSE + now.0;
            case.missing = (case.now as u64).wrapping_sub((3 << 32) + u64::from(u32::MAX)).wrapping_sub(now.1 as u64);
            case.records = vec![record(1, values.0, at(known.0)), record(2, values.1, at(known.1))];
            if let Some((outcome, order_key, since, void)) = standing {
                case.market.state = MarketState::Proposed;
                let outcome = if void { 0 } else { outcome };
                case.market.proposal = Proposal { outcome, order_key, since: at(since), void };
            }
            let before = case.market;
            let outcome = if values.1 > values.0 { AWAY } else { NOT_AWAY };
            let start = (known.0.0.max(known.1.0).max(0), known.0.1.max(known.1.1));
            let due = |since: (i64, i64)| {
                // A slot that is still to come is one that was set back.
                let slots = if now.1 >= since.1 { now.1 - since.1 } else { i64::MAX };
                now.0 - since.0 >= i64::from(window) && slots >= i64::from(window)
            };
            let fresh = |since: (i64, i64)| {
                let state = if due(since) { MarketState::Final } else { MarketState::Proposed };
                Some((state, Proposal { outcome, order_key: ORDER_KEY, since: at(since), void: false }))
            };
            let expected = match standing {
                Some((standing, order_key, since, false)) => {
                    if order_key > ORDER_KEY {
                        None
                    } else if standing == outcome {
                        let same = order_key == ORDER_KEY && since <= start && !due(since);
                        if same { None } else { fresh(since.min(start)) }
                    } else if order_key == ORDER_KEY {
                        Some((MarketState::Void, before.proposal))
                    } else {
                        fresh(start)
                    }
                }
                _ => fresh(start),
            };
            let settled = case.settle();
            prop_assert_eq!(settled.is_ok(), expected.is_some());
            if let Some(expected) = expected {
                prop_assert_eq!((case.market.state, case.market.proposal), expected);
                prop_assert!(case.market.pool.owed <= before.pool.owed);
                prop_assert_eq!(case.market.pool.totals, before.pool.totals);
            }
        }
    }
}
