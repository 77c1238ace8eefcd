use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::pool::Leftovers;

#[derive(Accounts)]
pub struct Close<'info> {
    #[account(mut)]
    pub creator: Signer<'info>,
    /// The market or parlay.
    /// CHECK: owner, address, layout and creator in `Leftovers`, which reads it in place.
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

/// Sweeps, then returns the rent of vault and pool to the creator. Every position must be closed; no parlay may wait
/// for the result of a market, and a parlay must have released every leg's market. If the fee account cannot receive
/// the remaining tokens, the vault stays open.
pub fn close(ctx: Context<Close>) -> Result<()> {
    let accounts = ctx.accounts;
    let leftovers = Leftovers {
        pool: &accounts.pool,
        vault: &accounts.vault,
        mint: &accounts.mint,
        fee_account: &accounts.fee_account,
        token_program: accounts.token_program.key,
    };
    leftovers.close(&accounts.creator)
}
