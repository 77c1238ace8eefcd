use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use super::sweep_vault;
use crate::{
    error::SettlementError,
    event::MarketClosed,
    state::Market,
    token::{PlainMint, PlainTokenAccount, Vault},
};

#[derive(Accounts)]
pub struct CloseMarket<'info> {
    #[account(mut)]
    pub creator: Signer<'info>,
    #[account(mut, close = creator, has_one = creator @ SettlementError::UnauthorizedCreator)]
    pub market: Box<Account<'info, Market>>,
    #[account(mut)]
    pub vault: Box<InterfaceAccount<'info, PlainTokenAccount>>,
    pub mint: Box<InterfaceAccount<'info, PlainMint>>,
    /// CHECK: the fee account of the terms, by address; read when there is something to send.
    #[account(mut)]
    pub fee_account: UncheckedAccount<'info>,
    pub token_program: Interface<'info, TokenInterface>,
}

/// Sweeps, then gives the rent of vault and market back to the creator. Only when every position is closed and no
/// parlay waits for the result.
pub fn close_market(ctx: Context<CloseMarket>) -> Result<()> {
    let accounts = ctx.accounts;
    let market = &accounts.market;
    let key = market.key();
    market.check_address(&key)?;
    market.check_vault(&key, &accounts.vault.key())?;
    market.check_mint(&accounts.mint, accounts.token_program.key)?;
    market.check_decided()?;
    require!(market.open_positions == 0 && market.parlays == 0, SettlementError::PositionsOpen);
    require_eq!(market.owed, 0, SettlementError::VaultInvariant);

    let vault =
        Vault { market, account: &accounts.vault, mint: &accounts.mint, token_program: &accounts.token_program };
    sweep_vault(&vault, &accounts.fee_account)?;
    emit!(MarketClosed { market: key });
    vault.close(accounts.creator.to_account_info())
}
