//! The terms of a market or parlay: written once, hashed, and agreed to by every staker.

mod bounds;
mod finality;
mod outcomes;
mod parlay;
mod splits;
mod view;

use anchor_lang::prelude::*;
use linesman_verifier::{Hasher, Layout, Sha256};
use linesman_wire::{err, require, NDimensionalStrategy};

use crate::error::SettlementError;

pub use bounds::check_fixture_id;
pub use finality::FinalityPolicy;
pub use parlay::{ParlayLeg, ParlayTerms, MAX_LEGS};
pub use splits::{Mark, Row, SplitsView};
pub use view::{splits_of, AttestersView, ClosingTerms, ReadTerms, TermsView};

/// Everything a staker agrees to. `terms_hash = sha256(Borsh(terms))`. Times in seconds of the chain's clock, amounts
/// in base units of the mint.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug, PartialEq)]
pub struct Terms {
    /// The trusted oracle program.
    pub oracle_program: Pubkey,
    /// What each case pays each outcome, if not all to one: a row for each case, a mark for each outcome that can be
    /// staked on. Then every stake is an even number of base units, so that it has two halves.
    pub splits: Option<Vec<Vec<Mark>>>,
    /// Oracles besides the first, of which `agree` must say the same. No market has them yet.
    pub sources: Vec<Source>,
    /// How many of the oracles decide; 1 without further ones.
    pub agree: u8,
    /// Ed25519 key whose signed payloads count; must be a current or next key of the oracle at creation.
    pub signer: Option<[u8; 32]>,
    /// If set, a root counts only once enough keys of an attester set vouch for it.
    pub attesters: Option<Attesters>,
    /// The fixture id, as in the proofs' summaries: 1 to 2^48 - 1.
    pub fixture_id: i64,
    /// Layout byte of the sport: 1 soccer, 2 basketball, 6 US football.
    pub sport: u8,
    /// 1 to 5 distinct stat keys, in the order that proofs must follow.
    pub stat_keys: Vec<u32>,
    /// One strategy for each case except the last, which is everything else. Strategies index `stat_keys`. The first
    /// strategy that holds decides. Without splits, cases are outcomes.
    pub outcomes: Vec<NDimensionalStrategy>,
    /// Which updates decide the market.
    pub finality: FinalityPolicy,
    /// How long a proposal can be corrected, s. With 0, the first proof decides.
    pub challenge_window: u32,
    /// Stakes are accepted before this time, proofs from it on.
    pub stakes_close: i64,
    /// The fixture's first record in the proven slot (`min_timestamp`, ms) must not be before this second …
    pub earliest: i64,
    /// … and not after this one.
    pub latest: i64,
    /// From this time on an undecided market can be voided.
    pub void_after: i64,
    /// SPL Token, or Token-2022 with metadata and groups only.
    pub mint: Pubkey,
    /// Share of the losing pool, in hundredths of a per cent, at most 1,000.
    pub fee_bps: u16,
    /// Token account of `mint` that receives the fee and everything else that the vault does not owe.
    pub fee_account: Pubkey,
    /// Minimum amount of one stake, at least 1.
    pub minimum_stake: u64,
    /// Maximum amount of one stake.
    pub maximum_stake: u64,
    /// What the pool takes at most, all stakes together; 0 for what every pool takes,
    /// [`MAX_POOL`](crate::pool::MAX_POOL).
    pub maximum_pool: u64,
    /// Whether proof of an abandoned or cancelled fixture may void the market.
    pub abandonment_voids: bool,
    /// Whether a result of the match may settle the market, besides a proof shown to it.
    pub results_settle: bool,
}

/// A further oracle, which is asked about the terms' keys.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    pub oracle_program: Pubkey,
    /// The fixture id of that oracle.
    pub fixture_id: i64,
    /// Whether it names the participants in the other order.
    pub swapped: bool,
    pub attesters: Option<Attesters>,
}

/// Whose vouchers for a root the terms ask for.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attesters {
    /// An attester set of the oracle program.
    pub set: Pubkey,
    /// How many of its keys must vouch, 1 to all.
    pub least: u8,
}

impl Attesters {
    /// What a result without attesters has in their place.
    pub const NONE: Self = Self { set: Pubkey::new_from_array([0; 32]), least: 0 };

    /// Checks that neither the set nor `least` is zero (6200): half of [`NONE`](Self::NONE) would name a result whose
    /// attesters nobody can be.
    pub fn check(&self) -> Result<()> {
        require!(self.set != Self::NONE.set && self.least > 0, SettlementError::InvalidTerms);
        Ok(())
    }
}

/// The maximum size of terms in Borsh. Terms that pass [`Terms::check`] are smaller; longer content is not decoded.
pub const MAX_TERMS_LENGTH: usize = 2_048;

impl Terms {
    /// Reads terms from the content of a buffer: at most 2,048 bytes (6250), no trailing bytes (102).
    pub fn read(content: &[u8]) -> Result<Self> {
        if content.len() > MAX_TERMS_LENGTH {
            msg!("terms: {} bytes, must be at most {}", content.len(), MAX_TERMS_LENGTH);
            return err!(SettlementError::TermsTooLarge);
        }
        Self::try_from_slice(content).map_err(|_| ErrorCode::InstructionDidNotDeserialize.into())
    }

    /// The Borsh bytes, as they are hashed and stored.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(512);
        // Writing to memory does not fail.
        let _ = self.serialize(&mut bytes);
        bytes
    }

    /// SHA-256 of the Borsh bytes.
    pub fn hash(bytes: &[u8]) -> [u8; 32] {
        Sha256::hashv(&[bytes])
    }

    /// The sport, if it is one of the three.
    pub fn layout(&self) -> Option<Layout> {
        Layout::from_byte(self.sport)
    }

    /// Number of cases: the strategies and "everything else".
    pub fn case_count(&self) -> usize {
        self.outcomes.len().saturating_add(1)
    }
}
