//! `initialize_pricing_matrix`: writes the first price list.

use anchor_lang::prelude::*;
use linesman_wire::{create_account, oracle_config, require, NewAccount};

use crate::error::OracleError;
use crate::state::pricing_matrix::{check_rows, PricingMatrix, ServiceRow};
use crate::state::Config;

/// Accounts of `initialize_pricing_matrix`.
#[derive(Accounts)]
pub struct InitializePricingMatrix<'info> {
    /// The admin; pays.
    #[account(mut)]
    pub authority: Signer<'info>,
    /// CHECK: created here, at the address of the seed `pricing_matrix`.
    #[account(mut, seeds = [PricingMatrix::SEED], bump)]
    pub pricing_matrix: UncheckedAccount<'info>,
    /// Creates the account.
    pub system_program: Program<'info, System>,
    /// The configuration: names the admin.
    #[account(seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Creates the matrix. Admin only (6017). Refused if it exists (6066), has more than 50 rows (6060), or has two rows
/// with the same number (6057).
#[cold]
#[inline(never)]
pub(crate) fn initialize_pricing_matrix(ctx: Context<InitializePricingMatrix>, rows: Vec<ServiceRow>) -> Result<()> {
    let InitializePricingMatrix { authority, pricing_matrix: account, config, .. } = ctx.accounts;
    config.require_admin(authority.key)?;
    require!(account.data_is_empty() && account.owner == &System::id(), OracleError::InvalidAccount);
    check_rows(&rows, OracleError::InitialRowsLimitExceeded)?;
    let seeds: &[&[u8]] = &[PricingMatrix::SEED, &[ctx.bumps.pricing_matrix]];
    create_account(&NewAccount {
        account,
        payer: authority,
        owner: &crate::ID,
        space: PricingMatrix::size(rows.len()),
        seeds,
    })?;
    let matrix = PricingMatrix { admin: authority.key(), rows };
    let mut data = account.try_borrow_mut_data()?;
    matrix.try_serialize(&mut &mut data[..])
}
