use anchor_lang::prelude::*;
use linesman_wire::Chunk;

use crate::{error::SettlementError, event::BufferWritten, state::ProofBuffer};

#[derive(Accounts)]
pub struct BufferWrite<'info> {
    pub owner: Signer<'info>,
    /// Owner is checked by the constraint, the address in the handler.
    #[account(mut, has_one = owner @ SettlementError::WrongBuffer)]
    pub buffer: Account<'info, ProofBuffer>,
}

/// Writes into a buffer at `offset`. Writes may come in any order and overwrite each other.
pub fn buffer_write(ctx: Context<BufferWrite>, offset: u32, bytes: Chunk) -> Result<()> {
    let Chunk(bytes) = bytes;
    let buffer = &ctx.accounts.buffer;
    let key = buffer.key();
    buffer.check_address(&key)?;
    let place = buffer.place(offset, bytes.len())?;
    let account: &AccountInfo = buffer.as_ref();
    let mut data = account.try_borrow_mut_data()?;
    data.get_mut(place).ok_or(SettlementError::InvalidBuffer)?.copy_from_slice(&bytes);
    emit!(BufferWritten { buffer: key, offset, length: bytes.len() as u32 });
    Ok(())
}
