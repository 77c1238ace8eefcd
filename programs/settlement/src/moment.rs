use anchor_lang::prelude::*;

/// A moment of the chain, by time and by slots. After a halt the time jumps over a window in which nobody could post a
/// correction; slots pass only while blocks are made.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// Unix time, s; an earlier or later one counts as the first or last that fits.
    pub seconds: u32,
    /// The low 32 bits of the slot.
    pub slot: u32,
}

impl Moment {
    /// As Borsh writes it.
    #[inline(always)]
    pub fn bytes(self) -> [u8; 8] {
        ((u64::from(self.slot) << 32) | u64::from(self.seconds)).to_le_bytes()
    }

    #[inline(always)]
    pub fn read(bytes: [u8; 8]) -> Self {
        let both = u64::from_le_bytes(bytes);
        Self { seconds: both as u32, slot: (both >> 32) as u32 }
    }

    #[inline(always)]
    pub fn of(clock: &Clock) -> Self {
        Self { seconds: seconds(clock.unix_timestamp), slot: clock.slot as u32 }
    }

    /// Not before this time, s.
    #[inline(always)]
    pub fn not_before(self, time: i64) -> Self {
        Self { seconds: self.seconds.max(seconds(time)), ..self }
    }

    /// The latest of two, each half by itself: the whole of a window follows it.
    #[inline(always)]
    pub fn latest(self, other: Self) -> Self {
        Self {
            seconds: self.seconds.max(other.seconds),
            slot: if other.is_in_earlier_slot(self) { self.slot } else { other.slot },
        }
    }

    /// The earlier of two, as a pair that was there; with equal times the one in the earlier slot.
    #[inline(always)]
    pub fn earlier(self, other: Self) -> Self {
        let is_other = match other.seconds == self.seconds {
            true => other.is_in_earlier_slot(self),
            false => other.seconds < self.seconds,
        };
        if is_other {
            other
        } else {
            self
        }
    }

    /// By the distance, since the counts wrap.
    #[inline(always)]
    fn is_in_earlier_slot(self, other: Self) -> bool {
        (self.slot.wrapping_sub(other.slot) as i32) < 0
    }

    /// Whether a window that started then is over: as many seconds and as many slots have passed. At 400 ms and faster
    /// it is the time that decides, unless it has jumped.
    ///
    /// The distance of slots is unsigned on purpose: on a chain whose slot was set back, a window ends early rather
    /// than never.
    #[inline(always)]
    pub fn is_over(self, window: u32, now: &Clock) -> bool {
        now.unix_timestamp.saturating_sub(i64::from(self.seconds)) >= i64::from(window)
            && (now.slot as u32).wrapping_sub(self.slot) >= window
    }
}

#[inline(always)]
fn seconds(time: i64) -> u32 {
    time.clamp(0, i64::from(u32::MAX)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seconds: u32, slot: u32) -> Moment {
        Moment { seconds, slot }
    }

    fn clock(unix_timestamp: i64, slot: u64) -> Clock {
        Clock { unix_timestamp, slot, ..Clock::default() }
    }

    #[test]
    fn takes_the_low_bits_of_a_slot_and_times_that_fit() {
        assert_eq!(Moment::of(&clock(7, (5 << 32) + 9)), at(7, 9));
        for (time, seconds) in [(i64::MIN, 0), (-1, 0), (1 << 32, u32::MAX), (i64::MAX, u32::MAX)] {
            assert_eq!(Moment::of(&clock(time, 0)).seconds, seconds);
            assert_eq!(at(5, 6).not_before(time), at(seconds.max(5), 6));
        }
    }

    #[test]
    fn a_window_is_over_when_seconds_and_slots_are() {
        let start = at(1_000, u32::MAX - 9);
        let over = |seconds: i64, slots: u64| {
            start.is_over(60, &clock(1_000 + seconds, (7 << 32) + u64::from(u32::MAX) - 9 + slots))
        };
        assert_eq!([over(60, 60), over(60, 59), over(59, 60), over(59, 59)], [true, false, false, false]);
        assert!(!over(i64::MAX - 1_000, 59) && !over(59, u64::from(u32::MAX)));
        // Set back by one slot: as if almost every slot had passed.
        assert!(start.is_over(60, &clock(1_060, u64::from(u32::MAX) - 10)));
        // A start that is still to come is no window that is over, not even an empty one.
        assert!(!start.is_over(0, &clock(999, u64::from(u32::MAX))) && start.is_over(0, &clock(1_000, 0)));
        assert!(!at(0, 0).is_over(0, &clock(i64::MIN, 0)));
    }

    #[test]
    fn the_latest_is_of_each_half_and_the_earlier_is_a_pair() {
        let (early, late) = (at(10, u32::MAX), at(11, 3));
        assert_eq!((early.latest(late), late.latest(early)), (late, late));
        assert_eq!((early.earlier(late), late.earlier(early)), (early, early));
        // Time went back between two slots.
        let (crossed, other) = (at(20, 5), at(10, 6));
        assert_eq!((crossed.latest(other), other.latest(crossed)), (at(20, 6), at(20, 6)));
        assert_eq!((crossed.earlier(other), other.earlier(crossed)), (other, other));
        // One second has several slots.
        let (first, second) = (at(10, u32::MAX), at(10, 0));
        assert_eq!((first.earlier(second), second.earlier(first)), (first, first));
    }
}
