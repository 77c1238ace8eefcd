use anchor_lang::prelude::*;
use linesman_verifier::{Hasher, Sha256};
use linesman_wire::err;

use super::bounds;
use crate::{
    error::SettlementError,
    pool::{Conditions, MAX_POOL},
};

/// The maximum number of legs.
pub const MAX_LEGS: usize = 8;

/// One leg: a market and the outcome that it must be decided for.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug, PartialEq)]
pub struct ParlayLeg {
    pub market: Pubkey,
    /// SHA-256 of the Borsh bytes of the market's terms.
    pub terms_hash: [u8; 32],
    /// Index of the outcome that wins the leg. A split of it makes the leg void.
    pub outcome: u8,
}

/// Everything a staker on a parlay agrees to; each leg carries the hash of its market's terms. `terms_hash =
/// sha256(Borsh(terms))`. Times in seconds of the chain's clock, amounts in base units of the mint.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug, PartialEq)]
pub struct ParlayTerms {
    /// 2 to 8 legs, on distinct markets.
    pub legs: Vec<ParlayLeg>,
    /// SPL Token, or Token-2022 with metadata and groups only. Need not be the mint of any leg.
    pub mint: Pubkey,
    /// Share of the losing pool, in hundredths of a per cent, at most 1,000.
    pub fee_bps: u16,
    /// Token account of `mint` that receives the fee and everything else that the vault does not owe.
    pub fee_account: Pubkey,
    /// Minimum amount of one stake, at least 1.
    pub minimum_stake: u64,
    /// Maximum amount of one stake.
    pub maximum_stake: u64,
    /// Stakes are accepted before this time, which is not after any leg's `stakes_close`.
    pub stakes_close: i64,
}

impl ParlayTerms {
    /// The Borsh bytes, as they are hashed and stored.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(640);
        // Writing to memory does not fail.
        let _ = self.serialize(&mut bytes);
        bytes
    }

    /// The terms about stakes and money, from their Borsh bytes; `None` if they are none.
    #[inline(always)]
    pub fn conditions(terms: &[u8]) -> Option<Conditions> {
        // Everything after the legs has a fixed size: mint 0, fee in basis points 32, fee account 34, minimum stake 66,
        // maximum stake 74, `stakes_close` 82. A test holds the offsets equal to Borsh.
        let tail = terms.last_chunk::<90>()?;
        Some(Conditions {
            mint: Pubkey::new_from_array(*tail.first_chunk()?),
            fee_account: Pubkey::new_from_array(*tail[34..].first_chunk()?),
            minimum_stake: u64::from_le_bytes(*tail[66..].first_chunk()?),
            maximum_stake: u64::from_le_bytes(*tail[74..].first_chunk()?),
            maximum_pool: MAX_POOL,
            stakes_close: i64::from_le_bytes(*tail[82..].first_chunk()?),
            outcomes: 2,
            has_splits: false,
        })
    }

    /// SHA-256 of the Borsh bytes.
    pub fn hash(bytes: &[u8]) -> [u8; 32] {
        Sha256::hashv(&[bytes])
    }

    /// Checks everything that needs no other account: legs (6245), times (6204), fee (6205), stake limits (6206). `now`
    /// is the chain's time, s.
    pub fn check(&self, now: i64) -> Result<()> {
        let legs = &self.legs;
        if !(2..=MAX_LEGS).contains(&legs.len()) {
            msg!("parlay: {} legs, must be 2 to {}", legs.len(), MAX_LEGS);
            return err!(SettlementError::InvalidParlay);
        }
        for (place, leg) in legs.iter().enumerate() {
            if legs[..place].iter().any(|other| other.market == leg.market) {
                msg!("parlay: leg {} is of the same market as one before", place);
                return err!(SettlementError::InvalidParlay);
            }
        }
        bounds::check_stakes_close(self.stakes_close, now)?;
        bounds::check_money(self.fee_bps, self.minimum_stake, self.maximum_stake)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::SettlementError as E;

    const NOW: i64 = 1_790_000_000;
    const DAY: i64 = 86_400;

    fn legs(markets: &[u8]) -> Vec<ParlayLeg> {
        let leg =
            |market: &u8| ParlayLeg { market: Pubkey::new_from_array([*market; 32]), terms_hash: [1; 32], outcome: 0 };
        markets.iter().map(leg).collect()
    }

    fn refused(change: impl Fn(&mut ParlayTerms)) -> Option<u32> {
        let mut terms = ParlayTerms {
            legs: legs(&[1, 2, 3]),
            mint: Pubkey::new_from_array([4; 32]),
            fee_bps: 1_000,
            fee_account: Pubkey::new_from_array([5; 32]),
            minimum_stake: 1,
            maximum_stake: 1,
            stakes_close: NOW + 1,
        };
        change(&mut terms);
        match terms.check(NOW) {
            Ok(()) => None,
            Err(Error::AnchorError(error)) => Some(error.error_code_number),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn each_bound_has_its_number() {
        let code = |error: E| Some(u32::from(error));
        assert_eq!(refused(|_| ()), None);
        for (markets, expected) in [
            (&[][..], code(E::InvalidParlay)),
            (&[1], code(E::InvalidParlay)),
            (&[1, 2], None),
            (&[1, 2, 3, 4, 5, 6, 7, 8], None),
            (&[1, 2, 3, 4, 5, 6, 7, 8, 9], code(E::InvalidParlay)),
            (&[1, 2, 1], code(E::InvalidParlay)),
            (&[1, 2, 2], code(E::InvalidParlay)),
        ] {
            assert_eq!(refused(|t| t.legs = legs(markets)), expected, "{markets:?}");
        }
        // The same market with another outcome or hash is still the same market.
        assert_eq!(refused(|t| (t.legs[1].market, t.legs[1].outcome) = (t.legs[0].market, 1)), code(E::InvalidParlay));
        assert_eq!(refused(|t| t.stakes_close = NOW), code(E::InvalidTimes));
        assert_eq!(refused(|t| t.stakes_close = NOW + 400 * DAY), None);
        assert_eq!(refused(|t| t.stakes_close = NOW + 400 * DAY + 1), code(E::InvalidTimes));
        assert_eq!(refused(|t| t.stakes_close = i64::MIN), code(E::InvalidTimes));
        assert_eq!(refused(|t| t.fee_bps = 1_001), code(E::InvalidFee));
        assert_eq!(refused(|t| t.minimum_stake = 0), code(E::InvalidStakeLimits));
        assert_eq!(refused(|t| t.maximum_stake = 0), code(E::InvalidStakeLimits));
    }

    #[test]
    fn the_hash_is_of_every_byte() {
        let terms = ParlayTerms {
            legs: legs(&[1, 2]),
            mint: Pubkey::new_from_array([4; 32]),
            fee_bps: 1,
            fee_account: Pubkey::new_from_array([5; 32]),
            minimum_stake: 1,
            maximum_stake: 2,
            stakes_close: NOW,
        };
        let bytes = terms.bytes();
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert_ne!(ParlayTerms::hash(&changed), ParlayTerms::hash(&bytes));
        }
        assert_eq!(ParlayTerms::try_from_slice(&bytes).unwrap(), terms);
    }
}
