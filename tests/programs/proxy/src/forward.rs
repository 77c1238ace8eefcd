//! `forward`: a call with instruction data out of an account.

use anchor_lang::prelude::*;
use anchor_lang::solana_program::instruction::Instruction;
use anchor_lang::solana_program::program::invoke;

/// Accounts of `forward`; those of the call follow.
#[derive(Accounts)]
pub struct Forward<'info> {
    /// CHECK: the program to call.
    pub target: UncheckedAccount<'info>,
    /// CHECK: holds the instruction data.
    pub data: UncheckedAccount<'info>,
}

pub(crate) fn forward(ctx: Context<Forward>, offset: u32, length: u32) -> Result<()> {
    let data = {
        let content = ctx.accounts.data.try_borrow_data()?;
        let start = offset as usize;
        let end = start.saturating_add(length as usize);
        content.get(start..end).ok_or(ErrorCode::InstructionDidNotDeserialize)?.to_vec()
    };
    let metas = |account: &AccountInfo| AccountMeta {
        pubkey: *account.key,
        is_signer: account.is_signer,
        is_writable: account.is_writable,
    };
    let instruction = Instruction {
        program_id: ctx.accounts.target.key(),
        accounts: ctx.remaining_accounts.iter().map(metas).collect(),
        data,
    };
    invoke(&instruction, ctx.remaining_accounts)?;
    Ok(())
}
