//! `accept_admin`: the second step of a change of admin.

use anchor_lang::prelude::*;
use linesman_wire::{oracle_config, require};

use crate::error::OracleError;
use crate::state::Config;

/// Accounts of `accept_admin`.
#[derive(Accounts)]
pub struct AcceptAdmin<'info> {
    /// The proposed admin. Its signature shows that somebody holds the key before the old admin loses control.
    pub new_admin: Signer<'info>,
    /// The configuration.
    #[account(mut, seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Makes the proposed admin the admin. Proposed admin only (6017).
#[cold]
#[inline(never)]
pub(crate) fn accept_admin(ctx: Context<AcceptAdmin>) -> Result<()> {
    let AcceptAdmin { new_admin, config } = ctx.accounts;
    // Nobody can sign with the all-zero key, but that is a property of the curve, so "none proposed" is checked here
    // too.
    require!(
        config.pending_admin != Pubkey::default() && config.pending_admin == new_admin.key(),
        OracleError::Unauthorized
    );
    config.admin = config.pending_admin;
    config.pending_admin = Pubkey::default();
    Ok(())
}
