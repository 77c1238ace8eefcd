use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;
use linesman_verifier::same_bytes;
use linesman_wire::{create_account, mark, require, require_keys_eq, NewAccount};

use crate::{
    error::SettlementError,
    event::Staked,
    seed,
    state::{PoolInPlace, PoolKind, Position},
    token::{Mint, TokenAccount, Vault},
};

#[derive(Accounts)]
pub struct Stake<'info> {
    /// The staker; pays the rent of the position and gets it back.
    #[account(mut)]
    pub owner: Signer<'info>,
    /// The market or parlay.
    /// CHECK: owner, address and layout in the handler, which reads it in place.
    #[account(mut)]
    pub pool: UncheckedAccount<'info>,
    /// The position, created with the first stake.
    /// CHECK: in the handler.
    #[account(mut)]
    pub position: UncheckedAccount<'info>,
    /// The vault.
    /// CHECK: in the handler.
    #[account(mut)]
    pub vault: UncheckedAccount<'info>,
    /// The mint of the terms, owned by the token program.
    /// CHECK: in the handler.
    pub mint: UncheckedAccount<'info>,
    /// Token account of the mint, from which the owner may spend.
    /// CHECK: the mint in the handler, the right to spend by the token program.
    #[account(mut)]
    pub source: UncheckedAccount<'info>,
    pub token_program: Interface<'info, TokenInterface>,
    pub system_program: Program<'info, System>,
}

/// Stakes `amount` base units on an outcome of a market or parlay; outcome 0 of a parlay is yes (every leg is won), 1
/// is no. Repeated stakes of one owner on one outcome add up; the limits apply to each. With splits, each is an
/// even amount.
pub fn stake(ctx: Context<Stake>, outcome: u8, amount: u64, terms_hash: [u8; 32]) -> Result<()> {
    mark("entrance");
    let accounts = ctx.accounts;
    let key = *accounts.pool.key;
    PoolKind::of(&accounts.pool)?;
    TokenAccount::base(&accounts.vault)?;
    let mint = Mint::money(&accounts.mint)?;
    let source = TokenAccount::plain(&accounts.source)?;
    // The transfer would move nothing.
    require_keys_neq!(*accounts.source.key, *accounts.vault.key, ErrorCode::ConstraintDuplicateMutableAccount);
    mark("accounts of the token program");
    let bump = accounts.position_bump(outcome)?;
    mark("address of the position");

    let mut data = accounts.pool.try_borrow_mut_data()?;
    let mut found = PoolInPlace::read(&key, &mut data)?;
    found.check_vault(&key, accounts.vault.key)?;
    let conditions = found.conditions()?;
    conditions.check_mint(&accounts.mint, accounts.token_program.key)?;
    require_keys_eq!(source.mint, conditions.mint, SettlementError::WrongMint);
    mark("addresses");

    // IMPORTANT: an address does not fix the terms: a market can be closed and recreated with other terms.
    require!(found.terms_hash() == terms_hash, SettlementError::TermsHashMismatch);
    require!(found.is_open(), SettlementError::MarketNotOpen);
    require_gt!(conditions.stakes_close, Clock::get()?.unix_timestamp, SettlementError::StakingClosed);
    require_gt!(conditions.outcomes, usize::from(outcome), SettlementError::UnknownOutcome);
    let limits = conditions.minimum_stake..=conditions.maximum_stake;
    let fits = limits.contains(&amount) && (!conditions.has_splits || amount.is_multiple_of(2));
    require!(fits, SettlementError::StakeOutOfRange);
    mark("rules");

    let mut position = match Position::read(&accounts.position)? {
        Some(position) => position,
        None => {
            found.pool.open_position()?;
            let position = Position { bump, pool: key, owner: accounts.owner.key(), outcome, amount: 0 };
            accounts.make(&position)?;
            position
        }
    };
    position.amount = position.amount.checked_add(amount).ok_or(SettlementError::MathOverflow)?;
    position.write(&accounts.position)?;
    let total = found.pool.add_stake(outcome, amount)?;
    require_gte!(conditions.maximum_pool, found.pool.owed, SettlementError::MathOverflow);
    let kind = found.kind;
    let pool = found.write();
    drop(data);
    mark("position and pool");
    emit!(Staked { kind, pool: key, owner: position.owner, outcome, amount, total });
    mark("event");

    let vault = Vault { account: &accounts.vault, mint: &accounts.mint, token_program: accounts.token_program.key };
    vault.receive(&accounts.source, &accounts.owner, amount, mint)?;
    mark("transfer");
    pool.invariant(false, TokenAccount::base(&accounts.vault)?.amount)?;
    mark("invariant");
    Ok(())
}

impl Stake<'_> {
    /// The bump of the position, which must be the owner's on this outcome (2006).
    fn position_bump(&self, outcome: u8) -> Result<u8> {
        let [a, b, c, d]: [&[u8]; 4] = [seed::POSITION, self.pool.key.as_ref(), self.owner.key.as_ref(), &[outcome]];
        // A position that exists was made at the canonical address, and has its bump first.
        let stored = self.position.try_borrow_data()?.get(Position::BUMP_AT).copied();
        if let Some(bump) = stored {
            if same_bytes(self.position.key.as_array(), &seed::address([a, b, c, &[outcome, bump]])) {
                return Ok(bump);
            }
        }
        Ok(seed::bump_of_new(self.position.key, &[a, b, c, d]).ok_or(ErrorCode::ConstraintSeeds)?)
    }

    fn make(&self, position: &Position) -> Result<()> {
        let (outcome, bump) = ([position.outcome], [position.bump]);
        let seeds = [seed::POSITION, position.pool.as_ref(), position.owner.as_ref(), &outcome, &bump];
        create_account(&NewAccount {
            account: &self.position,
            payer: &self.owner,
            owner: &crate::ID,
            space: Position::SPACE,
            seeds: &seeds,
        })
    }
}
