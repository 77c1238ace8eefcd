//! The oracle program's attester sets and attestations, read as bytes.
//!
//! An attester set is a list of keys that never changes. An attestation says, for one set, one kind of root and one
//! roots account, which keys of the set vouch for the root of each slot. All integers are little endian:
//!
//! ```text
//! AttesterSet    discriminator 8 | version u8 | bump u8 | creator 32 | id u64 | keys: u32 length, 32 each
//! Attestation    discriminator 8 | version u8 | bump u8 | kind u8 | 0 | period u16 | 0 0 | set 32 | payer 32
//!                | made i64 | u16 of bits per slot: bit i is key i of the set
//! ```
//!
//! These functions only see bytes: the caller passes owner and address as the runtime describes them. A slot has bits
//! only if it had a root when they were set, and the root of a slot never changes. So who has verified a proof against
//! the root of a slot needs no more than the number of [vouchers](Attestation::vouchers) of that slot.

use crate::{same_bytes, Error, Hasher};

/// First seed of an attester set; the others are the creator and the id, u64 little endian.
pub const SET_SEED: &[u8] = b"attesters";
/// First seed of an attestation; the others are the set, the kind and the period, u16 little endian.
pub const SEED: &[u8] = b"attestation";

/// Discriminator of attester sets.
pub const SET_DISCRIMINATOR: [u8; 8] = [0xb0, 0x65, 0x3d, 0x7d, 0xa1, 0x8a, 0x7a, 0x74];
/// Discriminator of attestations.
pub const DISCRIMINATOR: [u8; 8] = [0x98, 0x7d, 0xb7, 0x56, 0x24, 0x92, 0x79, 0x49];

/// Layout version of both accounts.
pub const VERSION: u8 = 1;
/// The maximum number of keys of a set. Each has a bit of a u16.
pub const MAX_KEYS: usize = 16;
/// Slots of an attestation of scores or odds: the 5-minute slots of a day.
pub const DAILY_SLOTS: usize = 288;
/// Slots of an attestation of fixtures: the hours of ten days.
pub const FIXTURES_SLOTS: usize = 240;

/// Offset of the version in both accounts.
pub const VERSION_AT: usize = 8;
/// Offset of the bump in both accounts.
pub const BUMP_AT: usize = 9;
/// Offset of the creator in a set.
pub const SET_CREATOR_AT: usize = 10;
/// Offset of the id in a set.
pub const SET_ID_AT: usize = 42;
/// Offset of the number of keys in a set.
pub const SET_COUNT_AT: usize = 50;
/// Offset of the first key in a set.
pub const SET_KEYS_AT: usize = 54;
/// Offset of the kind in an attestation.
pub const KIND_AT: usize = 10;
/// Offset of the period in an attestation.
pub const PERIOD_AT: usize = 12;
/// Offset of the set in an attestation.
pub const SET_AT: usize = 16;
/// Offset of the payer in an attestation.
pub const PAYER_AT: usize = 48;
/// Offset of the time at which an attestation was made.
pub const MADE_AT: usize = 80;
/// Offset of the bits of the first slot in an attestation.
pub const BITS_AT: usize = 88;

/// The kind of roots that an attestation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Scores.
    Scores = 0,
    /// Odds.
    Odds = 1,
    /// Fixtures.
    Fixtures = 2,
}

impl Kind {
    /// The kind with this byte.
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            0 => Some(Self::Scores),
            1 => Some(Self::Odds),
            2 => Some(Self::Fixtures),
            _ => None,
        }
    }

    /// Number of slots of an attestation of this kind.
    #[must_use]
    pub const fn slots(self) -> usize {
        match self {
            Self::Scores | Self::Odds => DAILY_SLOTS,
            Self::Fixtures => FIXTURES_SLOTS,
        }
    }
}

/// Size of a set of `keys` keys.
#[must_use]
pub const fn set_size(keys: usize) -> usize {
    SET_KEYS_AT.saturating_add(keys.saturating_mul(32))
}

/// Size of an attestation.
#[must_use]
pub const fn size(kind: Kind) -> usize {
    BITS_AT.saturating_add(kind.slots().saturating_mul(2))
}

/// An account as the runtime describes it.
#[derive(Clone, Copy, Debug)]
pub struct Account<'a> {
    /// The program that owns it.
    pub owner: &'a [u8; 32],
    /// Its address.
    pub address: &'a [u8; 32],
    /// Its bytes.
    pub data: &'a [u8],
}

/// A list of keys that may vouch for roots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttesterSet<'a> {
    /// The account that created it, and the number by which the creator tells it from other sets.
    pub creator: &'a [u8; 32],
    /// See `creator`.
    pub id: u64,
    /// 1 to 16 distinct keys.
    pub keys: &'a [[u8; 32]],
}

/// Which keys of a set vouch for the roots of one roots account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attestation<'a> {
    /// Address of the attester set.
    pub set: &'a [u8; 32],
    /// Byte of the [`Kind`].
    pub kind: u8,
    /// The epoch day, or the first of the ten days of fixtures.
    pub period: u16,
    /// The account that paid for this one.
    pub payer: &'a [u8; 32],
    /// When the account was made, s.
    pub made: i64,
    /// Bits of every slot, little endian.
    pub bits: &'a [[u8; 2]],
}

/// The address of an attester set. `bump` is the one stored in the account.
///
/// As [`roots::address`](crate::roots::address), without the off-curve test: the caller compares it with an account
/// owned by the oracle program.
#[inline(always)]
#[must_use]
pub fn set_address<H: Hasher>(oracle_program: &[u8; 32], creator: &[u8; 32], id: u64, bump: u8) -> [u8; 32] {
    H::hashv(&[SET_SEED, creator, &id.to_le_bytes(), &[bump], oracle_program, b"ProgramDerivedAddress"])
}

