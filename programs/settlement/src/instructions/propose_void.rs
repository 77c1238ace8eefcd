use anchor_lang::prelude::*;
use linesman_verifier::ScoresProof;

use super::{check_clock, check_fixture, prove, Settle};
use crate::{
    error::SettlementError,
    event::VoidProposed,
    pool::PoolAccount,
    proof::{self, refused, ScoreProof},
    state::MarketState,
    terms::Terms,
};

/// Proposes that a market becomes void, with a proof that its fixture was abandoned or cancelled: of any keys, as it
/// answers no question. Anybody may. Whatever proof settles the market replaces the proposal.
pub fn propose_void(ctx: Context<Settle>, proof: ScoreProof) -> Result<()> {
    let Settle { market, roots, instructions_sysvar } = ctx.accounts;
    let key = market.key();
    market.check_address(&key)?;
    // IMPORTANT: only from Open. A void never takes the place of a result, nor begins its own window anew.
    require!(market.state == MarketState::Open, SettlementError::MarketNotOpen);
    let now = check_clock(&market.terms)?;
    require!(market.terms.abandonment_voids, SettlementError::AbandonmentNotAllowed);

    let input = proof.view()?;
    check_subject(&market.terms, &input)?;
    let (event, signed) = prove(&market.terms, &proof, &input, roots, instructions_sysvar)?;
    proof::check_abandoned(&event, signed)?;
    let order_key = event.order_key().map_err(refused)?.get();

    market.propose_void(order_key, now);
    emit!(VoidProposed { market: key, order_key, since: now });
    Ok(())
}

/// The proof is about the market's fixture, from the close of staking on: a match can be called off before `earliest`.
fn check_subject(terms: &Terms, input: &ScoresProof) -> Result<()> {
    check_fixture(terms, input)?;
    proof::check_time_bounds(terms, terms.stakes_close, input.summary.update_stats.min_timestamp)
}
