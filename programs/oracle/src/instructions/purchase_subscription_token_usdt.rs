//! `purchase_subscription_token_usdt`: sells whole service tokens for the stablecoin.

use anchor_lang::prelude::*;
use anchor_spl::{associated_token::AssociatedToken, token::Token, token_2022::Token2022};
use linesman_wire::{oracle_config, require, require_keys_eq};

use crate::error::OracleError;
use crate::state::Config;
use crate::token::{FitMint, Making, Treasury, TreasuryAccounts, SERVICE_SEED, STABLECOIN_SEED, UNIT};

/// Base units of the stablecoin for one whole service token: one stablecoin buys 1,000.
const PRICE: u64 = UNIT / 1_000;

/// Accounts of `purchase_subscription_token_usdt`.
#[derive(Accounts)]
pub struct PurchaseSubscriptionTokenUsdt<'info> {
    /// Buys and pays.
    #[account(mut)]
    pub buyer: Signer<'info>,
    /// The backend admin of the configuration (6065), who approves the purchase.
    pub backend_admin: Signer<'info>,
    /// CHECK: the stablecoin's mint (6020).
    pub usdt_mint: UncheckedAccount<'info>,
    /// CHECK: the buyer's token account that pays.
    #[account(mut)]
    pub buyer_usdt_account: UncheckedAccount<'info>,
    /// CHECK: the stablecoin treasury's associated token account (6054).
    #[account(mut)]
    pub usdt_treasury_vault: UncheckedAccount<'info>,
    /// CHECK: the PDA of the seed `usdt_treasury`; owns the vault.
    #[account(seeds = [STABLECOIN_SEED], bump)]
    pub usdt_treasury_pda: UncheckedAccount<'info>,
    /// CHECK: the service token's mint (6020).
    pub subscription_token_mint: UncheckedAccount<'info>,
    /// CHECK: the service token treasury's associated token account (6054).
    #[account(mut)]
    pub token_treasury_vault: UncheckedAccount<'info>,
    /// CHECK: the PDA of the seed `token_treasury_v2`; owns the vault and is the freeze authority.
    #[account(seeds = [SERVICE_SEED], bump)]
    pub token_treasury_pda: UncheckedAccount<'info>,
    /// CHECK: the buyer's token account that receives; the associated one is created if missing.
    #[account(mut)]
    pub buyer_token_account: UncheckedAccount<'info>,
    /// The stablecoin's program.
    pub token_program: Program<'info, Token>,
    /// The service token's program.
    pub token_2022_program: Program<'info, Token2022>,
    /// Creates accounts.
    pub system_program: Program<'info, System>,
    /// Creates the buyer's token account.
    pub associated_token_program: Program<'info, AssociatedToken>,
    /// The configuration: names the backend admin and the mints.
    #[account(seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Sells `txline_amount` whole service tokens.
///
/// # Errors
/// 6065 wrong co-signer, 6035 amount 0, 6027 amount beyond u64, 6020 wrong mint, 6054 wrong vault, 6066, 6012 or 6034
/// for the buyer's token accounts, 6037 not enough in the vault.
#[cold]
#[inline(never)]
pub(crate) fn purchase_subscription_token_usdt(
    ctx: Context<PurchaseSubscriptionTokenUsdt>,
    txline_amount: u64,
) -> Result<()> {
    let accounts = ctx.accounts;
    let config = &accounts.config;
    require_keys_eq!(config.backend_admin, accounts.backend_admin.key(), OracleError::UnauthorizedAdmin);
    require!(txline_amount > 0, OracleError::ZeroAmount);
    let price = txline_amount.checked_mul(PRICE).ok_or(OracleError::Overflow)?;
    let bought = txline_amount.checked_mul(UNIT).ok_or(OracleError::Overflow)?;

    let stablecoin = TreasuryAccounts {
        mint: &accounts.usdt_mint,
        vault: &accounts.usdt_treasury_vault,
        authority: &accounts.usdt_treasury_pda,
        bump: ctx.bumps.usdt_treasury_pda,
        token_program: &accounts.token_program,
    };
    let stablecoin = Treasury::<FitMint>::stablecoin(stablecoin, config)?;
    let service = TreasuryAccounts {
        mint: &accounts.subscription_token_mint,
        vault: &accounts.token_treasury_vault,
        authority: &accounts.token_treasury_pda,
        bump: ctx.bumps.token_treasury_pda,
        token_program: &accounts.token_2022_program,
    };
    let service = Treasury::<FitMint>::service(service, config)?;
    let making = Making {
        payer: &accounts.buyer,
        system_program: &accounts.system_program,
        associated_token_program: &accounts.associated_token_program,
    };
    service.make_account(&accounts.buyer_token_account, &accounts.buyer, &making)?;
    stablecoin.receive(&accounts.buyer_usdt_account, &accounts.buyer, price)?;
    service.send(&accounts.buyer_token_account, accounts.buyer.key, bought)
}
