use crate::error::SettlementError;

/// Checks that the fixture's first record in the proven slot (`min_timestamp`, ms) is between `from` and `latest` (s).
pub fn check_time_bounds(from: i64, latest: i64, min_timestamp: i64) -> Result<(), SettlementError> {
    // Cannot saturate: creation bounds both times, and milliseconds of this century are far inside i64.
    let bounds = from.saturating_mul(1_000)..=latest.saturating_mul(1_000).saturating_add(999);
    if !bounds.contains(&min_timestamp) {
        return Err(SettlementError::OutsideTimeBounds);
    }
    Ok(())
}
