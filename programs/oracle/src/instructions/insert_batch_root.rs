//! `insert_batch_root`: publishes the root of a 5-minute slot of odds.

use anchor_lang::prelude::*;
use linesman_wire::oracle_config;

use crate::slot;
use crate::state::roots::{RootsAccount, ODDS};
use crate::state::Config;

/// Accounts of `insert_batch_root`.
#[derive(Accounts)]
pub struct InsertBatchRoot<'info> {
    /// The publisher; pays for the account with the day's first root.
    #[account(mut)]
    pub authority: Signer<'info>,
    /// CHECK: the roots account of `epoch_day`, at its canonical address; created here if missing.
    #[account(mut)]
    pub daily_batch_roots: UncheckedAccount<'info>,
    /// Creates the account.
    pub system_program: Program<'info, System>,
    /// The configuration: names the publisher.
    #[account(seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Publishes a root; it can never be changed. A late root needs the admin, who signs as one more account. Publisher
/// only (6017). Then checks the account's address (2006) and the time (6006, 6042), and fails as
/// [`RootsAccount::insert`].
pub(crate) fn insert_batch_root(
    ctx: Context<InsertBatchRoot>,
    epoch_day: u16,
    hour_of_day: u8,
    minute_of_hour: u8,
    root: [u8; 32],
    account_bump: u8,
) -> Result<()> {
    let accounts = ctx.accounts;
    accounts.config.require_publisher(accounts.authority.key)?;
    let roots = RootsAccount::at(&ODDS, epoch_day, &accounts.daily_batch_roots)?;
    require_eq!(account_bump, roots.bump, ErrorCode::ConstraintSeeds);
    let slot = slot::of(hour_of_day, minute_of_hour)?;
    roots.insert(slot, &root, &accounts.authority, &accounts.config, ctx.remaining_accounts)
}
