use anchor_lang::prelude::*;
use linesman_wire::StatLeaf;

use super::settle_with;
use crate::{
    proof::ScoreProof,
    state::{PoolKind, ProofBuffer},
};

#[derive(Accounts)]
pub struct SettleFromBuffer<'info> {
    /// The market.
    /// CHECK: owner, address and layout in `settle_with`, which reads it in place.
    #[account(mut)]
    pub market: UncheckedAccount<'info>,
    /// CHECK: the oracle's scores roots of the day; owner, content and address are checked with the proof.
    pub roots: UncheckedAccount<'info>,
    /// CHECK: the instructions sysvar; address checked in `check_signature`, read only for a signed proof.
    pub instructions_sysvar: UncheckedAccount<'info>,
    /// May belong to anybody.
    /// CHECK: in `ProofBuffer::open`, the content in `ProofBuffer::content`.
    pub buffer: UncheckedAccount<'info>,
}

/// Like `settle`, with its arguments from a complete buffer. Anybody may call this.
pub fn settle_from_buffer(ctx: Context<SettleFromBuffer>) -> Result<()> {
    let SettleFromBuffer { market, roots, instructions_sysvar, buffer: account } = ctx.accounts;
    // Before the buffer is borrowed: it may be passed as the market too.
    PoolKind::Market.check(market)?;
    let buffer = ProofBuffer::open(account)?;
    let data = account.try_borrow_data()?;
    let (proof, witness) = buffer.arguments::<(ScoreProof, Option<StatLeaf>)>(&data)?;
    let attestation = ctx.remaining_accounts.first();
    settle_with(market, roots, instructions_sysvar, attestation, &proof, witness.as_ref())
}
