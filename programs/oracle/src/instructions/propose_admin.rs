//! `propose_admin`: the first step of a change of admin.

use anchor_lang::prelude::*;
use linesman_wire::oracle_config;

use crate::state::Config;

/// Accounts of `propose_admin`.
#[derive(Accounts)]
pub struct ProposeAdmin<'info> {
    /// The admin.
    pub admin: Signer<'info>,
    /// The configuration.
    #[account(mut, seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Proposes the next admin, who takes over with `accept_admin`. An all-zero key withdraws the proposal. Admin only
/// (6017).
#[cold]
#[inline(never)]
pub(crate) fn propose_admin(ctx: Context<ProposeAdmin>, new_admin: Pubkey) -> Result<()> {
    let ProposeAdmin { admin, config } = ctx.accounts;
    config.require_admin(admin.key)?;
    config.pending_admin = new_admin;
    Ok(())
}
