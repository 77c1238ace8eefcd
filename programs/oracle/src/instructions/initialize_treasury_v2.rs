//! `initialize_treasury_v2`: creates the vault of the service token.

use anchor_lang::prelude::*;
use anchor_spl::{associated_token::AssociatedToken, token_2022::Token2022};
use linesman_wire::oracle_config;

use crate::state::Config;
use crate::token::{FitMint, Making, Treasury, TreasuryAccounts, SERVICE_SEED};

/// Accounts of `initialize_treasury_v2`.
#[derive(Accounts)]
pub struct InitializeTreasuryV2<'info> {
    /// The admin; pays.
    #[account(mut)]
    pub authority: Signer<'info>,
    /// CHECK: the treasury's associated token account (6054); created here.
    #[account(mut)]
    pub token_treasury_vault: UncheckedAccount<'info>,
    /// CHECK: the PDA of the seed `token_treasury_v2`; owns the vault and is the freeze authority.
    #[account(seeds = [SERVICE_SEED], bump)]
    pub token_treasury_pda: UncheckedAccount<'info>,
    /// CHECK: the service token's mint (6020).
    pub subscription_token_mint: UncheckedAccount<'info>,
    /// Creates accounts.
    pub system_program: Program<'info, System>,
    /// The service token's program.
    pub token_program: Program<'info, Token2022>,
    /// Creates the vault.
    pub associated_token_program: Program<'info, AssociatedToken>,
    /// The configuration: names the admin and the mint.
    #[account(seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Creates the vault, ready to receive. Admin only (6017). Does nothing if the vault is already ready.
#[cold]
#[inline(never)]
pub(crate) fn initialize_treasury_v2(ctx: Context<InitializeTreasuryV2>) -> Result<()> {
    let accounts = ctx.accounts;
    accounts.config.require_admin(accounts.authority.key)?;
    let treasury = TreasuryAccounts {
        mint: &accounts.subscription_token_mint,
        vault: &accounts.token_treasury_vault,
        authority: &accounts.token_treasury_pda,
        bump: ctx.bumps.token_treasury_pda,
        token_program: &accounts.token_program,
    };
    Treasury::<FitMint>::service(treasury, &accounts.config)?.make_vault(&Making {
        payer: &accounts.authority,
        system_program: &accounts.system_program,
        associated_token_program: &accounts.associated_token_program,
    })
}
