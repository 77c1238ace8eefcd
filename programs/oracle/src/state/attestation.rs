//! Attestations: which keys of a set vouch for which roots of a period.
//!
//! The fields of [`Attestation`], then one u16 for each slot of the period's roots account. Bit i of a slot says that
//! key i of the set has vouched for the root of that slot. Other programs read these bytes with
//! `linesman_verifier::attestation`.

use anchor_lang::prelude::*;
use linesman_verifier::{attestation, Sha256};
use linesman_wire::{create_account, require, require_keys_eq, NewAccount};

use super::roots::Kind;
use crate::error::OracleError;

const DAY: i64 = 86_400;
/// How long it can be read after its period has ended and it was made, s.
const KEPT: i64 = 400 * DAY;

/// The start of the account: what it is about. The bits follow. At the PDA of the seeds `attestation`, the set, the
/// kind and the period, u16 little endian.
#[account]
pub struct Attestation {
    /// Version of this layout.
    pub version: u8,
    /// Bump of this account's address.
    pub bump: u8,
    /// 0 scores, 1 odds, 2 fixtures.
    pub kind: u8,
    /// Zero.
    pub padding: u8,
    /// The day, as days since 1970; for fixtures the first day of the ten.
    pub period: u16,
    /// Zeros, so that the addresses that follow are aligned.
    pub padding_2: [u8; 2],
    /// The attester set.
    pub set: Pubkey,
    /// The attester who paid for the account, and gets its rent back.
    pub payer: Pubkey,
    /// When it was made, s.
    pub made: i64,
}

impl Attestation {
    /// First seed of the address.
    pub const SEED: &'static [u8] = attestation::SEED;

    /// Checks that `key` is the address of this attestation (2006).
    pub fn check_address(&self, key: &Pubkey) -> Result<()> {
        let Self { kind, period, bump, .. } = *self;
        let address = attestation::address::<Sha256>(crate::ID.as_array(), self.set.as_array(), kind, period, bump);
        require_keys_eq!(*key, Pubkey::new_from_array(address), ErrorCode::ConstraintSeeds);
        Ok(())
    }

    /// Checks that by `now`, s, it was kept for 400 days after the later of its period's end and `made` (6112).
    pub fn check_kept(&self, now: i64) -> Result<()> {
        let days = Kind::numbered(self.kind)?.days;
        let end = i64::from(self.period).saturating_add(i64::from(days)).saturating_mul(DAY);
        require!(now >= end.max(self.made).saturating_add(KEPT), OracleError::AttestationTooYoung);
        Ok(())
    }

    /// Writes this attestation, without bits, to a new account at its address, for which `payer` pays.
    pub fn create<'info>(&self, account: &AccountInfo<'info>, payer: &AccountInfo<'info>) -> Result<()> {
        let size = attestation::size(Kind::numbered(self.kind)?.attested);
        let seeds: &[&[u8]] = &[Self::SEED, self.set.as_ref(), &[self.kind], &self.period.to_le_bytes(), &[self.bump]];
        create_account(&NewAccount { account, payer, owner: &crate::ID, space: size, seeds })?;
        let mut data = account.try_borrow_mut_data()?;
        self.try_serialize(&mut &mut data[..])
    }
}

/// Sets the bit of the key at `place` in a slot. The caller must have checked the account and that the slot exists.
pub fn vouch(data: &mut [u8], slot: usize, place: usize) {
    let at = attestation::BITS_AT + 2 * slot;
    data[at + place / 8] |= 1 << (place % 8);
}

#[cfg(test)]
mod tests {
    use super::super::roots::{FIXTURES, ODDS, SCORES};
    use super::*;

    fn made_of(kind: u8, period: u16, made: i64) -> Attestation {
        Attestation {
            version: 1,
            bump: 2,
            kind,
            padding: 0,
            period,
            padding_2: [0; 2],
            set: [5; 32].into(),
            payer: [6; 32].into(),
            made,
        }
    }

    #[test]
    fn the_layout_is_that_of_readers() {
        let mut data = Vec::new();
        made_of(0, 0x0403, i64::from_le_bytes([7; 8])).try_serialize(&mut data).unwrap();
        assert_eq!(data[8..16], [1, 2, 0, 0, 3, 4, 0, 0]);
        assert_eq!(data[16..48], [5; 32]);
        assert_eq!(data[48..80], [6; 32]);
        assert_eq!(data[80..], [7; 8]);
        assert_eq!(data.len(), attestation::BITS_AT);
        assert_eq!(data[..8], attestation::DISCRIMINATOR);
        for kind in [&SCORES, &ODDS, &FIXTURES] {
            assert_eq!(kind.slots(), kind.attested.slots());
        }
    }

    #[test]
    fn a_bit_is_that_of_its_slot_and_key() {
        let mut data = [0; 664];
        vouch(&mut data, 3, 0);
        vouch(&mut data, 3, 15);
        vouch(&mut data, 287, 7);
        assert_eq!(data[88 + 6..88 + 8], 0x8001_u16.to_le_bytes());
        assert_eq!(data[662..], 0x0080_u16.to_le_bytes());
        assert_eq!(data.iter().map(|byte| byte.count_ones()).sum::<u32>(), 3);
    }

    #[test]
    fn it_is_kept_for_400_days() {
        const END: i64 = 20_001 * DAY;
        let refused = Err(OracleError::AttestationTooYoung.into());
        for (kind, made, closes) in [
            (0, 0, END + 400 * DAY),
            (1, END, END + 400 * DAY),
            (0, END + 5, END + 5 + 400 * DAY),
            (2, 0, END + 409 * DAY),
        ] {
            let one = made_of(kind, 20_000, made);
            assert_eq!(one.check_kept(closes - 1), refused);
            assert_eq!(one.check_kept(closes), Ok(()));
        }
        assert_eq!(made_of(2, u16::MAX, i64::MAX).check_kept(i64::MAX - 1), refused);
    }
}
