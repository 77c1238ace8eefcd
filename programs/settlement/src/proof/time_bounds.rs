use anchor_lang::prelude::*;

use crate::{error::SettlementError, terms::Terms};

/// The fixture's first record in the proven slot (`min_timestamp`, ms) is not before `from`, s, and not after
/// `latest`.
pub fn check_time_bounds(terms: &Terms, from: i64, min_timestamp: i64) -> Result<()> {
    // Bounded at creation: 1,000 times a second of this century and one more is far inside i64.
    let bounds = from.saturating_mul(1_000)..=terms.latest.saturating_mul(1_000).saturating_add(999);
    require!(bounds.contains(&min_timestamp), SettlementError::OutsideTimeBounds);
    Ok(())
}
