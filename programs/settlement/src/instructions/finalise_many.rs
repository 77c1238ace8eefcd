use anchor_lang::prelude::*;

use crate::error::SettlementError;

/// Remaining accounts: the markets, writable. Any number of them.
#[derive(Accounts)]
pub struct FinaliseMany {}

pub fn finalise_many(_: Context<FinaliseMany>) -> Result<()> {
    err!(SettlementError::NothingSettled)
}
