use anchor_lang::prelude::*;

use crate::{error::SettlementError, seed, state::Pool};

/// The layout version of markets and parlays. A new layout gets a new number.
pub const VERSION: u8 = 1;

/// The layout version of a market or parlay, the parts of its address, and the bump of its vault.
pub struct Identity<'a> {
    pub version: u8,
    pub creator: &'a Pubkey,
    pub id: u64,
    pub bump: u8,
    pub vault_bump: u8,
}

/// The terms about stakes, common to markets and parlays. Times in seconds, amounts in base units.
pub struct Conditions<'a> {
    pub mint: &'a Pubkey,
    pub fee_account: &'a Pubkey,
    pub minimum_stake: u64,
    pub maximum_stake: u64,
    pub stakes_close: i64,
}

/// An account that takes stakes and pays them out: a market or a parlay.
pub trait PoolAccount: AccountSerialize + AccountDeserialize + Clone {
    /// First seed of the account's address.
    const SEED: &'static [u8];

    fn identity(&self) -> Identity<'_>;
    fn conditions(&self) -> Conditions<'_>;
    /// SHA-256 of the Borsh bytes of the terms.
    fn terms_hash(&self) -> &[u8; 32];
    /// Number of outcomes, 2 to 8.
    fn outcome_count(&self) -> usize;
    fn pool(&self) -> &Pool;
    fn pool_mut(&mut self) -> &mut Pool;
    /// In state Open. Does not look at the clock: staking may be closed.
    fn is_open(&self) -> bool;
    /// In state Final or Void.
    fn is_decided(&self) -> bool;
    /// Index of the decided outcome; meaningless if void.
    fn winner(&self) -> u8;

    /// Checks that the account is at its PDA (2006) and has the layout that this program reads (6251).
    fn check_address(&self, key: &Pubkey) -> Result<()> {
        let Identity { version, creator, id, bump, .. } = self.identity();
        seed::check_pool_account(Self::SEED, key, creator, id, bump)?;
        require_eq!(version, VERSION, SettlementError::UnknownVersion);
        Ok(())
    }

    /// Checks that `vault` is this pool's vault (6230). `key` is the address of the market or parlay.
    fn check_vault(&self, key: &Pubkey, vault: &Pubkey) -> Result<()> {
        seed::check_vault(vault, key, self.identity().vault_bump)
    }

    /// Checks that the mint is the one in the terms (6231) and belongs to the token program that will be called (2022).
    fn check_mint(&self, mint: &AccountInfo, token_program: &Pubkey) -> Result<()> {
        require_keys_eq!(*mint.key, *self.conditions().mint, SettlementError::WrongMint);
        require_keys_eq!(*mint.owner, *token_program, ErrorCode::ConstraintMintTokenProgram);
        Ok(())
    }

    /// Checks that the state is Final or Void (6226).
    fn check_decided(&self) -> Result<()> {
        require!(self.is_decided(), SettlementError::NotDecided);
        Ok(())
    }

    /// See [`Pool::invariant`].
    fn invariant(&self, held: u64) -> Result<()> {
        self.pool().invariant(self.is_decided(), held)
    }
}
