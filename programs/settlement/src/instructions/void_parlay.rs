use anchor_lang::prelude::*;

use crate::{
    error::SettlementError,
    event::Voided,
    pool::PoolAccount,
    state::{LegResult, Parlay},
    token::BaseTokenAccount,
};

#[derive(Accounts)]
pub struct VoidParlay<'info> {
    /// Address and layout: the handler.
    // `dup`: no other account here could be the parlay, and Anchor's own look costs 600 units.
    #[account(mut, dup)]
    pub parlay: Box<Account<'info, Parlay>>,
    /// Address: the handler.
    pub vault: Box<InterfaceAccount<'info, BaseTokenAccount>>,
}

/// Voids an open parlay with a void leg; the other legs need not be decided for that. Anybody may. Every stake goes back.
pub fn void_parlay(ctx: Context<VoidParlay>) -> Result<()> {
    let parlay = &mut ctx.accounts.parlay;
    let key = parlay.key();
    parlay.check_address(&key)?;
    parlay.check_vault(&key, &ctx.accounts.vault.key())?;
    require!(parlay.is_open(), SettlementError::MarketNotOpen);
    require!(parlay.leg_results().contains(&LegResult::Void), SettlementError::LegsOpen);

    parlay.become_void()?;
    emit!(Voided { pool: key, owed: parlay.pool.owed });
    parlay.invariant(ctx.accounts.vault.amount)
}
