use anchor_lang::prelude::*;
use linesman_verifier::same_bytes;
use linesman_wire::{create_account, mark};

use super::PoolAccount;
use crate::{
    error::SettlementError,
    event::Staked,
    seed,
    state::{check_type, PoolInPlace, Position},
    token::{Mint, TokenAccount, Vault},
};

/// One stake on an outcome of a market or parlay.
pub struct Staking<'a, 'info> {
    pub owner: &'a Signer<'info>,
    /// The market or parlay.
    pub holder: &'a AccountInfo<'info>,
    /// Created with the first stake.
    pub position: &'a AccountInfo<'info>,
    pub vault: &'a AccountInfo<'info>,
    pub mint: &'a AccountInfo<'info>,
    pub source: &'a AccountInfo<'info>,
    pub token_program: &'a Pubkey,
}

impl Staking<'_, '_> {
    /// Takes a stake of `amount` base units. Repeated stakes of one owner on one outcome add up; the limits apply to
    /// each.
    #[inline(always)]
    pub fn take<P: PoolAccount>(self, outcome: u8, amount: u64, terms_hash: [u8; 32]) -> Result<()> {
        mark("entrance");
        let key = *self.holder.key;
        check_type::<P>(self.holder)?;
        TokenAccount::base(self.vault)?;
        let mint = Mint::money(self.mint)?;
        let source = TokenAccount::plain(self.source)?;
        // The transfer would move nothing.
        require_keys_neq!(*self.source.key, *self.vault.key, ErrorCode::ConstraintDuplicateMutableAccount);
        mark("accounts of the token program");
        let bump = self.position_bump(outcome)?;
        mark("address of the position");

        let mut data = self.holder.try_borrow_mut_data()?;
        let mut holder = PoolInPlace::<P>::read(&key, &mut data)?;
        holder.check_vault(&key, self.vault.key)?;
        let conditions = holder.conditions()?;
        conditions.check_mint(self.mint, self.token_program)?;
        require_keys_eq!(source.mint, conditions.mint, SettlementError::WrongMint);
        mark("addresses");

        // IMPORTANT: an address does not fix the terms: a market can be closed and recreated with other terms.
        require!(holder.terms_hash() == terms_hash, SettlementError::TermsHashMismatch);
        require!(holder.is_open(), SettlementError::MarketNotOpen);
        require_gt!(conditions.stakes_close, Clock::get()?.unix_timestamp, SettlementError::StakingClosed);
        require_gt!(conditions.outcomes, usize::from(outcome), SettlementError::UnknownOutcome);
        let limits = conditions.minimum_stake..=conditions.maximum_stake;
        require!(limits.contains(&amount), SettlementError::StakeOutOfRange);
        mark("rules");

        let mut position = match Position::read(self.position)? {
            Some(position) => position,
            None => {
                holder.pool.open_position()?;
                let position = Position { bump, pool: key, owner: self.owner.key(), outcome, amount: 0 };
                make_position(self.position, self.owner, &position)?;
                position
            }
        };
        position.amount = position.amount.checked_add(amount).ok_or(SettlementError::MathOverflow)?;
        position.write(self.position)?;
        let total = holder.pool.add_stake(outcome, amount)?;
        let pool = holder.write();
        drop(data);
        mark("position and pool");
        emit!(Staked { pool: key, owner: position.owner, outcome, amount, total });
        mark("event");

        let vault = Vault { account: self.vault, mint: self.mint, token_program: self.token_program };
        vault.receive(self.source, self.owner, amount, mint)?;
        mark("transfer");
        pool.invariant(false, TokenAccount::base(self.vault)?.amount)?;
        mark("invariant");
        Ok(())
    }
}

impl Staking<'_, '_> {
    /// The bump of the position, which must be the owner's on this outcome (2006).
    fn position_bump(&self, outcome: u8) -> Result<u8> {
        let [a, b, c, d]: [&[u8]; 4] = [seed::POSITION, self.holder.key.as_ref(), self.owner.key.as_ref(), &[outcome]];
        // A position that exists was made at the canonical address, and has its bump first.
        let stored = self.position.try_borrow_data()?.get(Position::BUMP_AT).copied();
        if let Some(bump) = stored {
            if same_bytes(self.position.key.as_array(), &seed::address([a, b, c, &[outcome, bump]])) {
                return Ok(bump);
            }
        }
        Ok(seed::bump_of_new(self.position.key, &[a, b, c, d]).ok_or(ErrorCode::ConstraintSeeds)?)
    }
}

fn make_position<'info>(account: &AccountInfo<'info>, payer: &AccountInfo<'info>, position: &Position) -> Result<()> {
    let (outcome, bump) = ([position.outcome], [position.bump]);
    let seeds = [seed::POSITION, position.pool.as_ref(), position.owner.as_ref(), &outcome, &bump];
    create_account(account, payer, &crate::ID, Position::SPACE, &seeds)
}
