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

use std::cell::Ref;

use anchor_lang::prelude::*;
use linesman_verifier::{attestation, roots};
use linesman_wire::{create_account, require, require_keys_eq, NewAccount};

use super::Config;
use crate::error::OracleError;
use crate::event::LateRoot;

const DAY: usize = 8;
const ROOTS: usize = 10;
const ROOT: usize = 32;
/// The bump and 5 zero bytes.
const TAIL: usize = 6;

const SECONDS_PER_DAY: i64 = 86_400;
/// How far the chain's clock may be behind that of a publisher, who starts when a slot is over, s.
const CLOCK_BEHIND: i64 = 30;

/// One of the three kinds of roots accounts.
pub struct Kind {
    /// First seed of the address; the second is the day, u16 little endian.
    seed: &'static [u8],
    discriminator: [u8; 8],
    size: usize,
    too_short: OracleError,
    /// The name of the kind in attestations; events have its byte.
    pub attested: attestation::Kind,
    /// Days of one account; the first is a multiple of them.
    pub days: u16,
    /// Length of a slot, s.
    slot_seconds: i64,
}

/// Scores: 288 slots of 5 minutes.
pub const SCORES: Kind = Kind {
    seed: roots::SCORES_SEED,
    discriminator: roots::SCORES_DISCRIMINATOR,
    size: roots::DAILY_SIZE,
    too_short: OracleError::SliceError,
    attested: attestation::Kind::Scores,
    days: 1,
    slot_seconds: 300,
};

/// Odds: 288 slots of 5 minutes.
pub const ODDS: Kind = Kind {
    seed: roots::ODDS_SEED,
    discriminator: roots::ODDS_DISCRIMINATOR,
    size: roots::DAILY_SIZE,
    too_short: OracleError::SliceError,
    attested: attestation::Kind::Odds,
    days: 1,
    slot_seconds: 300,
};

/// Fixtures: 240 hours of ten days.
pub const FIXTURES: Kind = Kind {
    seed: roots::FIXTURES_SEED,
    discriminator: roots::FIXTURES_DISCRIMINATOR,
    size: roots::FIXTURES_SIZE,
    too_short: OracleError::AccountDataTooSmall,
    attested: attestation::Kind::Fixtures,
    days: 10,
    slot_seconds: 3_600,
};

impl Kind {
    /// The kind that an attestation means by a number (6113): 0 scores, 1 odds, 2 fixtures.
    pub fn numbered(number: u8) -> Result<&'static Self> {
        match attestation::Kind::from_byte(number) {
            Some(attestation::Kind::Scores) => Ok(&SCORES),
            Some(attestation::Kind::Odds) => Ok(&ODDS),
            Some(attestation::Kind::Fixtures) => Ok(&FIXTURES),
            None => Err(OracleError::InvalidRootsKind.into()),
        }
    }

    /// Slots of one account.
    pub const fn slots(&self) -> usize {
        (self.size - ROOTS - TAIL) / ROOT
    }
}

/// The roots of an account, one for each slot, zeros where nothing is published.
pub struct PublishedRoots<'a>(Ref<'a, [[u8; ROOT]]>);

