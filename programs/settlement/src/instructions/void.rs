use anchor_lang::prelude::*;
use linesman_wire::require;

use crate::{
    error::SettlementError,
    event::{VoidReason, Voided},
    owner::check_owner,
    state::{PoolInPlace, PoolKind},
    token::TokenAccount,
};

#[derive(Accounts)]
pub struct Void<'info> {
    /// The market or parlay.
    /// CHECK: owner, address and layout in the handler, which reads it in place.
    #[account(mut)]
    pub pool: UncheckedAccount<'info>,
    /// The vault.
    /// CHECK: in the handler.
    pub vault: UncheckedAccount<'info>,
}

/// Voids a market that nobody settled, from `void_after` on, or an open parlay as soon as one copied leg is void, and
/// refunds every stake. Anybody may call this.
pub fn void(ctx: Context<Void>) -> Result<()> {
    let Void { pool: account, vault } = ctx.accounts;
    let key = account.key();
    check_owner(account, &[crate::ID])?;
    let held = TokenAccount::base(vault)?.amount;
    let mut data = account.try_borrow_mut_data()?;
    let mut found = PoolInPlace::read(&key, &mut data)?;
    found.check_vault(&key, vault.key)?;
    require!(found.is_open(), SettlementError::MarketNotOpen);
    found.check_voidable()?;

    found.become_void()?;
    let kind = found.kind;
    let pool = found.write();
    let reason = match kind {
        PoolKind::Market => VoidReason::Deadline,
        PoolKind::Parlay => VoidReason::Leg,
    };
    emit!(Voided { kind, pool: key, reason, owed: pool.owed });
    pool.invariant(true, held)
}
