use anchor_lang::prelude::*;

use crate::{error::SettlementError, event::BufferClosed, state::ProofBuffer};

#[derive(Accounts)]
pub struct BufferClose<'info> {
    #[account(mut)]
    pub owner: Signer<'info>,
    /// Owner is checked by the constraint, the address in the handler.
    #[account(mut, close = owner, has_one = owner @ SettlementError::WrongBuffer)]
    pub buffer: Account<'info, ProofBuffer>,
}

/// Closes a buffer, complete or not, and returns the rent to its owner.
pub fn buffer_close(ctx: Context<BufferClose>) -> Result<()> {
    let buffer = &ctx.accounts.buffer;
    buffer.check_address(&buffer.key())?;
    emit!(BufferClosed { buffer: buffer.key() });
    Ok(())
}
