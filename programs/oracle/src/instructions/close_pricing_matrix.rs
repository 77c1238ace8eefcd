//! `close_pricing_matrix`: closes the price list. Nobody can subscribe until there is a new one.

use anchor_lang::prelude::*;
use linesman_wire::oracle_config;

use crate::state::pricing_matrix::PricingMatrix;
use crate::state::Config;

/// Accounts of `close_pricing_matrix`.
#[derive(Accounts)]
pub struct ClosePricingMatrix<'info> {
    /// The price list; closed by the constraint.
    #[account(mut, close = authority, seeds = [PricingMatrix::SEED], bump)]
    pub pricing_matrix: Account<'info, PricingMatrix>,
    /// The admin; receives the rent.
    #[account(mut)]
    pub authority: Signer<'info>,
    /// The system program, which owns the address again afterwards.
    pub system_program: Program<'info, System>,
    /// The configuration: names the admin.
    #[account(seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Closes the matrix. Admin only (6017).
#[cold]
#[inline(never)]
pub(crate) fn close_pricing_matrix(ctx: Context<ClosePricingMatrix>) -> Result<()> {
    ctx.accounts.config.require_admin(ctx.accounts.authority.key)
}
