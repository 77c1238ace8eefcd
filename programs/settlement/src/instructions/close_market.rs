use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    error::SettlementError,
    event::MarketClosed,
    pool::Leftovers,
    state::Market,
    token::{BaseMint, BaseTokenAccount},
};

#[derive(Accounts)]
pub struct CloseMarket<'info> {
    #[account(mut)]
    pub creator: Signer<'info>,
    /// Address and layout: `Leftovers::check`; creator: the constraint.
    #[account(mut, close = creator, has_one = creator @ SettlementError::UnauthorizedCreator)]
    pub market: Box<Account<'info, Market>>,
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

/// Sweeps, then gives the rent of vault and market back to the creator. Only when every position is closed and no
/// parlay waits for the result. A vault with tokens that the fee account cannot receive stays where it is.
pub fn close_market(ctx: Context<CloseMarket>) -> Result<()> {
    let accounts = ctx.accounts;
    let market = &accounts.market;
    let leftovers = Leftovers {
        holder: market,
        vault: &mut accounts.vault,
        mint: &accounts.mint,
        fee_account: &accounts.fee_account,
        token_program: &accounts.token_program,
    };
    leftovers.check()?;
    require!(market.pool.open_positions == 0 && market.parlays == 0, SettlementError::PositionsOpen);
    let left = leftovers.close_vault(accounts.creator.to_account_info())?;
    emit!(MarketClosed { market: market.key(), left });
    Ok(())
}
