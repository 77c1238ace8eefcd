use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{error::SettlementError, event::MarketClosed, pool::Leftovers, state::Market};

#[derive(Accounts)]
pub struct CloseMarket<'info> {
    #[account(mut)]
    pub creator: Signer<'info>,
    /// Address and layout are checked in `Leftovers::check`, the creator by the constraint.
    #[account(mut, close = creator, has_one = creator @ SettlementError::UnauthorizedCreator)]
    pub market: Box<Account<'info, Market>>,
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

/// Sweeps, then returns the rent of vault and market to the creator. Every position must be closed, and no parlay may
/// be waiting for the result. If the fee account cannot receive the remaining tokens, the vault stays open.
pub fn close_market(ctx: Context<CloseMarket>) -> Result<()> {
    let accounts = ctx.accounts;
    let market = &accounts.market;
    let leftovers = Leftovers {
        holder: market.as_ref().as_ref(),
        vault: &accounts.vault,
        mint: &accounts.mint,
        fee_account: &accounts.fee_account,
        token_program: accounts.token_program.key,
    };
    let leftovers = leftovers.check::<Market>()?;
    require!(leftovers.pool.open_positions == 0 && market.parlays == 0, SettlementError::PositionsOpen);
    let left = leftovers.close_vault(&accounts.creator)?;
    emit!(MarketClosed { market: market.key(), left });
    Ok(())
}
