use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::pool::Leftovers;

#[derive(Accounts)]
pub struct Sweep<'info> {
    /// The market or parlay.
    /// CHECK: owner, address and layout in `Leftovers`, which reads it in place.
    #[account(mut)]
    pub pool: UncheckedAccount<'info>,
    /// The vault.
    /// CHECK: in `Leftovers`.
    #[account(mut)]
    pub vault: UncheckedAccount<'info>,
    /// The mint of the terms, owned by the token program.
    /// CHECK: in `Leftovers`.
    pub mint: UncheckedAccount<'info>,
    /// CHECK: the fee account of the terms; address checked in `Leftovers`, read only if there is a sum to send.
    #[account(mut)]
    pub fee_account: UncheckedAccount<'info>,
    pub token_program: Interface<'info, TokenInterface>,
}

/// Sends to the fee account whatever the vault of a decided market or parlay does not owe: the fee, dust and stray
/// transfers. Anybody may call this. A fee account that cannot receive blocks only this instruction.
pub fn sweep(ctx: Context<Sweep>) -> Result<()> {
    let accounts = ctx.accounts;
    let leftovers = Leftovers {
        pool: &accounts.pool,
        vault: &accounts.vault,
        mint: &accounts.mint,
        fee_account: &accounts.fee_account,
        token_program: accounts.token_program.key,
    };
    leftovers.sweep()
}
