use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    pool::Staking,
    seed,
    state::Market,
    token::{BaseTokenAccount, MoneyMint, PlainTokenAccount},
};

#[derive(Accounts)]
#[instruction(outcome: u8)]
pub struct Stake<'info> {
    /// The staker; pays the rent of the position and gets it back.
    #[account(mut)]
    pub owner: Signer<'info>,
    /// Address and layout are checked in `Staking::take`.
    #[account(mut)]
    pub market: Box<Account<'info, Market>>,
    /// CHECK: the position, at its PDA; created with the first stake.
    #[account(
        mut,
        seeds = [seed::POSITION, market.key().as_ref(), owner.key().as_ref(), &[outcome]],
        bump
    )]
    pub position: UncheckedAccount<'info>,
    /// Address is checked in `Staking::take`.
    #[account(mut)]
    pub vault: Box<InterfaceAccount<'info, BaseTokenAccount>>,
    /// The mint of the terms, owned by the token program: checked in `Staking::take`.
    pub mint: Box<InterfaceAccount<'info, MoneyMint>>,
    /// Mint is checked in `Staking::take`; the token program checks that the owner may spend from it.
    #[account(mut)]
    pub source: Box<InterfaceAccount<'info, PlainTokenAccount>>,
    pub token_program: Interface<'info, TokenInterface>,
    pub system_program: Program<'info, System>,
}

/// Stakes `amount` base units on an outcome of a market.
pub fn stake(ctx: Context<Stake>, outcome: u8, amount: u64, terms_hash: [u8; 32]) -> Result<()> {
    let accounts = ctx.accounts;
    let staking = Staking {
        owner: &accounts.owner,
        holder: &mut accounts.market,
        position: &accounts.position,
        position_bump: ctx.bumps.position,
        vault: &mut accounts.vault,
        mint: &accounts.mint,
        source: &accounts.source,
        token_program: &accounts.token_program,
    };
    staking.take(outcome, amount, terms_hash)
}
