//! What terms must meet at creation.

use anchor_lang::prelude::*;
use linesman_verifier::{Layout, MAX_STATS};

use super::{FinalityPolicy, Terms};
use crate::error::SettlementError;

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;
/// How far ahead a market is made.
const MAX_AHEAD: i64 = 400 * DAY;
/// How long after the close of staking an event may count.
const MAX_EVENT: i64 = 30 * DAY;
const MAX_WINDOW: i64 = 7 * DAY;
/// Between the last possible end of a window and the deadline: at least a day, so that a valid proof cannot be overtaken
/// by the void; at most 30, so that stakes are never locked longer.
const VOID_MARGIN: std::ops::RangeInclusive<i64> = DAY..=30 * DAY;
const MAX_FEE_BPS: u16 = 1_000;

/// The refusal, with the bound in the log.
fn out_of_bounds(error: SettlementError, bound: &str) -> Error {
    msg!("terms: not {}", bound);
    error.into()
}

macro_rules! bound {
    ($holds:expr, $error:ident, $bound:literal) => {
        if !$holds {
            return Err(out_of_bounds(SettlementError::$error, $bound));
        }
    };
}

impl Terms {
    /// Checks everything that needs no other account. `now` is the chain's clock, s.
    pub fn check(&self, now: i64) -> Result<()> {
        let Some(layout) = self.layout() else {
            return Err(out_of_bounds(SettlementError::InvalidTerms, "sport = 1, 2 or 6"));
        };
        self.check_keys(layout)?;
        self.check_outcomes()?;
        self.check_finality(layout)?;
        self.check_times(now)?;
        bound!(self.fee_bps <= MAX_FEE_BPS, InvalidFee, "fee_bps <= 1,000");
        bound!(self.minimum_stake >= 1, InvalidStakeLimits, "1 <= minimum_stake");
        bound!(self.minimum_stake <= self.maximum_stake, InvalidStakeLimits, "minimum_stake <= maximum_stake");
        Ok(())
    }

    /// A key without a bit in the sport's zero map could never be proven to be zero.
    fn check_keys(&self, layout: Layout) -> Result<()> {
        let keys = &self.stat_keys;
        bound!((1..=MAX_STATS).contains(&keys.len()), InvalidStatKeys, "1 to 5 stat keys");
        for (place, key) in keys.iter().enumerate() {
            bound!(layout.bit(*key).is_some(), InvalidStatKeys, "every stat key one of the sport");
            bound!(!keys[..place].contains(key), InvalidStatKeys, "stat keys distinct");
        }
        Ok(())
    }

    fn check_finality(&self, layout: Layout) -> Result<()> {
        for key in &self.stat_keys {
            bound!(self.finality.allows(layout, *key), InvalidPolicy, "every stat key settled when the policy decides");
        }
        let signed = self.finality == FinalityPolicy::SignedFinal;
        bound!(!signed || self.signer.is_some(), InvalidPolicy, "SignedFinal with a signer");
        Ok(())
    }

    /// now < stakes_close <= now + 400 days; stakes_close <= earliest <= latest <= stakes_close + 30 days;
    /// window <= 7 days; latest + window + 1 day <= void_after <= latest + window + 30 days.
    fn check_times(&self, now: i64) -> Result<()> {
        let window = i64::from(self.challenge_window);
        bound!(now < self.stakes_close, InvalidTimes, "now < stakes_close");
        bound!(self.stakes_close <= now.saturating_add(MAX_AHEAD), InvalidTimes, "stakes_close <= now + 400 days");
        bound!(self.stakes_close <= self.earliest, InvalidTimes, "stakes_close <= earliest");
        bound!(self.earliest <= self.latest, InvalidTimes, "earliest <= latest");
        let last = self.stakes_close.saturating_add(MAX_EVENT);
        bound!(self.latest <= last, InvalidTimes, "latest <= stakes_close + 30 days");
        bound!(window <= MAX_WINDOW, InvalidTimes, "challenge_window <= 7 days");
        let settled = self.latest.saturating_add(window);
        let deadline = settled.saturating_add(*VOID_MARGIN.start());
        bound!(deadline <= self.void_after, InvalidTimes, "latest + challenge_window + 1 day <= void_after");
        let deadline = settled.saturating_add(*VOID_MARGIN.end());
        bound!(self.void_after <= deadline, InvalidTimes, "void_after <= latest + challenge_window + 30 days");
        Ok(())
    }
}
