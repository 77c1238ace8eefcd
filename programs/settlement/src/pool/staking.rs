use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;
use linesman_wire::create_account;

use super::PoolAccount;
use crate::{
    error::SettlementError,
    event::Staked,
    seed,
    state::Position,
    token::{BaseTokenAccount, MoneyMint, PlainTokenAccount, Vault},
};

/// One stake on an outcome of a market or parlay.
pub struct Staking<'a, 'info, P: PoolAccount> {
    pub owner: &'a Signer<'info>,
    pub holder: &'a mut Account<'info, P>,
    /// At its PDA (by constraint); created with the first stake.
    pub position: &'a AccountInfo<'info>,
    pub position_bump: u8,
    pub vault: &'a mut InterfaceAccount<'info, BaseTokenAccount>,
    pub mint: &'a InterfaceAccount<'info, MoneyMint>,
    pub source: &'a InterfaceAccount<'info, PlainTokenAccount>,
    pub token_program: &'a Interface<'info, TokenInterface>,
}

impl<P: PoolAccount> Staking<'_, '_, P> {
    /// Takes a stake of `amount` base units. Repeated stakes of one owner on one outcome add up; the limits apply to
    /// each.
    pub fn take(self, outcome: u8, amount: u64, terms_hash: [u8; 32]) -> Result<()> {
        let holder = self.holder;
        let key = holder.key();
        holder.check_address(&key)?;
        holder.check_vault(&key, &self.vault.key())?;
        holder.check_mint(self.mint.as_ref(), self.token_program.key)?;
        let conditions = holder.conditions();
        require_keys_eq!(self.source.mint, *conditions.mint, SettlementError::WrongMint);

        // IMPORTANT: an address does not fix the terms: a market can be closed and recreated with other terms.
        require!(*holder.terms_hash() == terms_hash, SettlementError::TermsHashMismatch);
        require!(holder.is_open(), SettlementError::MarketNotOpen);
        require_gt!(conditions.stakes_close, Clock::get()?.unix_timestamp, SettlementError::StakingClosed);
        require_gt!(holder.outcome_count(), usize::from(outcome), SettlementError::UnknownOutcome);
        let limits = conditions.minimum_stake..=conditions.maximum_stake;
        require!(limits.contains(&amount), SettlementError::StakeOutOfRange);

        let mut position = match Position::read(self.position)? {
            Some(position) => position,
            None => {
                holder.pool_mut().open_position()?;
                let bump = self.position_bump;
                let position = Position { bump, pool: key, owner: self.owner.key(), outcome, amount: 0 };
                make_position(self.position, self.owner, &position)?;
                position
            }
        };
        position.amount = position.amount.checked_add(amount).ok_or(SettlementError::MathOverflow)?;
        position.write(self.position)?;
        let total = holder.pool_mut().add_stake(outcome, amount)?;
        emit!(Staked { pool: key, owner: position.owner, outcome, amount, total });

        let (mint, decimals) = (self.mint.as_ref(), self.mint.decimals);
        let vault = Vault { holder, account: self.vault, mint, decimals, token_program: self.token_program };
        vault.receive(self.source.to_account_info(), self.owner.to_account_info(), amount)?;
        self.vault.reload()?;
        holder.invariant(self.vault.amount)
    }
}

fn make_position<'info>(account: &AccountInfo<'info>, payer: &AccountInfo<'info>, position: &Position) -> Result<()> {
    let (outcome, bump) = ([position.outcome], [position.bump]);
    let seeds = [seed::POSITION, position.pool.as_ref(), position.owner.as_ref(), &outcome, &bump];
    create_account(account, payer, &crate::ID, Position::SPACE, &seeds)
}
