use anchor_lang::prelude::*;

use crate::{
    error::SettlementError,
    event::Voided,
    seed,
    state::{LegResult, Parlay, ParlayState},
    token::TokenAccount,
};

#[derive(Accounts)]
pub struct VoidParlay<'info> {
    /// Address and layout are checked in the handler.
    // `dup`: no other account here can be the parlay, and Anchor's duplicate check would cost 600 CU.
    #[account(mut, dup)]
    pub parlay: Box<Account<'info, Parlay>>,
    /// The vault.
    /// CHECK: in the handler.
    pub vault: UncheckedAccount<'info>,
}

/// Voids an open parlay as soon as one leg is void, and refunds every stake. Anybody may call this.
pub fn void_parlay(ctx: Context<VoidParlay>) -> Result<()> {
    let parlay = &mut ctx.accounts.parlay;
    let key = parlay.key();
    parlay.check_address(&key)?;
    let held = TokenAccount::base(&ctx.accounts.vault)?.amount;
    seed::check_vault(ctx.accounts.vault.key, &key, parlay.vault_bump)?;
    require!(parlay.state == ParlayState::Open, SettlementError::MarketNotOpen);
    require!(parlay.leg_results().contains(&LegResult::Void), SettlementError::LegsOpen);

    parlay.become_void()?;
    emit!(Voided { pool: key, owed: parlay.pool.owed });
    parlay.pool.invariant(true, held)
}
