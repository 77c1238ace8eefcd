//! `insert_fixtures_root`: publishes the root of an hour of fixtures.

use anchor_lang::prelude::*;
use linesman_wire::{oracle_config, require};

use crate::error::OracleError;
use crate::state::roots::{RootsAccount, FIXTURES};
use crate::state::Config;

/// Days in a window.
const WINDOW: u16 = 10;

/// Accounts of `insert_fixtures_root`.
#[derive(Accounts)]
pub struct InsertFixturesRoot<'info> {
    /// The publisher; pays for the account with the window's first root.
    #[account(mut)]
    pub authority: Signer<'info>,
    /// CHECK: the roots account of `epoch_day`, at its canonical address; created here if missing.
    #[account(mut)]
    pub ten_daily_fixtures_roots: UncheckedAccount<'info>,
    /// Creates the account.
    pub system_program: Program<'info, System>,
    /// The configuration: names the publisher.
    #[account(seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Publishes a root; it can never be changed. A late root needs the admin, who signs as one more account. `index` is
/// the hour of the window, 0 to 239. Publisher only (6017). Then checks the account's address (2006) and that the day
/// starts a window (6043), and fails as [`RootsAccount::insert`] (6013 for an index out of range).
pub(crate) fn insert_fixtures_root(
    ctx: Context<InsertFixturesRoot>,
    epoch_day: u16,
    index: u64,
    root: [u8; 32],
) -> Result<()> {
    let accounts = ctx.accounts;
    accounts.config.require_publisher(accounts.authority.key)?;
    let roots = RootsAccount::at(&FIXTURES, epoch_day, &accounts.ten_daily_fixtures_roots)?;
    require!(epoch_day.is_multiple_of(WINDOW), OracleError::InvalidEpochDayAlignment);
    let slot = usize::try_from(index).unwrap_or(usize::MAX);
    roots.insert(slot, &root, &accounts.authority, &accounts.config, ctx.remaining_accounts)
}
