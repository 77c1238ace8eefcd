use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    create_account::create_account,
    error::SettlementError,
    event::Staked,
    seed,
    state::{Market, MarketState, Position},
    token::{PlainMint, PlainTokenAccount, Vault},
};

#[derive(Accounts)]
#[instruction(outcome: u8)]
pub struct Stake<'info> {
    /// Whose stake it is; pays for the position and gets its rent back.
    #[account(mut)]
    pub owner: Signer<'info>,
    #[account(mut)]
    pub market: Box<Account<'info, Market>>,
    /// CHECK: the position at its address, made with the first stake.
    #[account(
        mut,
        seeds = [seed::POSITION, market.key().as_ref(), owner.key().as_ref(), &[outcome]],
        bump
    )]
    pub position: UncheckedAccount<'info>,
    #[account(mut)]
    pub vault: Box<InterfaceAccount<'info, PlainTokenAccount>>,
    pub mint: Box<InterfaceAccount<'info, PlainMint>>,
    #[account(mut)]
    pub source: Box<InterfaceAccount<'info, PlainTokenAccount>>,
    pub token_program: Interface<'info, TokenInterface>,
    pub system_program: Program<'info, System>,
}

/// Stakes `amount` base units on an outcome. Several stakes of one owner on one outcome add up; the limits of the terms
/// are those of each.
pub fn stake(ctx: Context<Stake>, outcome: u8, amount: u64, terms_hash: [u8; 32]) -> Result<()> {
    let accounts = ctx.accounts;
    let market = &mut accounts.market;
    market.check_address(&market.key())?;
    market.check_vault(&market.key(), &accounts.vault.key())?;
    market.check_mint(&accounts.mint, accounts.token_program.key)?;
    require_keys_eq!(accounts.source.mint, market.terms.mint, SettlementError::WrongMint);

    // An address says nothing about terms: a market can be closed and made again with other ones.
    require!(market.terms_hash == terms_hash, SettlementError::TermsHashMismatch);
    require!(market.state == MarketState::Open, SettlementError::MarketNotOpen);
    require_gt!(market.terms.stakes_close, Clock::get()?.unix_timestamp, SettlementError::StakingClosed);
    require_gt!(market.outcome_count(), usize::from(outcome), SettlementError::UnknownOutcome);
    let limits = market.terms.minimum_stake..=market.terms.maximum_stake;
    require!(limits.contains(&amount), SettlementError::StakeOutOfRange);

    let mut position = match Position::read(&accounts.position)? {
        Some(position) => position,
        None => {
            market.open_positions = market.open_positions.checked_add(1).ok_or(SettlementError::MathOverflow)?;
            let bump = ctx.bumps.position;
            let position = Position { bump, market: market.key(), owner: accounts.owner.key(), outcome, amount: 0 };
            make_position(&accounts.position, &accounts.owner, &position)?;
            position
        }
    };
    position.amount = position.amount.checked_add(amount).ok_or(SettlementError::MathOverflow)?;
    position.write(&accounts.position)?;
    market.add_stake(outcome, amount)?;
    emit!(Staked {
        market: market.key(),
        owner: position.owner,
        outcome,
        amount,
        total: market.totals[usize::from(outcome)],
    });

    let vault = Vault {
        market: &accounts.market,
        account: &accounts.vault,
        mint: &accounts.mint,
        token_program: &accounts.token_program,
    };
    vault.receive(accounts.source.to_account_info(), accounts.owner.to_account_info(), amount)?;
    accounts.vault.reload()?;
    accounts.market.invariant(accounts.vault.amount)
}

fn make_position<'info>(account: &AccountInfo<'info>, payer: &AccountInfo<'info>, position: &Position) -> Result<()> {
    let (outcome, bump) = ([position.outcome], [position.bump]);
    let seeds = [seed::POSITION, position.market.as_ref(), position.owner.as_ref(), &outcome, &bump];
    create_account(account, payer, &crate::ID, Position::SPACE, &seeds)
}
