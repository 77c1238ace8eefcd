use anchor_lang::prelude::*;
use linesman_wire::require;

use super::{check_clock, check_fixture, prove, Settle};
use crate::{
    error::SettlementError,
    event::VoidProposed,
    owner::check_owner,
    proof::{self, refused, PathProof, ScoreProof},
    state::{MarketInPlace, MarketState},
    terms::TermsView,
};

/// Proposes to void a market, with a proof that its fixture was abandoned or cancelled. The proof may be of any stat
/// keys: only its period counts. Anybody may call this. Any proof that settles the market replaces the proposal.
/// Terms with attesters need the attestation of the proof's day as the first remaining account.
pub fn propose_void(ctx: Context<Settle>, proof: ScoreProof) -> Result<()> {
    let Settle { market: account, roots, instructions_sysvar } = ctx.accounts;
    let key = account.key();
    check_owner(account, &[crate::ID])?;
    let mut data = account.try_borrow_mut_data()?;
    let mut market = MarketInPlace::read(&key, &mut data)?;
    // IMPORTANT: only from Open. A void proposal never replaces a result, and never restarts its own window.
    require!(market.copy.state == MarketState::Open, SettlementError::MarketNotOpen);
    let now = check_clock(&market.terms)?;
    require!(market.terms.abandonment_voids, SettlementError::AbandonmentNotAllowed);

    let input = proof.view()?;
    check_subject(&market.terms, &input)?;
    let (event, signed) = prove(&market.terms, &proof, &input, roots, instructions_sysvar)?;
    proof::check_abandoned(&event, signed)?;
    let order_key = event.order_key().map_err(refused)?.get();
    proof::check_attested(&market.terms, order_key, ctx.remaining_accounts.first())?;

    market.copy.standing().propose_void(order_key, now);
    market.write()?;
    emit!(VoidProposed { market: key, order_key, since: now });
    Ok(())
}

/// Checks that the proof is about the market's fixture, after staking closed: a match can be called off before
/// `earliest`.
fn check_subject(terms: &TermsView, input: &PathProof) -> Result<()> {
    check_fixture(terms, input)?;
    proof::check_time_bounds(terms.stakes_close, terms.latest, input.summary.update_stats.min_timestamp)?;
    Ok(())
}
