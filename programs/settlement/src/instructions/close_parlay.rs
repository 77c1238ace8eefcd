use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    error::SettlementError,
    event::ParlayClosed,
    pool::Leftovers,
    state::{LegResult, Parlay},
    token::{BaseMint, BaseTokenAccount},
};

#[derive(Accounts)]
pub struct CloseParlay<'info> {
    #[account(mut)]
    pub creator: Signer<'info>,
    /// Address and layout: `Leftovers::check`; creator: the constraint.
    #[account(mut, close = creator, has_one = creator @ SettlementError::UnauthorizedCreator)]
    pub parlay: Box<Account<'info, Parlay>>,
    /// Address: `Leftovers::check`.
    #[account(mut)]
    pub vault: Box<InterfaceAccount<'info, BaseTokenAccount>>,
    /// That of the terms, and of the token program: `Leftovers::check`.
    pub mint: Box<InterfaceAccount<'info, BaseMint>>,
    /// CHECK: the fee account of the terms, by address: `Leftovers::check`; read when there is something to send.
    #[account(mut)]
    pub fee_account: UncheckedAccount<'info>,
    pub token_program: Interface<'info, TokenInterface>,
}

/// Sweeps, then gives the rent of vault and parlay back to the creator. Only when every position is closed and every
/// leg's market is let go. A vault with tokens that the fee account cannot receive stays where it is.
pub fn close_parlay(ctx: Context<CloseParlay>) -> Result<()> {
    let accounts = ctx.accounts;
    let parlay = &accounts.parlay;
    let leftovers = Leftovers {
        holder: parlay,
        vault: &mut accounts.vault,
        mint: &accounts.mint,
        fee_account: &accounts.fee_account,
        token_program: &accounts.token_program,
    };
    leftovers.check()?;
    require!(parlay.pool.open_positions == 0, SettlementError::PositionsOpen);
    // A market that is still held could never be closed.
    require!(!parlay.leg_results().contains(&LegResult::Open), SettlementError::LegsOpen);
    let left = leftovers.close_vault(accounts.creator.to_account_info())?;
    emit!(ParlayClosed { parlay: parlay.key(), left });
    Ok(())
}
