//! Checks of the terms at creation.

use anchor_lang::prelude::*;
use linesman_verifier::{Layout, MAX_STATS};

use super::{FinalityPolicy, Terms};
use crate::error::SettlementError;

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;
/// How far ahead staking may close.
const MAX_AHEAD: i64 = 400 * DAY;
/// How long after staking closes an event may count.
const MAX_EVENT: i64 = 30 * DAY;
const MAX_WINDOW: i64 = 7 * DAY;
/// Time between the last possible end of a window and the void deadline: at least a day, so that a void cannot overtake
/// a valid proof, and at most 30 days, to limit how long stakes are locked.
const VOID_MARGIN: std::ops::RangeInclusive<i64> = DAY..=30 * DAY;
const MAX_FEE_BPS: u16 = 1_000;

/// Logs the violated bound and returns the error.
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

/// fee <= 10 % (6205); 1 <= minimum stake <= maximum stake (6206).
pub(super) fn check_money(fee_bps: u16, minimum_stake: u64, maximum_stake: u64) -> Result<()> {
    bound!(fee_bps <= MAX_FEE_BPS, InvalidFee, "fee_bps <= 1,000");
    bound!(minimum_stake >= 1, InvalidStakeLimits, "1 <= minimum_stake");
    bound!(minimum_stake <= maximum_stake, InvalidStakeLimits, "minimum_stake <= maximum_stake");
    Ok(())
}

/// now < stakes_close <= now + 400 days (6204).
pub(super) fn check_stakes_close(stakes_close: i64, now: i64) -> Result<()> {
    bound!(now < stakes_close, InvalidTimes, "now < stakes_close");
    bound!(stakes_close <= now.saturating_add(MAX_AHEAD), InvalidTimes, "stakes_close <= now + 400 days");
    Ok(())
}

/// 1 <= fixture id < 2^48 (6200), so that every client can hold it.
pub fn check_fixture_id(fixture_id: i64) -> Result<()> {
    bound!((1..1 << 48).contains(&fixture_id), InvalidTerms, "1 <= fixture_id <= 2^48 - 1");
    Ok(())
}

impl Terms {
    /// Checks everything that needs no other account. `now` is the chain's time, s.
    pub fn check(&self, now: i64) -> Result<()> {
        let Some(layout) = self.layout() else {
            return Err(out_of_bounds(SettlementError::InvalidTerms, "sport = 1, 2 or 6"));
        };
        check_fixture_id(self.fixture_id)?;
        self.check_unopened()?;
        self.check_keys(layout)?;
        self.check_outcomes()?;
        self.check_splits()?;
        self.check_finality(layout)?;
        self.check_times(now)?;
        check_money(self.fee_bps, self.minimum_stake, self.maximum_stake)?;
        let halves = self.splits.is_none() || self.minimum_stake.is_multiple_of(2);
        bound!(halves, InvalidStakeLimits, "minimum_stake even, as the terms have splits");
        Ok(())
    }

