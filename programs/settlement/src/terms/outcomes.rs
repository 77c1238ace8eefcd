//! Outcomes, or with splits cases. Each except the last has a strategy over the stat keys. The first strategy that
//! holds decides; the last is everything else. So they neither overlap nor leave a gap.

use anchor_lang::prelude::*;
use linesman_wire::{err, NDimensionalStrategy};

use super::Terms;
use crate::{error::SettlementError, proof::refused, state::MAX_OUTCOMES};

/// The maximum number of targets and predicates over all outcomes, which bounds the cost of a settlement.
const MAX_PARTS: usize = 64;

impl Terms {
    /// Checks: 2 to 8 outcomes (6201) with at most 64 targets and predicates (6250); every strategy uses some stat,
    /// every key is used, and distance thresholds are not negative (6201). Bad indices and missing distance predicates
    /// fail with the verifier's numbers.
    pub(super) fn check_outcomes(&self) -> Result<()> {
        if !(2..=MAX_OUTCOMES).contains(&self.case_count()) {
            msg!("terms: {} outcomes, must be 2 to {}", self.case_count(), MAX_OUTCOMES);
            return err!(SettlementError::InvalidOutcomes);
        }
        let parts = |strategy: &NDimensionalStrategy| {
            strategy.geometric_targets.len().saturating_add(strategy.discrete_predicates.len())
        };
        let parts = self.outcomes.iter().map(parts).fold(0, usize::saturating_add);
        if parts > MAX_PARTS {
            msg!("terms: {} targets and predicates, must be at most {}", parts, MAX_PARTS);
            return err!(SettlementError::TermsTooLarge);
        }
        let mut used = 0u32;
        for (index, strategy) in self.outcomes.iter().enumerate() {
            if strategy.geometric_targets.is_empty() {
                // Without targets the distance is always 0, so its predicate would be constant.
                if strategy.distance_predicate.is_some() || strategy.discrete_predicates.is_empty() {
                    msg!("terms: the strategy of outcome {} asks about no stat", index);
                    return err!(SettlementError::InvalidOutcomes);
                }
            }
            // Distances are compared as unsigned numbers, so a negative threshold would be huge.
            if strategy.distance_predicate.as_ref().is_some_and(|predicate| predicate.threshold < 0) {
                msg!("terms: the distance threshold of outcome {} is negative", index);
                return err!(SettlementError::InvalidOutcomes);
            }
            used |= strategy.view().check_partial(self.stat_keys.len()).map_err(refused)?;
        }
        if let Some(unused) = (0..self.stat_keys.len()).find(|place| used & (1 << place) == 0) {
            msg!("terms: no outcome asks about stat key {}", self.stat_keys[unused]);
            return err!(SettlementError::InvalidOutcomes);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use linesman_verifier::Facts;
    use linesman_wire::{BinaryExpression, Comparison, GeometricTarget, StatPredicate, TraderPredicate};
    use proptest::{prelude::*, test_runner::RngSeed};

    use super::*;
    use crate::{
        error::SettlementError as E,
        sample,
        terms::{TermsView, MAX_TERMS_LENGTH},
    };

    fn terms(stat_keys: usize, outcomes: Vec<NDimensionalStrategy>) -> Terms {
        Terms { signer: Some([4; 32]), stat_keys: (1..).take(stat_keys).collect(), outcomes, ..sample::terms() }
    }

    fn facts(values: &[i32]) -> Facts {
        let facts: Vec<_> = (1..).zip(values).map(|(key, value)| sample::shown(key, *value)).collect();
        Facts::from_slice(&facts).unwrap()
    }

    /// Stats, predictions and thresholds: small values, which often coincide, and values at the ends of the range.
    fn number() -> impl Strategy<Value = i32> {
        let ends = prop::sample::select(vec![i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX - 1, i32::MAX]);
        prop_oneof![4 => -3i32..=6, 3 => ends, 1 => any::<i32>()]
    }

    fn predicate() -> impl Strategy<Value = TraderPredicate> {
        let comparisons = vec![Comparison::GreaterThan, Comparison::LessThan, Comparison::EqualTo];
        (number(), prop::sample::select(comparisons))
            .prop_map(|(threshold, comparison)| TraderPredicate { threshold, comparison })
    }

    fn discrete() -> impl Strategy<Value = StatPredicate> {
        prop_oneof![
            (0u8..5, predicate()).prop_map(|(index, predicate)| StatPredicate::Single { index, predicate }),
            (0u8..5, 0u8..5, any::<bool>(), predicate()).prop_map(|(index_a, index_b, add, predicate)| {
                let op = if add { BinaryExpression::Add } else { BinaryExpression::Subtract };
                StatPredicate::Binary { index_a, index_b, op, predicate }
            }),
        ]
    }

    fn strategy() -> impl Strategy<Value = NDimensionalStrategy> {
        let target = (0u8..5, number()).prop_map(|(stat_index, prediction)| GeometricTarget { stat_index, prediction });
        let targets = prop::collection::vec(target, 0..20);
        (targets, prop::option::of(predicate()), prop::collection::vec(discrete(), 0..6)).prop_map(
            |(geometric_targets, distance_predicate, discrete_predicates)| NDimensionalStrategy {
                geometric_targets,
                distance_predicate,
                discrete_predicates,
            },
        )
    }

    /// A second implementation of the rule, in 128-bit numbers that cannot overflow.
    fn holds(strategy: &NDimensionalStrategy, values: &[i32]) -> bool {
        let value = |index: u8| i128::from(values[usize::from(index)]);
        let meets = |value: i128, threshold: i128, comparison: Comparison| match comparison {
            Comparison::GreaterThan => value > threshold,
            Comparison::LessThan => value < threshold,
            Comparison::EqualTo => value == threshold,
        };
        let targets = strategy.geometric_targets.iter();
        let distance = targets.map(|one| (value(one.stat_index) - i128::from(one.prediction)).abs()).sum();
        strategy.distance_predicate.is_none_or(|one| meets(distance, one.threshold.into(), one.comparison))
            && strategy.discrete_predicates.iter().all(|one| match *one {
                StatPredicate::Single { index, predicate } => {
                    meets(value(index), predicate.threshold.into(), predicate.comparison)
                }
                StatPredicate::Binary { index_a, index_b, op, predicate } => {
                    let (a, b) = (value(index_a), value(index_b));
                    let combined = if op == BinaryExpression::Add { a + b } else { a - b };
                    meets(combined, predicate.threshold.into(), predicate.comparison)
                }
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4_000, rng_seed: RngSeed::Fixed(12), ..ProptestConfig::default() })]

        /// Any accepted terms and any stats give exactly the outcome of the rule. The generator builds acceptable
        /// terms.
        #[test]
        fn every_result_has_exactly_one_outcome(
            mut outcomes in prop::collection::vec(strategy(), 1..=7),
            values in prop::collection::vec(number(), 5),
        ) {
            let everything = GeometricTarget { stat_index: 0, prediction: i32::MIN };
            // Keep room for one part per outcome, in case it needs something to ask.
            let mut room = MAX_PARTS - outcomes.len();
            for outcome in &mut outcomes {
                outcome.geometric_targets.truncate(room.min(20));
                room -= outcome.geometric_targets.len();
                outcome.discrete_predicates.truncate(room);
                room -= outcome.discrete_predicates.len();
                if let Some(distance) = &mut outcome.distance_predicate {
                    distance.threshold = distance.threshold.saturating_abs();
                    if outcome.geometric_targets.is_empty() {
                        outcome.geometric_targets.push(everything);
                    }
                } else {
                    outcome.geometric_targets.clear();
                    if outcome.discrete_predicates.is_empty() {
                        let predicate = TraderPredicate { threshold: 0, comparison: Comparison::EqualTo };
                        outcome.discrete_predicates.push(StatPredicate::Single { index: 0, predicate });
                    }
                }
            }
            let stats = terms(5, outcomes);
            // Skip terms in which no outcome uses some key.
            prop_assume!(stats.check_outcomes().is_ok());
            let first = stats.outcomes.iter().position(|strategy| holds(strategy, &values));
            let expected = first.unwrap_or(stats.outcomes.len());
            let bytes = stats.bytes();
            let in_place = TermsView::read(&bytes).unwrap();
            prop_assert_eq!(in_place.decide(&facts(&values)).map(usize::from), Some(expected));
        }
    }

    fn refused(stat_keys: usize, outcomes: Vec<NDimensionalStrategy>) -> Option<u32> {
        terms(stat_keys, outcomes).check_outcomes().err().map(|error| match error {
            Error::AnchorError(error) => error.error_code_number,
            Error::ProgramError(error) => panic!("{error}"),
        })
    }

    #[test]
    fn there_are_at_most_64_targets_and_predicates() {
        let over = TraderPredicate { threshold: 1, comparison: Comparison::GreaterThan };
        let asks = |targets: usize, predicates: usize| NDimensionalStrategy {
            geometric_targets: vec![GeometricTarget { stat_index: 0, prediction: 1 }; targets],
            distance_predicate: (targets > 0).then_some(over),
            discrete_predicates: vec![StatPredicate::Single { index: 0, predicate: over }; predicates],
        };
        assert_eq!(refused(1, vec![asks(64, 0)]), None);
        assert_eq!(refused(1, vec![asks(0, 64)]), None);
        assert_eq!(refused(1, vec![asks(10, 10), asks(0, 40), asks(4, 0)]), None);
        let too_large = Some(E::TermsTooLarge.into());
        assert_eq!(refused(1, vec![asks(65, 0)]), too_large);
        assert_eq!(refused(1, vec![asks(10, 10), asks(0, 40), asks(4, 1)]), too_large);
    }

    #[test]
    fn terms_within_the_bound_are_read_back_from_a_buffer() {
        let over = TraderPredicate { threshold: 1, comparison: Comparison::GreaterThan };
        let pair = StatPredicate::Binary { index_a: 0, index_b: 1, op: BinaryExpression::Add, predicate: over };
        let asks = |predicates: usize| NDimensionalStrategy {
            geometric_targets: vec![GeometricTarget { stat_index: 0, prediction: 1 }],
            distance_predicate: Some(over),
            discrete_predicates: vec![pair; predicates],
        };
        // The largest possible terms: 7 outcomes with a distance each, and 57 predicates over two stats.
        let mut outcomes = vec![asks(8); 7];
        outcomes[0] = asks(9);
        let largest = terms(5, outcomes);
        let bytes = largest.bytes();
        assert!(bytes.len() < MAX_TERMS_LENGTH, "{} bytes", bytes.len());
        assert_eq!(Terms::read(&bytes).unwrap(), largest);
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(Terms::read(&longer).is_err());
        assert!(Terms::read(&bytes[..bytes.len() - 1]).is_err());
        // Longer content is not decoded.
        longer.resize(MAX_TERMS_LENGTH + 1, 0);
        let number = |error: Error| match error {
            Error::AnchorError(error) => error.error_code_number,
            Error::ProgramError(error) => panic!("{error}"),
        };
        assert_eq!(number(Terms::read(&longer).unwrap_err()), u32::from(E::TermsTooLarge));
    }
}
