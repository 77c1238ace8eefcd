use anchor_lang::prelude::*;
use linesman_wire::StatLeaf;

use super::settle_with;
use crate::{
    proof::ScoreProof,
    state::{Market, ProofBuffer},
};

#[derive(Accounts)]
pub struct SettleFromBuffer<'info> {
    /// Address and layout are checked in `settle_with`.
    // `dup`: no other account here can be the market, and Anchor's duplicate check would cost 600 CU.
    #[account(mut, dup)]
    pub market: Box<Account<'info, Market>>,
    /// CHECK: the oracle's scores roots of the day; owner, content and address are checked with the proof.
    pub roots: UncheckedAccount<'info>,
    /// CHECK: the instructions sysvar; address checked in `check_signature`, read only for a signed proof.
    pub instructions_sysvar: UncheckedAccount<'info>,
    /// May belong to anybody. Address is checked in the handler, the content in `ProofBuffer::content`.
    pub buffer: Box<Account<'info, ProofBuffer>>,
}

/// Like `settle`, with its arguments from a complete buffer. Anybody may call this.
pub fn settle_from_buffer(ctx: Context<SettleFromBuffer>) -> Result<()> {
    let SettleFromBuffer { market, roots, instructions_sysvar, buffer } = ctx.accounts;
    buffer.check_address(&buffer.key())?;
    let account: &AccountInfo = buffer.as_ref().as_ref();
    let data = account.try_borrow_data()?;
    let (proof, witness) = buffer.arguments::<(ScoreProof, Option<StatLeaf>)>(&data)?;
    settle_with(market, roots, instructions_sysvar, &proof, witness.as_ref())
}
