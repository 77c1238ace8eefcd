use anchor_lang::prelude::*;
use linesman_wire::StatLeaf;

use super::settle_with;
use crate::{
    proof::ScoreProof,
    state::{Market, ProofBuffer},
};

#[derive(Accounts)]
pub struct SettleFromBuffer<'info> {
    /// Address and layout: `settle_with`.
    // `dup`: no other account here could be the market, and Anchor's own look costs 600 units.
    #[account(mut, dup)]
    pub market: Box<Account<'info, Market>>,
    /// CHECK: the oracle's scores roots of the day; owner, content and address are checked with the proof.
    pub roots: UncheckedAccount<'info>,
    /// CHECK: the instructions sysvar, by address; looked at only for a signed proof.
    pub instructions_sysvar: UncheckedAccount<'info>,
    /// Anybody's: what counts is its content. Address: the handler; content: `ProofBuffer::content`.
    pub buffer: Box<Account<'info, ProofBuffer>>,
}

/// As `settle`, with its arguments from a complete buffer. Anybody may.
pub fn settle_from_buffer(ctx: Context<SettleFromBuffer>) -> Result<()> {
    let SettleFromBuffer { market, roots, instructions_sysvar, buffer } = ctx.accounts;
    buffer.check_address(&buffer.key())?;
    let account: &AccountInfo = buffer.as_ref().as_ref();
    let data = account.try_borrow_data()?;
    let (proof, witness) = arguments(buffer.content(&data)?)?;
    settle_with(market, roots, instructions_sysvar, &proof, witness.as_ref())
}

/// Proof and witness, and not a byte after them (102).
fn arguments(content: &[u8]) -> Result<(ScoreProof, Option<StatLeaf>)> {
    <(ScoreProof, Option<StatLeaf>)>::try_from_slice(content)
        .map_err(|_| ErrorCode::InstructionDidNotDeserialize.into())
}
