//! The 5-minute slot of a time of day.

use anchor_lang::prelude::*;
use linesman_wire::require;

use crate::error::OracleError;

/// The slot, 0 to 287, of a time of day in UTC. Hour and minute must be valid (6006), and the minute must start a slot
/// (6042).
pub fn of(hour_of_day: u8, minute_of_hour: u8) -> Result<usize> {
    require!(hour_of_day <= 23 && minute_of_hour <= 59, OracleError::InvalidTime);
    require!(minute_of_hour.is_multiple_of(5), OracleError::InvalidTimeAlignment);
    Ok(12 * usize::from(hour_of_day) + usize::from(minute_of_hour / 5))
}
