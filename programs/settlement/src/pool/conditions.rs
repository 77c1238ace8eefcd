use anchor_lang::prelude::*;
use linesman_wire::require_keys_eq;

use crate::error::SettlementError;

/// The layout version of markets and parlays. A new layout gets a new number.
pub const VERSION: u8 = 2;

/// What every pool holds at most, base units: so that the products of its amounts fit, see `money`.
pub const MAX_POOL: u64 = (1 << 62) - 1;

/// The terms about stakes and money, common to markets and parlays. Times in seconds, amounts in base units.
pub struct Conditions {
    pub mint: Pubkey,
    pub fee_account: Pubkey,
    pub minimum_stake: u64,
    pub maximum_stake: u64,
    /// What the pool owes at most before its decision, up to [`MAX_POOL`].
    pub maximum_pool: u64,
    pub stakes_close: i64,
    /// Number of outcomes that can be staked on, 2 to 8.
    pub outcomes: usize,
    /// Whether a decision may pay half of a stake, so that it must have two equal halves.
    pub has_splits: bool,
}

impl Conditions {
    /// Checks that the mint is the one in the terms (6231) and belongs to the token program that will be called (2022).
    #[inline(always)]
    pub fn check_mint(&self, mint: &AccountInfo, token_program: &Pubkey) -> Result<()> {
        require_keys_eq!(*mint.key, self.mint, SettlementError::WrongMint);
        require_keys_eq!(*mint.owner, *token_program, ErrorCode::ConstraintMintTokenProgram);
        Ok(())
    }
}
