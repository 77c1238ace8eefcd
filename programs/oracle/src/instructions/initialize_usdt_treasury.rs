//! `initialize_usdt_treasury`: creates the vault of the stablecoin.

use anchor_lang::prelude::*;
use anchor_spl::{associated_token::AssociatedToken, token::Token};
use linesman_wire::oracle_config;

use crate::state::Config;
use crate::token::{FitMint, Making, Treasury, TreasuryAccounts, STABLECOIN_SEED};

/// Accounts of `initialize_usdt_treasury`.
#[derive(Accounts)]
pub struct InitializeUsdtTreasury<'info> {
    /// The admin; pays.
    #[account(mut)]
    pub authority: Signer<'info>,
    /// CHECK: the treasury's associated token account (6054); created here.
    #[account(mut)]
    pub usdt_treasury_vault: UncheckedAccount<'info>,
    /// CHECK: the PDA of the seed `usdt_treasury`; owns the vault.
    #[account(seeds = [STABLECOIN_SEED], bump)]
    pub usdt_treasury_pda: UncheckedAccount<'info>,
    /// CHECK: the stablecoin's mint (6020).
    pub usdt_mint: UncheckedAccount<'info>,
    /// The stablecoin's program.
    pub token_program: Program<'info, Token>,
    /// Creates the vault.
    pub associated_token_program: Program<'info, AssociatedToken>,
    /// Creates accounts.
    pub system_program: Program<'info, System>,
    /// The configuration: names the admin and the mint.
    #[account(seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Creates the vault. Admin only (6017). Does nothing if the vault exists.
#[cold]
#[inline(never)]
pub(crate) fn initialize_usdt_treasury(ctx: Context<InitializeUsdtTreasury>) -> Result<()> {
    let accounts = ctx.accounts;
    accounts.config.require_admin(accounts.authority.key)?;
    let treasury = TreasuryAccounts {
        mint: &accounts.usdt_mint,
        vault: &accounts.usdt_treasury_vault,
        authority: &accounts.usdt_treasury_pda,
        bump: ctx.bumps.usdt_treasury_pda,
        token_program: &accounts.token_program,
    };
    Treasury::<FitMint>::stablecoin(treasury, &accounts.config)?.make_vault(&Making {
        payer: &accounts.authority,
        system_program: &accounts.system_program,
        associated_token_program: &accounts.associated_token_program,
    })
}