/// The address of an attestation, as [`set_address`]. `kind` is the byte of the [`Kind`].
#[inline(always)]
#[must_use]
pub fn address<H: Hasher>(oracle_program: &[u8; 32], set: &[u8; 32], kind: u8, period: u16, bump: u8) -> [u8; 32] {
    H::hashv(&[SEED, set, &[kind], &period.to_le_bytes(), &[bump], oracle_program, b"ProgramDerivedAddress"])
}

impl<'a> AttesterSet<'a> {
    /// Reads a set of an oracle program.
    ///
    /// # Errors
    /// [`WrongAttesterSet`](Error::WrongAttesterSet) if the oracle program does not own the account, if it is no set of
    /// this version with 1 to 16 keys, and if it is not at its address.
    pub fn read<H: Hasher>(account: &Account<'a>, oracle_program: &[u8; 32]) -> Result<Self, Error> {
        Self::read_checked::<H>(account, oracle_program).ok_or(Error::WrongAttesterSet)
    }

    fn read_checked<H: Hasher>(account: &Account<'a>, oracle_program: &[u8; 32]) -> Option<Self> {
        let bump = bump_of(account, oracle_program, &SET_DISCRIMINATOR)?;
        let creator = field::<32>(account.data, SET_CREATOR_AT)?;
        let id = u64::from_le_bytes(*field::<8>(account.data, SET_ID_AT)?);
        let count = u32::from_le_bytes(*field::<4>(account.data, SET_COUNT_AT)?) as usize;
        let (keys, rest) = account.data.get(SET_KEYS_AT..)?.as_chunks::<32>();
        let is_whole = keys.len() == count && rest.is_empty() && (1..=MAX_KEYS).contains(&count);
        let is_there = same_bytes(&set_address::<H>(oracle_program, creator, id, bump), account.address);
        (is_whole && is_there).then_some(Self { creator, id, keys })
    }
}

impl<'a> Attestation<'a> {
    /// Reads an attestation of an oracle program.
    ///
    /// # Errors
    /// [`WrongAttestation`](Error::WrongAttestation) if the oracle program does not own the account, if it is no
    /// attestation of this version with the slots of its kind, and if it is not at its address.
    pub fn read<H: Hasher>(account: &Account<'a>, oracle_program: &[u8; 32]) -> Result<Self, Error> {
        Self::read_checked::<H>(account, oracle_program).ok_or(Error::WrongAttestation)
    }

    fn read_checked<H: Hasher>(account: &Account<'a>, oracle_program: &[u8; 32]) -> Option<Self> {
        let bump = bump_of(account, oracle_program, &DISCRIMINATOR)?;
        let [kind] = *field::<1>(account.data, KIND_AT)?;
        let period = u16::from_le_bytes(*field::<2>(account.data, PERIOD_AT)?);
        let set = field::<32>(account.data, SET_AT)?;
        let payer = field::<32>(account.data, PAYER_AT)?;
        let made = i64::from_le_bytes(*field::<8>(account.data, MADE_AT)?);
        let (bits, rest) = account.data.get(BITS_AT..)?.as_chunks::<2>();
        let is_whole = bits.len() == Kind::from_byte(kind)?.slots() && rest.is_empty();
        // Its own fields lead to the address; `vouchers` compares them with what the caller asks about.
        let is_there = same_bytes(&address::<H>(oracle_program, set, kind, period, bump), account.address);
        (is_whole && is_there).then_some(Self { set, kind, period, payer, made, bits })
    }

    /// How many keys of the set vouch for the root of a slot: 0 to 16.
    ///
    /// # Errors
    /// [`WrongAttestation`](Error::WrongAttestation) if the attestation is of another set, kind or period, or for a
    /// slot that the period does not have.
    #[inline(always)]
    pub fn vouchers(&self, set: &[u8; 32], kind: Kind, period: u16, slot: u16) -> Result<u32, Error> {
        if self.kind != kind as u8 || self.period != period || !same_bytes(self.set, set) {
            return Err(Error::WrongAttestation);
        }
        let bits = self.bits.get(usize::from(slot)).ok_or(Error::WrongAttestation)?;
        Ok(u16::from_le_bytes(*bits).count_ones())
    }
}

/// How many keys of an attester set vouch for the root of a slot: 0 to 16. An account without bytes counts as one that
/// nobody has made yet: 0. `period` is the epoch day, or the first of the ten days of fixtures.
///
/// # Errors
/// [`WrongAttestation`](Error::WrongAttestation), as [`Attestation::read`] and [`Attestation::vouchers`].
#[inline(always)]
pub fn vouchers<H: Hasher>(
    account: &Account<'_>,
    oracle_program: &[u8; 32],
    set: &[u8; 32],
    kind: Kind,
    period: u16,
    slot: u16,
) -> Result<u32, Error> {
    if account.data.is_empty() {
        return Ok(0);
    }
    Attestation::read::<H>(account, oracle_program)?.vouchers(set, kind, period, slot)
}

/// The bump of an account of this kind and version that the oracle program owns.
#[inline(always)]
fn bump_of(account: &Account<'_>, oracle_program: &[u8; 32], discriminator: &[u8; 8]) -> Option<u8> {
    let is_of_kind = same_bytes(account.owner, oracle_program)
        && field::<8>(account.data, 0)? == discriminator
        && field::<1>(account.data, VERSION_AT)? == &[VERSION];
    let [bump] = *field::<1>(account.data, BUMP_AT)?;
    is_of_kind.then_some(bump)
}

#[inline(always)]
fn field<const N: usize>(data: &[u8], offset: usize) -> Option<&[u8; N]> {
    data.get(offset..)?.first_chunk::<N>()
}