impl PublishedRoots<'_> {
    /// The published root of a slot: 6013 out of range, 6007 nothing published.
    pub fn get(&self, slot: u16) -> Result<&[u8; ROOT]> {
        let root = self.0.get(usize::from(slot)).ok_or(OracleError::InvalidTimeSlot)?;
        require!(*root != [0; ROOT], OracleError::RootNotAvailable);
        Ok(root)
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
    /// does nothing, at any time. `rest` are the accounts behind those of the instruction, where the admin signs for a
    /// late root.
    ///
    /// # Errors
    /// 6013 slot out of range, 6057 all-zero root, 6018 wrong owner, 6011 or 6044 wrong length, 6008 wrong
    /// discriminator, 6005 wrong stored day, 6055 the slot holds another root, 6104 the slot is not over, 6105 it ended
    /// too long ago and the admin has not signed.
    pub fn insert(
        &self,
        slot: usize,
        root: &[u8; ROOT],
        payer: &AccountInfo<'info>,
        config: &Config,
        rest: &[AccountInfo<'_>],
    ) -> Result<()> {
        require!(slot < self.kind.slots(), OracleError::InvalidTimeSlot);
        // IMPORTANT: zeros mean "not published", so an all-zero root could still be replaced.
        require!(*root != [0; ROOT], OracleError::InvalidAccountData);
        if self.account.data_is_empty() && self.account.owner == &System::id() {
            self.create(payer)?;
        }
        let mut data = self.account.try_borrow_mut_data()?;
        self.check(&data)?;
        let at = ROOTS + ROOT * slot;
        let stored = &mut data[at..at + ROOT];
        if *stored == [0; ROOT] {
            self.check_time(slot, config, rest)?;
            stored.copy_from_slice(root);
        }
        // Accept the same root again, so that a publisher can safely retry.
        require!(*stored == *root, OracleError::EquivocationAttempt);
        Ok(())
    }

    /// Checks that a root may enter now, if the configuration bounds when.
    fn check_time(&self, slot: usize, config: &Config, rest: &[AccountInfo<'_>]) -> Result<()> {
        if config.late_after == 0 {
            return Ok(());
        }
        // A u16 of days and a slot of the account are far from the limits of an i64; checks would cost more than this.
        let end = i64::from(self.day)
            .wrapping_mul(SECONDS_PER_DAY)
            .wrapping_add((slot as i64).wrapping_add(1).wrapping_mul(self.kind.slot_seconds));
        let now = Clock::get()?.unix_timestamp;
        require!(now >= end.wrapping_sub(CLOCK_BEHIND), OracleError::SlotNotOver);
        if config.late_bound().is_late(end, now) {
            return self.check_late(slot, config, rest, now);
        }
        Ok(())
    }

    /// Checks that the admin has signed for a late root, and logs it.
    #[cold]
    #[inline(never)]
    fn check_late(&self, slot: usize, config: &Config, rest: &[AccountInfo<'_>], at: i64) -> Result<()> {
        let is_signed = rest.first().is_some_and(|admin| admin.is_signer && *admin.key == config.admin);
        require!(is_signed, OracleError::RootTooLate);
        emit!(LateRoot { kind: self.kind.attested as u8, period: self.day, slot: slot as u16, at });
        Ok(())
    }

    /// The roots of the account, zeros where nothing is published: 6018, 6011 or 6044, 6008, 6005 as for an insert.
    pub fn read(&self) -> Result<PublishedRoots<'a>> {
        let data = self.account.try_borrow_data()?;
        self.check(&data)?;
        Ok(PublishedRoots(Ref::map(data, |data| data[ROOTS..self.kind.size - TAIL].as_chunks().0)))
    }

    /// Checks owner and content of the account.
    #[inline(always)]
    fn check(&self, data: &[u8]) -> Result<()> {
        require_keys_eq!(*self.account.owner, crate::ID, OracleError::InvalidAccountOwner);
        require!(data.len() == self.kind.size, self.kind.too_short);
        require!(data.starts_with(&self.kind.discriminator), OracleError::AccountDiscriminatorMismatch);
        require!(data[DAY..ROOTS] == self.day.to_le_bytes(), OracleError::TimeSlotMismatch);
        Ok(())
    }

    fn create(&self, payer: &AccountInfo<'info>) -> Result<()> {
        let seeds: &[&[u8]] = &[self.kind.seed, &self.day.to_le_bytes(), &[self.bump]];
        create_account(&NewAccount { account: self.account, payer, owner: &crate::ID, space: self.kind.size, seeds })?;
        let mut data = self.account.try_borrow_mut_data()?;
        data[..DAY].copy_from_slice(&self.kind.discriminator);
        data[DAY..ROOTS].copy_from_slice(&self.day.to_le_bytes());
        data[self.kind.size - TAIL] = self.bump;
        Ok(())
    }
}
