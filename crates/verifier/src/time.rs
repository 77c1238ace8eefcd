//! Converts proof times (milliseconds) to the slots and hours of their roots.

use crate::{rule::require, Error};

const MILLIS_PER_SLOT: u64 = 300_000;
const MILLIS_PER_HOUR: u64 = 3_600_000;
const SLOTS_PER_DAY: u64 = 288;
const HOURS_PER_DAY: u64 = 24;
/// The first millisecond after the last epoch day that fits in 16 bits.
const END_OF_DAYS: i64 = 65_536 * 86_400_000;

/// Milliseconds since 1970, checked to be non-negative and to have a day that fits in 16 bits.
///
/// Unsigned, because signed division is slow on chain.
#[inline(always)]
pub(crate) fn in_range(millis: i64) -> Result<u64, Error> {
    require!(TimeRange, (0..END_OF_DAYS).contains(&millis), Error::Overflow);
    Ok(millis.unsigned_abs())
}

/// A 5-minute slot of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotTime {
    /// Days since 1970-01-01.
    pub epoch_day: u16,
    /// 5-minute slot of the day, 0 to 287.
    pub slot: u16,
}

impl SlotTime {
    /// The slot of a time in milliseconds.
    ///
    /// # Errors
    /// [`Error::Overflow`] for a negative time or a day beyond 65,535.
    #[inline(always)]
    pub fn from_millis(millis: i64) -> Result<Self, Error> {
        Ok(Self::from_slot_number(in_range(millis)? / MILLIS_PER_SLOT))
    }

    #[inline(always)]
    const fn from_slot_number(number: u64) -> Self {
        Self { epoch_day: (number / SLOTS_PER_DAY) as u16, slot: (number % SLOTS_PER_DAY) as u16 }
    }

    /// The slot that contains both times.
    ///
    /// # Errors
    /// [`Error::Overflow`] as above, [`Error::TimeSlotMismatch`] if they are in the wrong order or in two slots.
    #[inline(always)]
    pub(crate) fn of_range(minimum: i64, maximum: i64) -> Result<Self, Error> {
        let first = in_range(minimum)?;
        let last = in_range(maximum)?;
        let number = first / MILLIS_PER_SLOT;
        require!(TimesOrdered, first <= last, Error::TimeSlotMismatch);
        require!(TimesInOneSlot, last / MILLIS_PER_SLOT == number, Error::TimeSlotMismatch);
        Ok(Self::from_slot_number(number))
    }
}

/// An hour of a ten-day window, as fixtures are published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HourTime {
    /// Epoch day rounded down to a multiple of 10.
    pub window: u16,
    /// Hour of the window, 0 to 239.
    pub index: u16,
}

impl HourTime {
    /// The hour of a time in milliseconds.
    ///
    /// # Errors
    /// [`Error::Overflow`] for a negative time or a day beyond 65,535.
    pub fn from_millis(millis: i64) -> Result<Self, Error> {
        let hours = in_range(millis)? / MILLIS_PER_HOUR;
        let day = hours / HOURS_PER_DAY;
        let window = day.wrapping_sub(day % 10);
        Ok(Self { window: window as u16, index: hours.wrapping_sub(window.wrapping_mul(HOURS_PER_DAY)) as u16 })
    }
}
