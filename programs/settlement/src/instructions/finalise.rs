use anchor_lang::prelude::*;

use crate::{
    event::{Finalised, Voided},
    pool::PoolAccount,
    state::Market,
    token::BaseTokenAccount,
};

#[derive(Accounts)]
pub struct Finalise<'info> {
    /// Address and layout are checked in the handler.
    // `dup`: no other account here can be the market, and Anchor's duplicate check would cost 600 CU.
    #[account(mut, dup)]
    pub market: Box<Account<'info, Market>>,
    /// Address is checked in the handler.
    pub vault: Box<InterfaceAccount<'info, BaseTokenAccount>>,
}

/// Makes a proposal final after its window: the market becomes Final, or Void if that was proposed. Anybody may call
/// this.
pub fn finalise(ctx: Context<Finalise>) -> Result<()> {
    let market = &mut ctx.accounts.market;
    let key = market.key();
    market.check_address(&key)?;
    market.check_vault(&key, &ctx.accounts.vault.key())?;
    market.finalise(Clock::get()?.unix_timestamp)?;

    if market.proposal.void {
        emit!(Voided { pool: key, owed: market.pool.owed });
    } else {
        emit!(Finalised {
            pool: key,
            outcome: market.proposal.outcome,
            refund: market.pool.refund,
            fee: market.pool.fee,
            owed: market.pool.owed,
        });
    }
    market.invariant(ctx.accounts.vault.amount)
}
