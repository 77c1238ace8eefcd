//! Roots accounts: the published roots of one day (scores, odds) or ten days (fixtures).
//!
//! ```text
//! 0..8          discriminator
//! 8..10         u16 epoch day, or first day of the window
//! 10..          32 bytes for each slot, zero = not published
//! then          u8 bump, 5 zero bytes
//! ```
//!
//! These bytes are the interface for clients and other programs, so they are written as raw bytes, in this file only.

use anchor_lang::prelude::*;
use linesman_verifier::roots;
use linesman_wire::{create_account, require, require_keys_eq};

use crate::error::OracleError;

const DAY: usize = 8;
const ROOTS: usize = 10;
const ROOT: usize = 32;
/// The bump and 5 zero bytes.
const TAIL: usize = 6;

/// One of the three kinds of roots accounts.
pub struct Kind {
    /// First seed of the address; the second is the day, u16 little endian.
    seed: &'static [u8],
    discriminator: [u8; 8],
    size: usize,
    too_short: OracleError,
}

/// Scores: 288 slots of 5 minutes.
pub const SCORES: Kind = Kind {
    seed: roots::SCORES_SEED,
    discriminator: roots::SCORES_DISCRIMINATOR,
    size: roots::DAILY_SIZE,
    too_short: OracleError::SliceError,
};

/// Odds: 288 slots of 5 minutes.
pub const ODDS: Kind = Kind {
    seed: roots::ODDS_SEED,
    discriminator: roots::ODDS_DISCRIMINATOR,
    size: roots::DAILY_SIZE,
    too_short: OracleError::SliceError,
};

/// Fixtures: 240 hours of ten days.
pub const FIXTURES: Kind = Kind {
    seed: roots::FIXTURES_SEED,
    discriminator: roots::FIXTURES_DISCRIMINATOR,
    size: roots::FIXTURES_SIZE,
    too_short: OracleError::AccountDataTooSmall,
};

impl Kind {
    const fn slots(&self) -> usize {
        (self.size - ROOTS - TAIL) / ROOT
    }
}

/// The roots account of a kind and day, with its address checked.
pub struct RootsAccount<'a, 'info> {
    kind: &'static Kind,
    account: &'a AccountInfo<'info>,
    day: u16,
    /// The canonical bump.
    pub bump: u8,
}

impl<'a, 'info> RootsAccount<'a, 'info> {
    /// Checks that `account` is at the canonical address of `kind` and `day` (2006).
    ///
    /// IMPORTANT: the instructions that read roots only check the owner. They rely on this: no account of this program
    /// with a roots discriminator exists at any other address.
    pub fn at(kind: &'static Kind, day: u16, account: &'a AccountInfo<'info>) -> Result<Self> {
        let (address, bump) = Pubkey::find_program_address(&[kind.seed, &day.to_le_bytes()], &crate::ID);
        require_keys_eq!(*account.key, address, ErrorCode::ConstraintSeeds);
        Ok(Self { kind, account, day, bump })
    }

    /// Writes the root of a slot. The day's first root creates the account, and `payer` pays for it. Repeating a root
    /// does nothing.
    ///
    /// # Errors
    /// 6013 slot out of range, 6057 all-zero root, 6018 wrong owner, 6011 or 6044 wrong length, 6008 wrong
    /// discriminator, 6005 wrong stored day, 6055 the slot holds another root.
    pub fn insert(&self, slot: usize, root: &[u8; ROOT], payer: &AccountInfo<'info>) -> Result<()> {
        require!(slot < self.kind.slots(), OracleError::InvalidTimeSlot);
        // IMPORTANT: zeros mean "not published", so an all-zero root could still be replaced.
        require!(*root != [0; ROOT], OracleError::InvalidAccountData);
        if self.account.data_is_empty() && self.account.owner == &System::id() {
            self.create(payer)?;
        }
        require_keys_eq!(*self.account.owner, crate::ID, OracleError::InvalidAccountOwner);

        let mut data = self.account.try_borrow_mut_data()?;
        require!(data.len() == self.kind.size, self.kind.too_short);
        require!(data.starts_with(&self.kind.discriminator), OracleError::AccountDiscriminatorMismatch);
        require!(data[DAY..ROOTS] == self.day.to_le_bytes(), OracleError::TimeSlotMismatch);
        let at = ROOTS + ROOT * slot;
        let stored = &mut data[at..at + ROOT];
        if *stored == [0; ROOT] {
            stored.copy_from_slice(root);
        }
        // Accept the same root again, so that a publisher can safely retry.
        require!(*stored == *root, OracleError::EquivocationAttempt);
        Ok(())
    }

    fn create(&self, payer: &AccountInfo<'info>) -> Result<()> {
        let seeds: &[&[u8]] = &[self.kind.seed, &self.day.to_le_bytes(), &[self.bump]];
        create_account(self.account, payer, &crate::ID, self.kind.size, seeds)?;
        let mut data = self.account.try_borrow_mut_data()?;
        data[..DAY].copy_from_slice(&self.kind.discriminator);
        data[DAY..ROOTS].copy_from_slice(&self.day.to_le_bytes());
        data[self.kind.size - TAIL] = self.bump;
        Ok(())
    }
}
