//! `subscribe`: buys weeks of a service level for service tokens.

use anchor_lang::prelude::*;
use anchor_spl::{associated_token::AssociatedToken, token_2022::Token2022};
use linesman_wire::{oracle_config, require};

use crate::error::OracleError;
use crate::event::Subscribed;
use crate::state::{Config, PricingMatrix};
use crate::token::{ConfiguredMint, Making, Treasury, TreasuryAccounts, SERVICE_SEED, UNIT};

/// Weeks are sold in multiples of four.
const WEEKS_STEP: u8 = 4;
const SECONDS_PER_WEEK: i64 = 7 * 24 * 60 * 60;

/// Accounts of `subscribe`.
#[derive(Accounts)]
pub struct Subscribe<'info> {
    /// Subscribes and pays.
    #[account(mut)]
    pub user: Signer<'info>,
    /// The price list.
    #[account(seeds = [PricingMatrix::SEED], bump)]
    pub pricing_matrix: Account<'info, PricingMatrix>,
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
    /// The configuration: names the mint.
    #[account(seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Charges price per week × weeks, which may be 0. The transaction is the proof of purchase.
///
/// # Errors
/// 6041 invalid number of weeks, 6059 unknown service level, 6027 charge beyond u64, 6020 wrong mint, 6054 wrong vault,
/// 6066, 6012 or 6034 for the user's token account.
#[cold]
#[inline(never)]
pub(crate) fn subscribe(ctx: Context<Subscribe>, service_level_id: u16, weeks: u8) -> Result<()> {
    let accounts = ctx.accounts;
    require!(weeks > 0 && weeks.is_multiple_of(WEEKS_STEP), OracleError::InvalidWeeks);
    let row = *accounts.pricing_matrix.row(service_level_id)?;
    let charge = row
        .price_per_week_token
        .checked_mul(u64::from(weeks))
        .and_then(|tokens| tokens.checked_mul(UNIT))
        .ok_or(OracleError::Overflow)?;
    let start_ts = Clock::get()?.unix_timestamp;
    let end_ts = start_ts.checked_add(i64::from(weeks) * SECONDS_PER_WEEK).ok_or(OracleError::Overflow)?;

    let treasury = TreasuryAccounts {
        mint: &accounts.token_mint,
        vault: &accounts.token_treasury_vault,
        authority: &accounts.token_treasury_pda,
        bump: ctx.bumps.token_treasury_pda,
        token_program: &accounts.token_program,
    };
    let treasury = Treasury::<ConfiguredMint>::service(treasury, &accounts.config)?;
    let making = Making {
        payer: &accounts.user,
        system_program: &accounts.system_program,
        associated_token_program: &accounts.associated_token_program,
    };
    treasury.make_account(&accounts.user_token_account, &accounts.user, &making)?;
    treasury.receive(&accounts.user_token_account, &accounts.user, charge)?;

    let user = accounts.user.key();
    msg!("Service Row: {}", service_level_id);
    msg!("New subscription from user=[{}] with start_ts=[{}] and end_ts=[{}].", user, start_ts, end_ts);
    emit!(Subscribed { user, service_level_id, weeks, start_ts, end_ts, row });
    Ok(())
}
