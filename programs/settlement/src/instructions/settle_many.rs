use anchor_lang::prelude::*;

use crate::error::SettlementError;

/// Remaining accounts: the markets, writable. Any number of them.
#[derive(Accounts)]
pub struct SettleMany<'info> {
    /// CHECK: the result; owner, layout and address are checked in the handler, which reads it in place.
    pub result: UncheckedAccount<'info>,
}

pub fn settle_many<'info>(_: Context<'info, SettleMany<'info>>) -> Result<()> {
    err!(SettlementError::NothingSettled)
}
