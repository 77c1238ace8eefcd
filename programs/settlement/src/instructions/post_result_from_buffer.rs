use anchor_lang::prelude::*;

use linesman_wire::StatLeaf;

use super::{post_with, Accounts, Subject};
use crate::{proof::ResultProof, state::ProofBuffer};

#[derive(Accounts)]
pub struct PostResultFromBuffer<'info> {
    /// Pays for what the account needs to be rent-exempt. Its creator gets the rent when it is closed.
    #[account(mut)]
    pub payer: Signer<'info>,
    /// CHECK: the result; owner, layout and address are checked in `post_with`, which creates or grows it.
    #[account(mut)]
    pub result: UncheckedAccount<'info>,
    /// Whose owner is the oracle of the result.
    /// CHECK: the oracle's scores roots of the day; content and address are checked with the proof.
    pub roots: UncheckedAccount<'info>,
    /// May belong to anybody.
    /// CHECK: in `ProofBuffer::open`, the content in `ProofBuffer::content`.
    pub buffer: UncheckedAccount<'info>,
    pub system_program: Program<'info, System>,
}

/// Like `post_result`, with proof and witness from a complete buffer. Anybody may call this.
pub fn post_result_from_buffer<'info>(
    ctx: Context<'info, PostResultFromBuffer<'info>>,
    subject: Subject,
) -> Result<()> {
    let PostResultFromBuffer { payer, result, roots, buffer: account, .. } = ctx.accounts;
    let buffer = ProofBuffer::open(account)?;
    let data = account.try_borrow_data()?;
    let (proof, witness) = buffer.arguments::<(ResultProof, Option<StatLeaf>)>(&data)?;
    let attestation = ctx.remaining_accounts.first();
    post_with(Accounts { payer, result, roots, attestation }, subject, &proof, witness.as_ref())
}
