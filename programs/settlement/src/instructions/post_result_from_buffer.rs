use anchor_lang::prelude::*;

use super::Subject;
use crate::{error::SettlementError, state::ProofBuffer};

#[derive(Accounts)]
pub struct PostResultFromBuffer<'info> {
    /// Pays for what the account needs to be rent-exempt. Who creates it gets its rent when it is closed.
    #[account(mut)]
    pub payer: Signer<'info>,
    /// CHECK: the result; owner, layout and address are checked in `post_with`, which creates or grows it.
    #[account(mut)]
    pub result: UncheckedAccount<'info>,
    /// CHECK: the oracle's scores roots of the day; content and address are checked with the proof. Its owner is the
    /// oracle of the result.
    pub roots: UncheckedAccount<'info>,
    /// May belong to anybody. Address is checked in the handler, the content in `ProofBuffer::content`.
    pub buffer: Box<Account<'info, ProofBuffer>>,
    pub system_program: Program<'info, System>,
}

pub fn post_result_from_buffer(_: Context<PostResultFromBuffer>, _: Subject) -> Result<()> {
    err!(SettlementError::NothingSettled)
}
