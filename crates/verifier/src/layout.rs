//! The sports: which stat keys have a bit in an update's zero map, and which statuses end a part of the match. The same
//! table is in `ts/sdk/format/sports`; `tests/suite/layout.rs` compares both.

/// The zero-map layout of a sport. The number is the layout byte in zero proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Layout {
    /// Soccer: blocks 0 to 7 (total, halves, extra time, shoot-out), offsets 1 to 8.
    Soccer = 1,
    /// Basketball: blocks 0, 1, 2, 10, 20, 30, 40, offsets 1 to 36.
    Basketball = 2,
    /// US football: the same blocks, offsets 1 to 16.
    UsFootball = 6,
}

impl Layout {
    /// Every layout, by ascending layout byte.
    pub const ALL: [Self; 3] = [Self::Soccer, Self::Basketball, Self::UsFootball];

    /// The layout with this layout byte.
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            1 => Some(Self::Soccer),
            2 => Some(Self::Basketball),
            6 => Some(Self::UsFootball),
            _ => None,
        }
    }

    /// The layout byte.
    #[must_use]
    pub const fn byte(self) -> u8 {
        self as u8
    }

    /// The bit of a stat key in the zero map, 0 to 255; `None` when the key has none.
    #[must_use]
    pub const fn bit(self, key: u32) -> Option<u8> {
        let block = key / 1000;
        let offset = key % 1000;
        let (base, width) = match self {
            Self::Soccer => match block {
                0..=7 => (block.wrapping_mul(8), 8),
                _ => return None,
            },
            Self::Basketball => match place(block) {
                Some(place) => (place.wrapping_mul(36), 36),
                None => return None,
            },
            Self::UsFootball => match place(block) {
                Some(0) => (0, 16),
                // Two bits lie unused between the total block and the others: bases 18, 34, 50, …
                Some(place) => (place.wrapping_mul(16).wrapping_add(2), 16),
                None => return None,
            },
        };
        if offset == 0 || offset > width {
            return None;
        }
        // At most 36 · 6 + 35 = 251.
        Some(base.wrapping_add(offset).wrapping_sub(1) as u8)
    }

    /// Whether a record of this period says that regular time has been played.
    #[inline(always)]
    #[must_use]
    pub const fn ends_regular_time(self, period: i32) -> bool {
        match self {
            Self::Soccer => matches!(period, 5 | 6),
            Self::Basketball | Self::UsFootball => matches!(period, 9 | 10),
        }
    }

    /// Whether a record of this period says that it is half-time.
    #[inline(always)]
    #[must_use]
    pub const fn is_half_time(self, period: i32) -> bool {
        match self {
            Self::Soccer => period == 3,
            Self::Basketball | Self::UsFootball => period == 5,
        }
    }

    /// Whether stats of this block (`key / 1000`) no longer change once regular time has been played.
    #[must_use]
    pub const fn is_of_regular_time(self, block: u32) -> bool {
        match self {
            // Total, halves and half time, but not extra time or shoot-out.
            Self::Soccer => block <= 3,
            // Total, halves and quarters: there are no other blocks.
            Self::Basketball | Self::UsFootball => matches!(block, 0..=2 | 10 | 20 | 30 | 40),
        }
    }

    /// Whether stats of this block no longer change after half-time.
    #[must_use]
    pub const fn is_of_first_half(self, block: u32) -> bool {
        match self {
            Self::Soccer => block == 1,
            Self::Basketball | Self::UsFootball => matches!(block, 1 | 10 | 20),
        }
    }
}

/// The index of a block among the blocks of basketball and US football.
const fn place(block: u32) -> Option<u32> {
    match block {
        0..=2 => Some(block),
        10 => Some(3),
        20 => Some(4),
        30 => Some(5),
        40 => Some(6),
        _ => None,
    }
}

/// Where the sport of a zero proof comes from. Never trust the proof for it: the same bit stands for different stats in
/// the maps of different sports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// The caller knows the sport; zero proofs of another layout are refused.
    Sport(Layout),
    /// Any of the layouts, but only one per call. For the oracle program's `validate_stat*`, which take no sport
    /// argument. Do not rely on the result for zero stats unless you know the sport.
    AnyOne,
}
