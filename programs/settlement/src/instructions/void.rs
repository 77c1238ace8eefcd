use anchor_lang::prelude::*;

use crate::{
    error::SettlementError,
    event::Voided,
    owner::check_owner,
    state::{MarketCopy, MarketInPlace, MarketState},
    token::TokenAccount,
};

#[derive(Accounts)]
pub struct Void<'info> {
    /// The market.
    /// CHECK: owner, address and layout in the handler, which reads it in place.
    #[account(mut)]
    pub market: UncheckedAccount<'info>,
    /// The vault.
    /// CHECK: in the handler.
    pub vault: UncheckedAccount<'info>,
}

/// Voids a market that nobody settled, from `void_after` on, and refunds every stake. Anybody may call this.
pub fn void(ctx: Context<Void>) -> Result<()> {
    let Void { market: account, vault } = ctx.accounts;
    let key = account.key();
    check_owner(account, &[crate::ID])?;
    let held = TokenAccount::base(vault)?.amount;
    let mut data = account.try_borrow_mut_data()?;
    let mut market = MarketInPlace::read(&key, &mut data)?;
    market.check_vault(&key, vault.key)?;
    require!(market.copy.state == MarketState::Open, SettlementError::MarketNotOpen);
    require_gte!(Clock::get()?.unix_timestamp, market.terms.void_after, SettlementError::VoidTooEarly);

    market.copy.standing().become_void()?;
    let MarketCopy { pool, .. } = market.write()?;
    emit!(Voided { pool: key, owed: pool.owed });
    pool.invariant(true, held)
}
