//! What a result decides about a market.

use linesman_verifier::{same_bytes, Fact, Facts, MAX_STATS};

use crate::{
    error::SettlementError,
    proof::check_time_bounds,
    state::{Decided, FactRecord, MarketCopy, MarketState, MatchResult, ResultFact, Shown},
    terms::TermsView,
};

/// A result and its facts, as they lie in the account.
#[derive(Clone, Copy)]
pub struct KnownResult<'a> {
    pub head: &'a MatchResult,
    pub records: &'a [FactRecord],
}

/// Settles the copy of a market with a result at `now`, s. After an error the copy is worth nothing.
///
/// The window counts from the time since when anybody could read all facts of the market, not from this call: so a
/// result that is old enough makes the market final at once.
pub fn settle(market: &mut MarketCopy, terms: &TermsView, result: &KnownResult, now: i64) -> Decided<Shown> {
    check_subject(terms, result.head)?;
    if !matches!(market.state, MarketState::Open | MarketState::Proposed) {
        return Err(SettlementError::MarketNotOpen);
    }
    if now < terms.stakes_close {
        return Err(SettlementError::TooEarly);
    }
    check_time_bounds(terms.earliest, terms.latest, result.head.min_timestamp)?;
    let (facts, since) = facts_of(terms, result)?;
    // Nobody could stake and challenge before staking closed.
    let start = since.max(terms.stakes_close);
    let outcome = terms.decide(&facts).ok_or(SettlementError::NotAMarket)?;

    let shown = market.standing().show(outcome, result.head.order_key, start)?;
    if shown == Shown::Contradiction {
        return Ok(shown);
    }
    if now >= market.proposal.window_end(terms.challenge_window) {
        market.standing().become_final(terms.fee_bps)?;
        return Ok(Shown::Proposal);
    }
    if shown == Shown::Nothing {
        return Err(SettlementError::NotNewer);
    }
    Ok(shown)
}

/// Checks that the result is of the market's oracle, fixture, sport and policy (6252) and not contradicted (6255), and
/// that its period decides the market's own keys (6219). A signer of the terms does not matter: under these policies
/// its signature only adds what counts.
#[inline(always)]
fn check_subject(terms: &TermsView, result: &MatchResult) -> Decided<()> {
    let same = result.fixture_id == terms.fixture_id
        && result.sport == terms.sport
        && result.finality == terms.finality
        && same_bytes(result.oracle_program.as_array(), terms.oracle_program);
    if !same {
        return Err(SettlementError::WrongResult);
    }
    if result.contradicted {
        return Err(SettlementError::ContradictedResult);
    }
    let layout = terms.layout().ok_or(SettlementError::NotAMarket)?;
    if !terms.finality.accepts(layout, terms.stat_keys.iter().map(|key| u32::from_le_bytes(*key)), result.period) {
        return Err(SettlementError::NotFinal);
    }
    Ok(())
}

/// The current facts about the market's keys, in their order (6257), and the latest time since when one is known, s.
#[inline(always)]
fn facts_of(terms: &TermsView, result: &KnownResult) -> Decided<(Facts, i64)> {
    let mut facts = [Fact::Absent { key: 0 }; MAX_STATS];
    let mut since = i64::MIN;
    let known = facts.get_mut(..terms.stat_keys.len()).ok_or(SettlementError::NotAMarket)?;
    for (fact, key) in known.iter_mut().zip(terms.stat_keys) {
        let key = u32::from_le_bytes(*key);
        let place = ResultFact::place(result.records, key).map_err(|_| SettlementError::FactMissing)?;
        let entry = ResultFact::read(&result.records[place]);
        // IMPORTANT: a fact of an earlier event may be wrong by now, and its event is no longer the one that was checked.
        if !entry.current {
            return Err(SettlementError::FactMissing);
        }
        since = since.max(entry.since);
        *fact = entry.fact(result.head.period);
    }
    let facts = Facts::from_slice(known).ok_or(SettlementError::NotAMarket)?;
    Ok((facts, since))
}
