//! `purchase_validation_credits`: sells validation credits for service tokens.

use anchor_lang::prelude::*;
use anchor_spl::{associated_token::AssociatedToken, token_2022::Token2022};
use linesman_wire::oracle_config;

use crate::error::OracleError;
use crate::state::{Config, UserValidationState};
use crate::token::{ConfiguredMint, Making, Treasury, TreasuryAccounts, SERVICE_SEED};

/// Accounts of `purchase_validation_credits`.
#[derive(Accounts)]
pub struct PurchaseValidationCredits<'info> {
    /// Buys and pays.
    #[account(mut)]
    pub user: Signer<'info>,
    /// CHECK: the user's credits, at their PDA; created here if missing.
    #[account(mut)]
    pub user_validation_state: UncheckedAccount<'info>,
    /// CHECK: the service token's mint (6020).
    pub token_mint: UncheckedAccount<'info>,
    /// CHECK: a token account of the user; the associated one is created if missing.
    #[account(mut)]
    pub user_token_account: UncheckedAccount<'info>,
    /// CHECK: the treasury's associated token account (6054).
    #[account(mut)]
    pub token_treasury_vault: UncheckedAccount<'info>,
    /// CHECK: the PDA of the seed `token_treasury_v2`; owns the vault and is the freeze authority.
    #[account(seeds = [SERVICE_SEED], bump)]
    pub token_treasury_pda: UncheckedAccount<'info>,
    /// The service token's program.
    pub token_program: Program<'info, Token2022>,
    /// Creates accounts.
    pub system_program: Program<'info, System>,
    /// Creates the user's token account.
    pub associated_token_program: Program<'info, AssociatedToken>,
    /// The configuration: names the mint and the price.
    #[account(seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Sells `hundreds` packs of 100 credits at the configured price.
///
/// # Errors
/// As [`UserValidationState::add_packs`], then 6027 charge beyond u64, 6020 wrong mint, 6054 wrong vault, 6066, 6012 or
/// 6034 for the user's token account.
#[cold]
#[inline(never)]
pub(crate) fn purchase_validation_credits(ctx: Context<PurchaseValidationCredits>, hundreds: u32) -> Result<()> {
    let accounts = ctx.accounts;
    let user = &accounts.user;
    UserValidationState::add_packs(&accounts.user_validation_state, user.key, hundreds, user)?;
    let price = accounts.config.credit_pack_price;
    let charge = price.checked_mul(u64::from(hundreds)).ok_or(OracleError::Overflow)?;

    let treasury = TreasuryAccounts {
        mint: &accounts.token_mint,
        vault: &accounts.token_treasury_vault,
        authority: &accounts.token_treasury_pda,
        bump: ctx.bumps.token_treasury_pda,
        token_program: &accounts.token_program,
    };
    let treasury = Treasury::<ConfiguredMint>::service(treasury, &accounts.config)?;
    let making = Making {
        payer: user,
        system_program: &accounts.system_program,
        associated_token_program: &accounts.associated_token_program,
    };
    treasury.make_account(&accounts.user_token_account, user, &making)?;
    treasury.receive(&accounts.user_token_account, user, charge)
}
