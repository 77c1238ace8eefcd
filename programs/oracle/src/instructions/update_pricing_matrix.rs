//! `update_pricing_matrix`: replaces the price list.

use anchor_lang::prelude::*;
use anchor_lang::system_program;
use linesman_wire::oracle_config;

use crate::error::OracleError;
use crate::state::pricing_matrix::{check_rows, PricingMatrix, ServiceRow};
use crate::state::Config;

/// Accounts of `update_pricing_matrix`.
#[derive(Accounts)]
pub struct UpdatePricingMatrix<'info> {
    /// The admin; pays the rent of a longer matrix, or gets back the difference for a shorter one.
    #[account(mut)]
    pub authority: Signer<'info>,
    /// The price list.
    #[account(mut, seeds = [PricingMatrix::SEED], bump)]
    pub pricing_matrix: Account<'info, PricingMatrix>,
    /// Transfers the rent.
    pub system_program: Program<'info, System>,
    /// The configuration: names the admin.
    #[account(seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Replaces all rows. Admin only (6017). Refused for more than 50 rows (6064) or two rows with the same number (6057).
#[cold]
#[inline(never)]
pub(crate) fn update_pricing_matrix(ctx: Context<UpdatePricingMatrix>, rows: Vec<ServiceRow>) -> Result<()> {
    let UpdatePricingMatrix { authority, pricing_matrix: matrix, config, .. } = ctx.accounts;
    config.require_admin(authority.key)?;
    check_rows(&rows, OracleError::MaxRowsLimitExceeded)?;

    let account = matrix.to_account_info();
    let size = PricingMatrix::size(rows.len());
    let (held, rent) = (account.lamports(), Rent::get()?.minimum_balance(size));
    if let Some(missing) = rent.checked_sub(held).filter(|missing| *missing > 0) {
        let accounts = system_program::Transfer { from: authority.to_account_info(), to: account.clone() };
        system_program::transfer(CpiContext::new(system_program::ID, accounts), missing)?;
    }
    account.resize(size)?;
    if let Some(over) = held.checked_sub(rent).filter(|over| *over > 0) {
        matrix.sub_lamports(over)?;
        authority.add_lamports(over)?;
    }

    matrix.admin = authority.key();
    matrix.rows = rows;
    Ok(())
}
