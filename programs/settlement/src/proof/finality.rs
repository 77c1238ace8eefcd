use anchor_lang::prelude::*;
use linesman_verifier::{Fact, ProvenEvent};
use linesman_wire::{require, StatLeaf};

use crate::{
    error::SettlementError,
    terms::{FinalityPolicy, TermsView},
};

/// Periods that end a fixture without a result, in all sports.
const ABANDONED: i32 = 15;
const CANCELLED: i32 = 16;

/// Checks that the proven update decides the market.
///
/// A zero proof binds no period, so the period must come from a present leaf: one of the keys or the witness. In a
/// payload signed by the market's signer, all leaves (`signed`) count, but their periods must agree.
#[inline(always)]
pub fn check_final(
    terms: &TermsView,
    event: &ProvenEvent,
    witness: Option<Fact>,
    signed: Option<&[StatLeaf]>,
) -> Result<()> {
    let layout = terms.layout().ok_or(SettlementError::InvalidTerms)?;
    let accepts = |period: i32| terms.finality.accepts(layout, terms.keys(), period);

    if let Some(leaves) = signed {
        require!(accepts(signed_period(leaves)?), SettlementError::NotFinal);
        return Ok(());
    }
    require!(terms.finality != FinalityPolicy::SignedFinal, SettlementError::SignatureRequired);
    let present = || event.facts.as_slice().iter().chain(&witness).filter_map(Fact::period);
    require!(present().next().is_some(), SettlementError::MissingWitness);
    require!(present().any(accepts), SettlementError::NotFinal);
    Ok(())
}

/// Checks that the proven update shows an abandoned or cancelled fixture (6241). The same periods count as for
/// finality: those of present leaves, or of a payload signed by the market's signer.
pub fn check_abandoned(event: &ProvenEvent, signed: Option<&[StatLeaf]>) -> Result<()> {
    let abandoned = |period: i32| matches!(period, ABANDONED | CANCELLED);
    let shown = match signed {
        Some(leaves) => abandoned(signed_period(leaves)?),
        None => event.facts.as_slice().iter().filter_map(Fact::period).any(abandoned),
    };
    require!(shown, SettlementError::NotAbandoned);
    Ok(())
}

/// The period of a signed payload, which must be the same in all leaves (6237).
fn signed_period(leaves: &[StatLeaf]) -> Result<i32> {
    let mut periods = leaves.iter().map(|leaf| leaf.stat.period);
    let first = periods.next().ok_or(SettlementError::NotFinal)?;
    require!(periods.all(|period| period == first), SettlementError::UnequalPeriods);
    Ok(first)
}
