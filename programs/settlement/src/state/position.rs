use anchor_lang::prelude::*;

/// What one owner has staked on one outcome. Seeds: `position`, market (or parlay), owner, outcome.
#[account]
#[derive(InitSpace, Debug, PartialEq)]
pub struct Position {
    pub bump: u8,
    /// The market or parlay.
    pub market: Pubkey,
    /// Who is paid, and who gets the rent back.
    pub owner: Pubkey,
    /// Index of the outcome, from 0.
    pub outcome: u8,
    /// Base units, all stakes together. Above 0 in every account that has been staked into.
    pub amount: u64,
}
