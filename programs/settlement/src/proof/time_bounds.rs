use anchor_lang::prelude::*;

use crate::{error::SettlementError, terms::Terms};

/// Checks that the fixture's first record in the proven slot (`min_timestamp`, ms) is between `from` and `latest` (s).
pub fn check_time_bounds(terms: &Terms, from: i64, min_timestamp: i64) -> Result<()> {
    // Cannot saturate: creation bounds both times, and milliseconds of this century are far inside i64.
    let bounds = from.saturating_mul(1_000)..=terms.latest.saturating_mul(1_000).saturating_add(999);
    require!(bounds.contains(&min_timestamp), SettlementError::OutsideTimeBounds);
    Ok(())
}
