//! `withdraw_usdt`: takes stablecoin out of the treasury.

use anchor_lang::prelude::*;
use anchor_spl::{associated_token::AssociatedToken, token::Token};
use linesman_wire::{oracle_config, require};

use crate::error::OracleError;
use crate::state::Config;
use crate::token::{ConfiguredMint, Making, Treasury, TreasuryAccounts, STABLECOIN_SEED};

/// Accounts of `withdraw_usdt`.
#[derive(Accounts)]
pub struct WithdrawUsdt<'info> {
    /// The admin; pays for the destination if it is created.
    #[account(mut)]
    pub authority: Signer<'info>,
    /// CHECK: a token account of the admin; the associated one is created if missing.
    #[account(mut)]
    pub admin_destination: UncheckedAccount<'info>,
    /// CHECK: the treasury's associated token account (6054).
    #[account(mut)]
    pub usdt_treasury_vault: UncheckedAccount<'info>,
    /// CHECK: the PDA of the seed `usdt_treasury`; owns the vault.
    #[account(seeds = [STABLECOIN_SEED], bump)]
    pub usdt_treasury_pda: UncheckedAccount<'info>,
    /// CHECK: the stablecoin's mint (6020).
    pub usdt_mint: UncheckedAccount<'info>,
    /// The stablecoin's program.
    pub token_program: Program<'info, Token>,
    /// Creates the destination.
    pub associated_token_program: Program<'info, AssociatedToken>,
    /// Creates accounts.
    pub system_program: Program<'info, System>,
    /// The configuration: names the admin and the mint.
    #[account(seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Sends `amount` base units to the admin.
///
/// # Errors
/// 6017 not the admin, 6035 amount 0, 6020 wrong mint, 6054 wrong vault, 6066 or 6012 for the destination, 6037 not
/// enough in the vault.
#[cold]
#[inline(never)]
pub(crate) fn withdraw_usdt(ctx: Context<WithdrawUsdt>, amount: u64) -> Result<()> {
    let accounts = ctx.accounts;
    accounts.config.require_admin(accounts.authority.key)?;
    require!(amount > 0, OracleError::ZeroAmount);
    let treasury = TreasuryAccounts {
        mint: &accounts.usdt_mint,
        vault: &accounts.usdt_treasury_vault,
        authority: &accounts.usdt_treasury_pda,
        bump: ctx.bumps.usdt_treasury_pda,
        token_program: &accounts.token_program,
    };
    let treasury = Treasury::<ConfiguredMint>::stablecoin(treasury, &accounts.config)?;
    let making = Making {
        payer: &accounts.authority,
        system_program: &accounts.system_program,
        associated_token_program: &accounts.associated_token_program,
    };
    treasury.make_account(&accounts.admin_destination, &accounts.authority, &making)?;
    treasury.send(&accounts.admin_destination, accounts.authority.key, amount)
}