    /// Fields for what this release does not do yet (6200).
    fn check_unopened(&self) -> Result<()> {
        bound!(self.sources.is_empty(), InvalidTerms, "sources = none");
        bound!(self.agree == 1, InvalidTerms, "agree = 1");
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
        check_stakes_close(self.stakes_close, now)?;
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

#[cfg(test)]
mod tests {
    use linesman_wire::{
        BinaryExpression, Comparison, GeometricTarget, NDimensionalStrategy, StatPredicate, TraderPredicate,
    };
    use proptest::prelude::*;

    use super::*;
    use crate::{
        error::SettlementError as E,
        sample,
        terms::{Mark, Source},
    };

    const NOW: i64 = 1_790_000_000;

    fn over(threshold: i32) -> TraderPredicate {
        TraderPredicate { threshold, comparison: Comparison::GreaterThan }
    }

    fn difference(index_a: u8, index_b: u8) -> NDimensionalStrategy {
        let predicate = StatPredicate::Binary { index_a, index_b, op: BinaryExpression::Subtract, predicate: over(0) };
        NDimensionalStrategy {
            geometric_targets: vec![],
            distance_predicate: None,
            discrete_predicates: vec![predicate],
        }
    }

    fn terms() -> Terms {
        let stakes_close = NOW + DAY;
        Terms {
            stat_keys: vec![1, 2],
            outcomes: vec![difference(0, 1)],
            stakes_close,
            earliest: stakes_close,
            latest: stakes_close + DAY,
            void_after: stakes_close + 2 * DAY + 3_600,
            maximum_stake: u64::MAX,
            abandonment_voids: false,
            ..sample::terms()
        }
    }

    fn number(result: Result<()>) -> Option<u32> {
        match result {
            Ok(()) => None,
            Err(Error::AnchorError(error)) => Some(error.error_code_number),
            Err(Error::ProgramError(error)) => match error.program_error {
                ProgramError::Custom(number) => Some(number),
                other => panic!("{other}"),
            },
        }
    }

    fn refused(change: impl Fn(&mut Terms)) -> Option<u32> {
        let mut terms = terms();
        change(&mut terms);
        number(terms.check(NOW))
    }

    #[test]
    fn each_bound_has_its_number() {
        let code = |error: E| Some(u32::from(error));
        assert_eq!(refused(|_| ()), None);
        assert_eq!(refused(|t| t.sport = 4), code(E::InvalidTerms));
        for (fixture_id, refusal) in [(0, true), (-1, true), (i64::MIN, true), (1, false), ((1 << 48) - 1, false)] {
            assert_eq!(refused(|t| t.fixture_id = fixture_id), code(E::InvalidTerms).filter(|_| refusal));
        }
        assert_eq!(refused(|t| t.fixture_id = 1 << 48), code(E::InvalidTerms));
        let (oracle_program, fixture_id) = (Pubkey::default(), 1);
        let source = Source { oracle_program, fixture_id, swapped: false, attesters: None };
        assert_eq!(refused(|t| t.sources.push(source)), code(E::InvalidTerms));
        for agree in [0, 2, u8::MAX] {
            assert_eq!(refused(|t| t.agree = agree), code(E::InvalidTerms));
        }
        assert_eq!(refused(|t| t.stat_keys = vec![1, 9]), code(E::InvalidStatKeys));
        assert_eq!(refused(|t| t.stat_keys = vec![1, 1]), code(E::InvalidStatKeys));
        assert_eq!(refused(|t| t.stat_keys = vec![]), code(E::InvalidStatKeys));
        assert_eq!(refused(|t| t.stat_keys = vec![1, 2, 3, 4, 5, 6]), code(E::InvalidStatKeys));
        assert_eq!(refused(|t| t.stat_keys = vec![1, 2, 3]), code(E::InvalidOutcomes));
        assert_eq!(refused(|t| t.outcomes = vec![]), code(E::InvalidOutcomes));
        assert_eq!(refused(|t| t.outcomes = vec![difference(0, 1); 7]), None);
        assert_eq!(refused(|t| t.outcomes = vec![difference(0, 1); 8]), code(E::InvalidOutcomes));
        assert_eq!(refused(|t| t.outcomes.push(difference(0, 2))), Some(6073));
        assert_eq!(refused(|t| t.outcomes[0].discrete_predicates.clear()), code(E::InvalidOutcomes));
        assert_eq!(refused(|t| t.outcomes[0].distance_predicate = Some(over(1))), code(E::InvalidOutcomes));
        assert_eq!(refused(|t| t.finality = FinalityPolicy::HalfTime), code(E::InvalidPolicy));
        assert_eq!(refused(|t| t.finality = FinalityPolicy::SignedFinal), code(E::InvalidPolicy));
        assert_eq!(refused(|t| t.fee_bps = 1_001), code(E::InvalidFee));
        assert_eq!(refused(|t| t.minimum_stake = 0), code(E::InvalidStakeLimits));
        let split = |minimum_stake: u64| {
            refused(|t| {
                t.splits = Some(vec![vec![Mark::Win, Mark::HalfLose], vec![Mark::Lose, Mark::Win]]);
                t.minimum_stake = minimum_stake;
            })
        };
        assert_eq!([1, 2, 3, 4].map(split), [code(E::InvalidStakeLimits), None, code(E::InvalidStakeLimits), None]);
        assert_eq!(refused(|t| t.splits = Some(vec![])), code(E::InvalidOutcomes));
        assert_eq!(refused(|t| t.maximum_stake = 0), code(E::InvalidStakeLimits));
    }

    #[test]
    fn distances_have_targets_and_a_threshold_that_is_not_negative() {
        let distance = |targets: usize, predicate: Option<TraderPredicate>| {
            refused(|t| {
                t.outcomes[0].geometric_targets = vec![GeometricTarget { stat_index: 0, prediction: 1 }; targets];
                t.outcomes[0].distance_predicate = predicate;
            })
        };
        assert_eq!(distance(1, Some(over(0))), None);
        assert_eq!(distance(1, Some(over(-1))), Some(E::InvalidOutcomes.into()));
        assert_eq!(distance(1, Some(over(i32::MIN))), Some(E::InvalidOutcomes.into()));
        assert_eq!(distance(1, None), Some(6072));
        assert_eq!(distance(0, Some(over(0))), Some(E::InvalidOutcomes.into()));
    }

    /// A time near a bound, or at the end of the range.
    fn time() -> impl Strategy<Value = i64> {
        let near = (0i64..=2, -1i64..=1, prop::sample::select(vec![0, 1, 7, 8, 30, 31, 32, 38, 400, 401]));
        prop_oneof![
            8 => near.prop_map(|(base, second, days)| NOW + base * DAY + days * DAY + second),
            1 => prop::sample::select(vec![i64::MIN, i64::MIN + 1, -1, 0, i64::MAX - 1, i64::MAX]),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 5_000, ..ProptestConfig::default() })]

        /// A second implementation of the rule, in 128-bit numbers that cannot overflow.
        #[test]
        fn times_are_accepted_exactly_within_their_bounds(
            stakes_close in time(), earliest in time(), latest in time(), void_after in time(),
            window in prop_oneof![0u32..=2, (7 * 86_400u32 - 1)..=(7 * 86_400 + 1), Just(u32::MAX)],
            ordered in any::<bool>(),
        ) {
            let mut times = [stakes_close, earliest, latest, void_after];
            if ordered {
                times.sort_unstable();
            }
            let [stakes_close, earliest, latest, void_after] = times;
            let terms = Terms { stakes_close, earliest, latest, void_after, challenge_window: window, ..terms() };
            let [c, e, l, v] = times.map(i128::from);
            let (now, day, w) = (i128::from(NOW), i128::from(DAY), i128::from(window));
            let expected = now < c && c <= now + 400 * day
                && c <= e && e <= l && l <= c + 30 * day
                && w <= 7 * day
                && l + w + day <= v && v <= l + w + 30 * day;
            let number = number(terms.check(NOW));
            prop_assert_eq!(number, if expected { None } else { Some(E::InvalidTimes.into()) });
        }

        #[test]
        fn accepted_times_are_in_reach_of_a_proof(seconds in 1i64..=400 * 86_400, length in 0i64..=30 * 86_400) {
            let mut terms = terms();
            terms.stakes_close = NOW + seconds;
            terms.earliest = terms.stakes_close;
            terms.latest = terms.stakes_close + length;
            terms.void_after = terms.latest + i64::from(terms.challenge_window) + DAY;
            prop_assert_eq!(number(terms.check(NOW)), None);
            // Milliseconds, and days that fit in 16 bits.
            let last = terms.latest.checked_mul(1_000).and_then(|ms| ms.checked_add(999));
            prop_assert!(last.is_some_and(|ms| linesman_verifier::SlotTime::from_millis(ms).is_ok()));
        }
    }

    #[test]
    fn the_hash_is_of_every_byte() {
        let bytes = terms().bytes();
        assert_eq!(Terms::hash(&bytes), Terms::hash(&terms().bytes()));
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert_ne!(Terms::hash(&changed), Terms::hash(&bytes));
        }
        assert_eq!(Terms::try_from_slice(&bytes).unwrap(), terms());
    }
}
