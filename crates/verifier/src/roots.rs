//! The oracle program's roots accounts, read as bytes.
//!
//! Layout: discriminator (8 bytes), u16 epoch day (fixtures: window, the day rounded down to a multiple of 10), one
//! 32-byte root per slot (fixtures: per hour), bump, 5 zero bytes. All integers are little endian. 32 zero bytes mean
//! that the root is not published. An account of any other length is refused, because its layout is unknown.
//!
//! These functions only see bytes. The caller must check that the oracle program owns the account and, unless the
//! caller is the oracle program itself, that the account is at [`address`].

use crate::{rule::require, Error, Hasher, HourTime, SlotTime};

/// First seed of a daily scores roots account; the second is the epoch day, u16 little endian.
pub const SCORES_SEED: &[u8] = b"daily_scores_roots";
/// First seed of a daily odds roots account; the second is the epoch day.
pub const ODDS_SEED: &[u8] = b"daily_batch_roots";
/// First seed of a fixtures roots account; the second is the window.
pub const FIXTURES_SEED: &[u8] = b"ten_daily_fixtures_roots";

/// Discriminator of scores roots accounts.
pub const SCORES_DISCRIMINATOR: [u8; 8] = [0xd9, 0x0c, 0x0c, 0x17, 0x0a, 0xb7, 0x73, 0x7d];
/// Discriminator of odds roots accounts.
pub const ODDS_DISCRIMINATOR: [u8; 8] = [0x0d, 0x6e, 0x05, 0xed, 0x89, 0xf2, 0x03, 0xdd];
/// Discriminator of fixtures roots accounts.
pub const FIXTURES_DISCRIMINATOR: [u8; 8] = [0x39, 0x30, 0xb9, 0x04, 0xa4, 0x15, 0xa7, 0x82];

/// Size of a scores or odds roots account: 288 slots of 5 minutes.
pub const DAILY_SIZE: usize = 9232;
/// Size of a fixtures roots account: 240 hours.
pub const FIXTURES_SIZE: usize = 7696;

const FIRST_ROOT: usize = 10;

/// The root of a slot in a daily scores roots account.
///
/// # Errors
/// In this order: [`SliceError`](Error::SliceError),
/// [`AccountDiscriminatorMismatch`](Error::AccountDiscriminatorMismatch), [`ConstraintSeeds`](Error::ConstraintSeeds)
/// for another day, [`RootNotAvailable`](Error::RootNotAvailable).
#[inline(always)]
pub fn scores_root(account: &[u8], time: SlotTime) -> Result<&[u8; 32], Error> {
    daily_root(account, &SCORES_DISCRIMINATOR, time)
}

/// The root of a slot in a daily odds roots account.
///
/// # Errors
/// As [`scores_root`].
#[inline(always)]
pub fn odds_root(account: &[u8], time: SlotTime) -> Result<&[u8; 32], Error> {
    daily_root(account, &ODDS_DISCRIMINATOR, time)
}

/// The root of an hour in a fixtures roots account. The caller passes the error for a wrong window, because the oracle
/// program's two fixture instructions use different numbers for it.
///
/// # Errors
/// In this order: [`AccountDataTooSmall`](Error::AccountDataTooSmall),
/// [`AccountDiscriminatorMismatch`](Error::AccountDiscriminatorMismatch), `wrong_window`,
/// [`RootNotAvailable`](Error::RootNotAvailable).
pub fn fixtures_root(account: &[u8], time: HourTime, wrong_window: Error) -> Result<&[u8; 32], Error> {
    require!(FixturesRootsLength, account.len() == FIXTURES_SIZE, Error::AccountDataTooSmall);
    check_head(account, &FIXTURES_DISCRIMINATOR, time.window, wrong_window)?;
    root(account, time.index)
}

/// The bump stored in a roots account of any of the three kinds.
///
/// # Errors
/// [`AccountDiscriminatorMismatch`](Error::AccountDiscriminatorMismatch) for other accounts,
/// [`SliceError`](Error::SliceError) for a wrong length.
#[inline(always)]
pub fn bump(account: &[u8]) -> Result<u8, Error> {
    let size = match account.first_chunk::<8>() {
        Some(&SCORES_DISCRIMINATOR | &ODDS_DISCRIMINATOR) => DAILY_SIZE,
        Some(&FIXTURES_DISCRIMINATOR) => FIXTURES_SIZE,
        _ => return Err(Error::AccountDiscriminatorMismatch),
    };
    match account {
        [.., bump, _, _, _, _, _] if account.len() == size => Ok(*bump),
        _ => Err(Error::SliceError),
    }
}

/// The address of a roots account: `seed` is one of the three seeds, `day` the epoch day or window, `bump` the bump
/// [stored](bump) in the account.
///
/// Computes Solana's `create_program_address` without the off-curve test. The test is not needed: the caller compares
/// the address with an account owned by the oracle program, which can only have created it as this PDA.
#[inline(always)]
#[must_use]
pub fn address<H: Hasher>(program_id: &[u8; 32], seed: &[u8], day: u16, bump: u8) -> [u8; 32] {
    H::hashv(&[seed, &day.to_le_bytes(), &[bump], program_id, b"ProgramDerivedAddress"])
}

#[inline(always)]
fn daily_root<'a>(account: &'a [u8], discriminator: &[u8; 8], time: SlotTime) -> Result<&'a [u8; 32], Error> {
    require!(RootsLength, account.len() == DAILY_SIZE, Error::SliceError);
    check_head(account, discriminator, time.epoch_day, Error::ConstraintSeeds)?;
    root(account, time.slot)
}

#[inline(always)]
fn check_head(account: &[u8], discriminator: &[u8; 8], day: u16, wrong_day: Error) -> Result<(), Error> {
    let Some((found, rest)) = account.split_first_chunk::<8>() else {
        return Err(Error::SliceError);
    };
    require!(RootsKind, found == discriminator, Error::AccountDiscriminatorMismatch);
    // The proof's time selects the slot, but the caller selects the account: only the stored day ties them together.
    let is_of_day = rest.first_chunk::<2>().is_some_and(|stored| u16::from_le_bytes(*stored) == day);
    require!(RootsDay, is_of_day, wrong_day);
    Ok(())
}

#[inline(always)]
fn root(account: &[u8], place: u16) -> Result<&[u8; 32], Error> {
    let start = usize::from(place).wrapping_mul(32).wrapping_add(FIRST_ROOT);
    let root = account.get(start..).and_then(<[u8]>::first_chunk::<32>).ok_or(Error::RootNotAvailable)?;
    // An unset slot must not count as the root of an empty tree. (`any` usually stops at the first byte; comparing
    // arrays would be a syscall.)
    require!(RootPublished, root.iter().any(|byte| *byte != 0), Error::RootNotAvailable);
    Ok(root)
}
