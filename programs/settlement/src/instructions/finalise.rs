use anchor_lang::prelude::*;
use linesman_wire::mark;

use crate::{
    event::{Finalised, VoidReason, Voided},
    owner::check_owner,
    state::{MarketCopy, MarketInPlace, PoolKind},
    terms::{ClosingTerms, ReadTerms},
    token::TokenAccount,
};

#[derive(Accounts)]
pub struct Finalise<'info> {
    /// The market.
    /// CHECK: owner, address and layout in the handler, which reads it in place.
    #[account(mut)]
    pub market: UncheckedAccount<'info>,
    /// The vault.
    /// CHECK: in the handler.
    pub vault: UncheckedAccount<'info>,
}

/// Makes a proposal final after its window: the market becomes Final, or Void if that was proposed. Anybody may call
/// this.
pub fn finalise(ctx: Context<Finalise>) -> Result<()> {
    mark("entrance");
    let Finalise { market: account, vault } = ctx.accounts;
    let key = account.key();
    check_owner(account, &[crate::ID])?;
    let held = TokenAccount::base(vault)?.amount;
    let mut data = account.try_borrow_mut_data()?;
    let mut market = MarketInPlace::read_with(ClosingTerms::read, &key, &mut data)?;
    market.check_vault(&key, vault.key)?;
    mark("market and vault");
    market.copy.standing().finalise(&market.terms, &Clock::get()?)?;
    let MarketCopy { pool, proposal, .. } = market.write()?;
    mark("state");

    if proposal.void {
        emit!(Voided { kind: PoolKind::Market, pool: key, reason: VoidReason::Abandonment, owed: pool.owed });
    } else {
        emit!(Finalised::of(PoolKind::Market, key, proposal.outcome, &pool));
    }
    mark("event");
    pool.invariant(true, held)
}
