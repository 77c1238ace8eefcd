//! Outcomes: each but the last has a strategy over the stored keys; the first that holds wins, the last is everything
//! else. So they neither overlap nor leave a gap.

use anchor_lang::prelude::*;
use linesman_verifier::{Facts, Verdict};
use linesman_wire::NDimensionalStrategy;

use super::Terms;
use crate::{error::SettlementError, proof::refused, state::MAX_OUTCOMES};

/// The most targets and predicates of all outcomes together: what a settlement has to evaluate.
const MAX_PARTS: usize = 64;

impl Terms {
    /// 2 to 8 outcomes (6201) with at most 64 targets and predicates (6250); every strategy asks something, and over all of them every key is asked about; distance
    /// thresholds are not negative (6201). Indices and missing distance predicates fail with the verifier's numbers.
    pub(super) fn check_outcomes(&self) -> Result<()> {
        if !(2..=MAX_OUTCOMES).contains(&self.outcome_count()) {
            msg!("terms: {} outcomes, must be 2 to {}", self.outcome_count(), MAX_OUTCOMES);
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
                // Without targets a distance is always 0: its predicate would be a constant.
                if strategy.distance_predicate.is_some() || strategy.discrete_predicates.is_empty() {
                    msg!("terms: the strategy of outcome {} asks about no stat", index);
                    return err!(SettlementError::InvalidOutcomes);
                }
            }
            // Distances are compared as unsigned numbers: a negative threshold would be a huge one.
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

    /// The outcome that the facts decide. Facts are in the order of `stat_keys`.
    ///
    /// IMPORTANT: cannot fail for terms that were accepted. Terms with a gap, for whose values nothing is decided, would let
    /// their creator choose which results nobody can settle.
    pub fn decide(&self, facts: &Facts) -> Result<u8> {
        for (outcome, strategy) in (0u8..).zip(&self.outcomes) {
            if strategy.view().evaluate_wide(facts).map_err(refused)? == Verdict::True {
                return Ok(outcome);
            }
        }
        Ok(self.outcomes.len() as u8)
    }
}
