use anchor_lang::prelude::*;

use crate::{
    error::SettlementError,
    event::Voided,
    pool::PoolAccount,
    state::{Market, MarketState},
    token::BaseTokenAccount,
};

#[derive(Accounts)]
pub struct Void<'info> {
    /// Address and layout are checked in the handler.
    // `dup`: no other account here can be the market, and Anchor's duplicate check would cost 600 CU.
    #[account(mut, dup)]
    pub market: Box<Account<'info, Market>>,
    /// Address is checked in the handler.
    pub vault: Box<InterfaceAccount<'info, BaseTokenAccount>>,
}

/// Voids a market that nobody settled, from `void_after` on, and refunds every stake. Anybody may call this.
pub fn void(ctx: Context<Void>) -> Result<()> {
    let market = &mut ctx.accounts.market;
    let key = market.key();
    market.check_address(&key)?;
    market.check_vault(&key, &ctx.accounts.vault.key())?;
    require!(market.state == MarketState::Open, SettlementError::MarketNotOpen);
    require_gte!(Clock::get()?.unix_timestamp, market.terms.void_after, SettlementError::VoidTooEarly);

    market.become_void()?;
    emit!(Voided { pool: key, owed: market.pool.owed });
    market.invariant(ctx.accounts.vault.amount)
}
