use anchor_lang::prelude::*;
use linesman_verifier::{Fact, Leaves, ProvenEvent};

use crate::{
    error::SettlementError,
    terms::{FinalityPolicy, Terms},
};

/// Whether the proven update decides the market.
///
/// A zero proof binds no period, so what counts is a present leaf: one of the keys, or the witness. A payload signed by
/// the stored signer speaks for all its leaves, `signed`, but only if they agree.
pub fn check_final(terms: &Terms, event: &ProvenEvent, witness: Option<Fact>, signed: Option<&Leaves>) -> Result<()> {
    let layout = terms.layout().ok_or(SettlementError::InvalidTerms)?;
    let accepts = |period: i32| terms.finality.accepts(layout, &terms.stat_keys, period);

    if let Some(leaves) = signed {
        let mut periods = leaves.as_slice().iter().map(|leaf| leaf.stat.period);
        let first = periods.next().ok_or(SettlementError::NotFinal)?;
        require!(periods.all(|period| period == first), SettlementError::UnequalPeriods);
        require!(accepts(first), SettlementError::NotFinal);
        return Ok(());
    }
    require!(terms.finality != FinalityPolicy::SignedFinal, SettlementError::SignatureRequired);
    let present = || event.facts.as_slice().iter().chain(&witness).filter_map(Fact::period);
    require!(present().next().is_some(), SettlementError::MissingWitness);
    require!(present().any(accepts), SettlementError::NotFinal);
    Ok(())
}
