//! `gift_validation_credits`: adds credits to a user's account without payment.

use anchor_lang::prelude::*;
use linesman_wire::oracle_config;

use crate::state::{Config, UserValidationState};

/// Accounts of `gift_validation_credits`.
#[derive(Accounts)]
pub struct GiftValidationCredits<'info> {
    /// The admin; pays for the account if it is missing.
    #[account(mut)]
    pub authority: Signer<'info>,
    /// CHECK: any address. The recipient need not sign or exist.
    pub target_user: UncheckedAccount<'info>,
    /// CHECK: the target user's credits, at their PDA; created here if missing.
    #[account(mut)]
    pub user_validation_state: UncheckedAccount<'info>,
    /// Creates the account.
    pub system_program: Program<'info, System>,
    /// The configuration: names the admin.
    #[account(seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Adds `hundreds` packs of 100 credits. Admin only (6017), then as [`UserValidationState::add_packs`].
#[cold]
#[inline(never)]
pub(crate) fn gift_validation_credits(ctx: Context<GiftValidationCredits>, hundreds: u32) -> Result<()> {
    let accounts = ctx.accounts;
    accounts.config.require_admin(accounts.authority.key)?;
    UserValidationState::add_packs(
        &accounts.user_validation_state,
        accounts.target_user.key,
        hundreds,
        &accounts.authority,
    )
}
