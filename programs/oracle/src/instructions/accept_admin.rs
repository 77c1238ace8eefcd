//! `accept_admin`: the second step of a change of admin.

use anchor_lang::prelude::*;
use linesman_wire::oracle_config;

use crate::error::OracleError;
use crate::state::Config;

/// Accounts of `accept_admin`.
#[derive(Accounts)]
pub struct AcceptAdmin<'info> {
    /// The proposed admin: its signature shows that somebody holds the key before the old one loses its power.
    pub new_admin: Signer<'info>,
    /// The configuration.
    #[account(mut, seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Makes the proposed admin the admin. Refused for anybody else (6017).
#[cold]
#[inline(never)]
pub(crate) fn accept_admin(ctx: Context<AcceptAdmin>) -> Result<()> {
    let AcceptAdmin { new_admin, config } = ctx.accounts;
    // Nobody signs with the all-zero key, so "none proposed" needs no check of its own; it gets one, as that depends on
    // the curve and not on this program.
    require!(
        config.pending_admin != Pubkey::default() && config.pending_admin == new_admin.key(),
        OracleError::Unauthorized
    );
    config.admin = config.pending_admin;
    config.pending_admin = Pubkey::default();
    Ok(())
}
