use anchor_lang::prelude::*;
use linesman_wire::StatLeaf;

use crate::{error::SettlementError, proof::ResultProof, terms::FinalityPolicy};

#[derive(Accounts)]
pub struct PostResult<'info> {
    /// Pays for what the account needs to be rent-exempt. Who creates it gets its rent when it is closed.
    #[account(mut)]
    pub payer: Signer<'info>,
    /// CHECK: the result; owner, layout and address are checked in `post_with`, which creates or grows it.
    #[account(mut)]
    pub result: UncheckedAccount<'info>,
    /// CHECK: the oracle's scores roots of the day; content and address are checked with the proof. Its owner is the
    /// oracle of the result.
    pub roots: UncheckedAccount<'info>,
    pub system_program: Program<'info, System>,
}

/// What a result is about, beside the oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    pub fixture_id: i64,
    /// Layout byte of the sport.
    pub sport: u8,
    pub finality: FinalityPolicy,
}

pub fn post_result(_: Context<PostResult>, _: Subject, _: ResultProof, _: Option<StatLeaf>) -> Result<()> {
    err!(SettlementError::NothingSettled)
}
