use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    error::SettlementError,
    event::ParlayClosed,
    pool::Leftovers,
    state::{LegResult, Parlay},
};

#[derive(Accounts)]
pub struct CloseParlay<'info> {
    #[account(mut)]
    pub creator: Signer<'info>,
    /// Address and layout are checked in `Leftovers::check`, the creator by the constraint.
    #[account(mut, close = creator, has_one = creator @ SettlementError::UnauthorizedCreator)]
    pub parlay: Box<Account<'info, Parlay>>,
    /// The vault.
    /// CHECK: in `Leftovers::check`.
    #[account(mut)]
    pub vault: UncheckedAccount<'info>,
    /// The mint of the terms, owned by the token program.
    /// CHECK: in `Leftovers::check`.
    pub mint: UncheckedAccount<'info>,
    /// CHECK: the fee account of the terms; address checked in `Leftovers::check`, read only if there is a sum to send.
    #[account(mut)]
    pub fee_account: UncheckedAccount<'info>,
    pub token_program: Interface<'info, TokenInterface>,
}

/// Sweeps, then returns the rent of vault and parlay to the creator. Every position must be closed and every leg's
/// market released. If the fee account cannot receive the remaining tokens, the vault stays open.
pub fn close_parlay(ctx: Context<CloseParlay>) -> Result<()> {
    let accounts = ctx.accounts;
    let parlay = &accounts.parlay;
    let leftovers = Leftovers {
        holder: parlay.as_ref().as_ref(),
        vault: &accounts.vault,
        mint: &accounts.mint,
        fee_account: &accounts.fee_account,
        token_program: accounts.token_program.key,
    };
    let leftovers = leftovers.check::<Parlay>()?;
    require!(leftovers.pool.open_positions == 0, SettlementError::PositionsOpen);
    // A market still held by a closed parlay could never be closed.
    require!(!parlay.leg_results().contains(&LegResult::Open), SettlementError::LegsOpen);
    let left = leftovers.close_vault(&accounts.creator)?;
    emit!(ParlayClosed { parlay: parlay.key(), left });
    Ok(())
}
