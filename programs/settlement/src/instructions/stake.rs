use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{pool::Staking, state::Market};

#[derive(Accounts)]
pub struct Stake<'info> {
    /// The staker; pays the rent of the position and gets it back.
    #[account(mut)]
    pub owner: Signer<'info>,
    /// The market.
    /// CHECK: owner, address and layout in `Staking::take`, which reads it in place.
    #[account(mut)]
    pub market: UncheckedAccount<'info>,
    /// The position, created with the first stake.
    /// CHECK: in `Staking::take`.
    #[account(mut)]
    pub position: UncheckedAccount<'info>,
    /// The vault.
    /// CHECK: in `Staking::take`.
    #[account(mut)]
    pub vault: UncheckedAccount<'info>,
    /// The mint of the terms, owned by the token program.
    /// CHECK: in `Staking::take`.
    pub mint: UncheckedAccount<'info>,
    /// Token account of the mint, from which the owner may spend.
    /// CHECK: the mint in `Staking::take`, the right to spend by the token program.
    #[account(mut)]
    pub source: UncheckedAccount<'info>,
    pub token_program: Interface<'info, TokenInterface>,
    pub system_program: Program<'info, System>,
}

/// Stakes `amount` base units on an outcome of a market.
pub fn stake(ctx: Context<Stake>, outcome: u8, amount: u64, terms_hash: [u8; 32]) -> Result<()> {
    let accounts = ctx.accounts;
    let staking = Staking {
        owner: &accounts.owner,
        holder: &accounts.market,
        position: &accounts.position,
        vault: &accounts.vault,
        mint: &accounts.mint,
        source: &accounts.source,
        token_program: accounts.token_program.key,
    };
    staking.take::<Market>(outcome, amount, terms_hash)
}
