//! Which updates of a match decide a market, judged by the period of a proven leaf.

use anchor_lang::prelude::*;
use linesman_verifier::Layout;

/// The period of a finalised match.
const FINALISED: i32 = 100;

/// Which periods decide a market.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FinalityPolicy {
    /// 100.
    #[default]
    Finalised,
    /// The end of regular time: soccer 5 or 6, basketball and US football 9 or 10. Also 100, unless some key is a
    /// total, which would include extra time.
    RegularTime,
    /// Half time (soccer 3, basketball and US football 5) or 100. Only for keys of the first half, which do not change
    /// afterwards.
    HalfTime,
    /// 100 in every leaf of a payload signed by the market's signer.
    SignedFinal,
}

/// The block of a stat key, which says what part of the match it counts. 0 is the total.
const fn block(key: u32) -> u32 {
    key / 1000
}

impl FinalityPolicy {
    /// The policy with this Borsh tag.
    #[inline(always)]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            0 => Some(Self::Finalised),
            1 => Some(Self::RegularTime),
            2 => Some(Self::HalfTime),
            3 => Some(Self::SignedFinal),
            _ => None,
        }
    }

    /// Whether an update of this period decides a market with these keys.
    #[inline(always)]
    pub fn accepts(self, layout: Layout, mut keys: impl Iterator<Item = u32>, period: i32) -> bool {
        match self {
            Self::Finalised | Self::SignedFinal => period == FINALISED,
            Self::RegularTime if period == FINALISED => keys.all(|key| block(key) != 0),
            Self::RegularTime => layout.ends_regular_time(period),
            Self::HalfTime => period == FINALISED || layout.is_half_time(period),
        }
    }

    /// Whether an update of this period decides whatever keys a result has. Under `RegularTime` only the end of regular
    /// time does: at 100 a total may include extra time, and a result may have totals.
    pub fn accepts_result(self, layout: Layout, period: i32) -> bool {
        const TOTAL: u32 = 0;
        self.accepts(layout, core::iter::once(TOTAL), period)
    }

    /// Whether the policy allows this key: its value must be settled at every accepted period.
    pub fn allows(self, layout: Layout, key: u32) -> bool {
        match self {
            Self::Finalised | Self::SignedFinal => true,
            Self::RegularTime => layout.is_of_regular_time(block(key)),
            Self::HalfTime => layout.is_of_first_half(block(key)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use FinalityPolicy::*;
    use Layout::*;

    const TOTAL: &[u32] = &[1, 2];
    const HALVES: &[u32] = &[1001, 3002];

    /// Covers every period that records use, and some unused ones.
    fn accepted(policy: FinalityPolicy, layout: Layout, keys: &[u32]) -> Vec<i32> {
        (-1..=120)
            .chain([1011, 1012, 2011])
            .filter(|period| policy.accepts(layout, keys.iter().copied(), *period))
            .collect()
    }

    #[test]
    fn periods_by_policy_and_sport() {
        for layout in Layout::ALL {
            assert_eq!(accepted(Finalised, layout, TOTAL), [100]);
            assert_eq!(accepted(SignedFinal, layout, TOTAL), [100]);
        }
        assert_eq!(accepted(RegularTime, Soccer, TOTAL), [5, 6]);
        assert_eq!(accepted(RegularTime, Soccer, HALVES), [5, 6, 100]);
        assert_eq!(accepted(RegularTime, Soccer, &[1001, 1]), [5, 6]);
        assert_eq!(accepted(RegularTime, Basketball, TOTAL), [9, 10]);
        assert_eq!(accepted(RegularTime, UsFootball, &[10001]), [9, 10, 100]);
        assert_eq!(accepted(HalfTime, Soccer, &[1001]), [3, 100]);
        assert_eq!(accepted(HalfTime, Basketball, &[10001]), [5, 100]);
        assert_eq!(accepted(HalfTime, UsFootball, &[1001]), [5, 100]);
    }

    fn allowed_blocks(policy: FinalityPolicy, layout: Layout) -> Vec<u32> {
        (0..=70)
            .filter(|block| layout.bit(block * 1000 + 1).is_some() && policy.allows(layout, block * 1000 + 1))
            .collect()
    }

    #[test]
    fn keys_by_policy_and_sport() {
        assert_eq!(allowed_blocks(Finalised, Soccer), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(allowed_blocks(RegularTime, Soccer), [0, 1, 2, 3]);
        assert_eq!(allowed_blocks(HalfTime, Soccer), [1]);
        for layout in [Basketball, UsFootball] {
            assert_eq!(allowed_blocks(Finalised, layout), [0, 1, 2, 10, 20, 30, 40]);
            assert_eq!(allowed_blocks(RegularTime, layout), [0, 1, 2, 10, 20, 30, 40]);
            assert_eq!(allowed_blocks(HalfTime, layout), [1, 10, 20]);
        }
    }
}
