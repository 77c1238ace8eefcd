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
    /// Whose stake it is; pays for the position and gets its rent back.
    #[account(mut)]
    pub owner: Signer<'info>,
    /// Address and layout: `Staking::take`.
    #[account(mut)]
    pub market: Box<Account<'info, Market>>,
    /// CHECK: the position at its address, made with the first stake.
    #[account(
        mut,
        seeds = [seed::POSITION, market.key().as_ref(), owner.key().as_ref(), &[outcome]],
        bump
    )]
    pub position: UncheckedAccount<'info>,
    /// Address: `Staking::take`.
    #[account(mut)]
    pub vault: Box<InterfaceAccount<'info, BaseTokenAccount>>,
    /// That of the terms, and of the token program: `Staking::take`.
    pub mint: Box<InterfaceAccount<'info, MoneyMint>>,
    /// Of the mint: `Staking::take`; that the owner may spend from it: the token program.
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
