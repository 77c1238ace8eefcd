use anchor_lang::prelude::*;
use linesman_wire::{create_account, NewAccount};

use crate::{event::BufferCreated, seed, state::ProofBuffer};

#[derive(Accounts)]
#[instruction(id: u64)]
pub struct BufferCreate<'info> {
    /// Pays. Only the owner may write to the buffer and close it.
    #[account(mut)]
    pub owner: Signer<'info>,
    /// CHECK: created here, at its PDA.
    #[account(mut, seeds = [seed::BUFFER, owner.key().as_ref(), &id.to_le_bytes()], bump)]
    pub buffer: UncheckedAccount<'info>,
    pub system_program: Program<'info, System>,
}

/// Creates a buffer of `length` zero bytes. The SHA-256 of its content is fixed here.
pub fn buffer_create(ctx: Context<BufferCreate>, id: u64, length: u32, sha256: [u8; 32]) -> Result<()> {
    ProofBuffer::check_length(length)?;
    let accounts = ctx.accounts;
    let buffer = ProofBuffer { bump: ctx.bumps.buffer, owner: accounts.owner.key(), id, sha256, length };
    let (id_bytes, bump) = (id.to_le_bytes(), [buffer.bump]);
    let seeds = [seed::BUFFER, buffer.owner.as_ref(), &id_bytes, &bump];
    create_account(&NewAccount {
        account: &accounts.buffer,
        payer: &accounts.owner,
        owner: &crate::ID,
        space: ProofBuffer::space(length),
        seeds: &seeds,
    })?;
    accounts.buffer.try_borrow_mut_data()?[..ProofBuffer::HEAD].copy_from_slice(&buffer.head());
    emit!(BufferCreated { buffer: accounts.buffer.key(), owner: buffer.owner, id, length, sha256 });
    Ok(())
}
