//! The arithmetic of a decided market. Pure: amounts in base units, no accounts.
//!
//! Every division rounds down, so the vault never owes more than it took in. The remainder is dust, and the sweep takes
//! it.

use crate::terms::{Mark, Row};

/// One hundred per cent, in basis points.
pub const BPS: u64 = 10_000;

/// The amounts fixed by finalisation. `owed` is the vault's total debt to all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// Every stake is refunded, because the market is void or nobody staked on the winning outcome.
    pub refund: bool,
    pub fee: u64,
    pub owed: u64,
    /// Total stake of all positions that are paid. The last payment takes `owed` to 0.
    pub paying: u64,
}

/// The sum of all stakes; `None` beyond u64, which no mint's supply can reach.
pub fn sum(totals: &[u64]) -> Option<u64> {
    totals.iter().try_fold(0u64, |sum, total| sum.checked_add(*total))
}

/// Refunds every stake, without a fee.
pub fn refund(totals: &[u64]) -> Option<Settlement> {
    sum(totals).map(refund_of)
}

#[inline(always)]
fn refund_of(stakes: u64) -> Settlement {
    Settlement { refund: true, fee: 0, owed: stakes, paying: stakes }
}

/// What a decision makes of a stake: the part that wins a share of what others lose, the part that only comes back, and
/// the part that is lost. Together the stake, which has two equal halves where a mark halves it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Parts {
    won: u64,
    returned: u64,
    lost: u64,
}

impl Parts {
    #[inline(always)]
    fn of(mark: Mark, stake: u64) -> Self {
        let half = stake / 2;
        let [won, returned, lost] = match mark {
            Mark::Lose => [0, 0, stake],
            Mark::HalfLose => [0, half, half],
            Mark::Push => [0, stake, 0],
            Mark::HalfWin => [half, half, 0],
            Mark::Win => [stake, 0, 0],
        };
        Self { won, returned, lost }
    }
}

/// What a decision makes of all stakes.
struct Decision {
    /// What all winning parts are together.
    won: u64,
    lost: u64,
    /// Total stake of the outcomes that are paid.
    paying: u64,
}

impl Decision {
    /// `stakes` is the sum of the totals. `None` for an outcome that does not exist, or beyond u64.
    #[inline(always)]
    fn of(totals: &[u64], stakes: u64, row: Row) -> Option<Self> {
        match row {
            Row::Winner(winner) => {
                let won = *totals.get(usize::from(winner))?;
                Some(Self { won, lost: stakes.checked_sub(won)?, paying: won })
            }
            Row::Marks(_) => Self::of_split(totals, row),
        }
    }

    #[inline(never)]
    fn of_split(totals: &[u64], row: Row) -> Option<Self> {
        let mut all = Self { won: 0, lost: 0, paying: 0 };
        for (outcome, total) in (0..).zip(totals) {
            // Of the eight totals, those without an outcome are 0.
            let Some(mark) = row.mark(outcome) else { break };
            let own = Parts::of(mark, *total);
            all.won = all.won.checked_add(own.won)?;
            all.lost = all.lost.checked_add(own.lost)?;
            if mark != Mark::Lose {
                all.paying = all.paying.checked_add(*total)?;
            }
        }
        Some(all)
    }
}

/// Settles by the marks of the decision. Fee = floor(what is lost × bps / 10,000); a refund if no stake won anything.
#[inline(always)]
pub fn finalise(totals: &[u64], row: Row, fee_bps: u16) -> Option<Settlement> {
    let stakes = sum(totals)?;
    let Decision { won, lost, paying } = Decision::of(totals, stakes, row)?;
    if won == 0 {
        return Some(refund_of(stakes));
    }
    let fee = mul_div(lost, u64::from(fee_bps), BPS)?;
    Some(Settlement { refund: false, fee, owed: stakes.checked_sub(fee)?, paying })
}

/// The payout of a stake on `outcome`: what comes back of it, and for the part that won
/// floor(part × (what is lost − fee) / what won) besides. `totals` are those at finalisation. `None` if a sum overflows
/// u64, or where no such pool was finalised.
#[inline(always)]
pub fn payout(totals: &[u64], row: Row, fee: u64, outcome: u8, stake: u64) -> Option<u64> {
    let own = Parts::of(row.mark(outcome)?, stake);
    let back = own.won.checked_add(own.returned)?;
    if own.won == 0 {
        return Some(back);
    }
    let Decision { won, lost, .. } = Decision::of(totals, sum(totals)?, row)?;
    back.checked_add(mul_div(own.won, lost.checked_sub(fee)?, won)?)
}

/// floor(a × b / divisor), with the product in u128. `None` if the quotient overflows u64 or the divisor is 0.
pub fn mul_div(a: u64, b: u64, divisor: u64) -> Option<u64> {
    let product = u128::from(a) * u128::from(b);
    let (high, low) = ((product >> 64) as u64, product as u64);
    if high == 0 {
        return low.checked_div(divisor);
    }
    divide_wide(high, low, divisor)
}

/// (high · 2^64 + low) / divisor, for quotients that fit in u64.
///
/// Knuth's algorithm D with two 32-bit digits. The compiler's u128 division costs thousands of compute units once an
/// operand exceeds 64 bits; this costs a few hundred.
fn divide_wide(high: u64, low: u64, divisor: u64) -> Option<u64> {
    const DIGIT: u32 = 32;
    const MASK: u64 = 0xffff_ffff;
    if high >= divisor {
        return None;
    }
    // Normalise: with the divisor's top bit set, an estimated digit is at most 2 too large.
    let shift = divisor.leading_zeros();
    let divisor = divisor << shift;
    let (d1, d0) = (divisor >> DIGIT, divisor & MASK);
    let high = if shift == 0 { high } else { (high << shift) | (low >> (64 - shift)) };
    let low = low << shift;

    let (q1, rest) = digit(high, low >> DIGIT, divisor, d1, d0);
    let (q0, _) = digit(rest, low & MASK, divisor, d1, d0);
    Some((q1 << DIGIT) | q0)
}

/// One quotient digit of (high · 2^32 + next) / divisor, and the remainder. `high < divisor`.
#[inline(always)]
fn digit(high: u64, next: u64, divisor: u64, d1: u64, d0: u64) -> (u64, u64) {
    const BASE: u64 = 1 << 32;
    let mut q = high / d1;
    let mut r = high % d1;
    while q >= BASE || q * d0 > (r << 32) + next {
        q -= 1;
        r += d1;
        if r >= BASE {
            break;
        }
    }
    // Exact modulo 2^64: the true remainder is below the divisor.
    let rest = (high << 32).wrapping_add(next).wrapping_sub(q.wrapping_mul(divisor));
    (q, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reference(a: u64, b: u64, divisor: u64) -> Option<u64> {
        let quotient = (u128::from(a) * u128::from(b)).checked_div(u128::from(divisor))?;
        u64::try_from(quotient).ok()
    }

    #[test]
    fn mul_div_at_the_edges() {
        let edges = [
            0,
            1,
            2,
            3,
            (1 << 31) - 1,
            1 << 31,
            (1 << 32) - 1,
            1 << 32,
            (1 << 32) + 1,
            1 << 63,
            (1 << 63) + 1,
            u64::MAX - 1,
            u64::MAX,
        ];
        for a in edges {
            for b in edges {
                for divisor in edges {
                    assert_eq!(mul_div(a, b, divisor), reference(a, b, divisor), "{a} * {b} / {divisor}");
                }
            }
        }
    }

    #[test]
    fn fee_is_of_the_losing_pool_only() {
        let settled = finalise(&[600, 399, 0, 0, 0, 0, 0, 0], Row::Winner(0), 1_000).unwrap();
        assert_eq!(settled, Settlement { refund: false, fee: 39, owed: 960, paying: 600 });
        // Nobody lost, so there is no fee and everybody gets exactly the stake back.
        let alone = finalise(&[600, 0], Row::Winner(0), 1_000).unwrap();
        assert_eq!(alone, Settlement { refund: false, fee: 0, owed: 600, paying: 600 });
        assert_eq!(payout(&[600, 0], Row::Winner(0), 0, 0, 250), Some(250));
    }

    #[test]
    fn nobody_on_the_winning_side_is_a_refund_without_fee() {
        let settled = finalise(&[0, 700, 11], Row::Winner(0), 1_000).unwrap();
        assert_eq!(settled, Settlement { refund: true, fee: 0, owed: 711, paying: 711 });
    }

    #[test]
    fn sums_beyond_u64_are_refused() {
        assert_eq!(sum(&[u64::MAX, 1]), None);
        assert_eq!(finalise(&[u64::MAX, 1], Row::Winner(0), 0), None);
        assert_eq!(refund(&[u64::MAX, 1]), None);
        assert_eq!(payout(&[1, 1], Row::Winner(0), 0, 0, u64::MAX), None);
        assert_eq!(finalise(&[1, 2], Row::Winner(2), 0), None);
    }

    #[test]
    fn dust_stays_in_the_vault() {
        // Three stakes of 1 share 10: each gets 1 + 3, and one unit is dust.
        let settled = finalise(&[3, 10], Row::Winner(0), 0).unwrap();
        let paid: u64 = (0..3).map(|_| payout(&[3, 10], Row::Winner(0), settled.fee, 0, 1).unwrap()).sum();
        assert_eq!((settled.owed, paid), (13, 12));
    }

    /// The formulas of the specification in halves and wide numbers: (fee, owed, paying, payouts), `None` for a refund.
    fn in_halves(
        totals: &[u64],
        marks: &[u8],
        bps: u16,
        stakes: &[(u8, u64)],
    ) -> Option<(u128, u128, u128, Vec<u128>)> {
        let halves = |mark: u8| [[0, 0, 2], [0, 1, 1], [0, 2, 0], [1, 1, 0], [2, 0, 0]][usize::from(mark)];
        let pool = |part: usize| -> u128 {
            totals.iter().zip(marks).map(|(total, mark)| halves(*mark)[part] * u128::from(*total)).sum()
        };
        let (won, lost) = (pool(0), pool(2));
        if won == 0 {
            return None;
        }
        let fee = lost * u128::from(bps) / 20_000;
        let paid = |(outcome, stake): &(u8, u64)| {
            let [w, p, _] = halves(marks[usize::from(*outcome)]);
            let stake = u128::from(*stake);
            stake * (p + w) / 2 + stake * w * (lost - 2 * fee) / (2 * won)
        };
        let all: u128 = totals.iter().map(|total| u128::from(*total)).sum();
        let paying = totals.iter().zip(marks).filter(|(_, mark)| **mark > 0).map(|(total, _)| u128::from(*total)).sum();
        Some((fee, all - fee, paying, stakes.iter().map(paid).collect()))
    }

    fn wide() -> impl Strategy<Value = u64> {
        (any::<u64>(), 0u32..64).prop_map(|(value, shift)| value >> shift)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

        #[test]
        fn mul_div_is_the_u128_quotient(a in wide(), b in wide(), divisor in wide()) {
            prop_assert_eq!(mul_div(a, b, divisor), reference(a, b, divisor));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

        /// Splits pay as the specification says, every position that is paid gets at least 1, the payouts never exceed
        /// `owed` and fall short of it by less than one unit per position. A row with one winner pays as without
        /// splits.
        #[test]
        fn splits_pay_by_the_formulas_in_halves(
            stakes in prop::collection::vec((0u8..4, 1u64..1 << 58, 0u32..57), 1..8),
            marks in prop::collection::vec(0u8..=4, 4),
            fee_bps in 0u16..=1_000,
        ) {
            let even = |n: u64, shift: u32| 2 * (n >> shift).max(1);
            let stakes: Vec<_> = stakes.iter().map(|(outcome, n, shift)| (*outcome, even(*n, *shift))).collect();
            let mut totals = [0u64; 8];
            stakes.iter().for_each(|(outcome, stake)| totals[usize::from(*outcome)] += stake);
            let row = Row::Marks(&marks);
            let settled = finalise(&totals, row, fee_bps).unwrap();
            let Some((fee, owed, paying, paid)) = in_halves(&totals, &marks, fee_bps, &stakes) else {
                prop_assert_eq!(settled, refund(&totals).unwrap());
                return Ok(());
            };
            prop_assert!(!settled.refund);
            prop_assert_eq!([settled.fee, settled.owed, settled.paying].map(u128::from), [fee, owed, paying]);
            let mut left = settled.owed;
            for ((outcome, stake), paid) in stakes.iter().zip(paid) {
                let found = payout(&totals, row, settled.fee, *outcome, *stake).unwrap();
                prop_assert_eq!(u128::from(found), paid);
                prop_assert_eq!(found > 0, marks[usize::from(*outcome)] > 0);
                left = left.checked_sub(found).expect("owed covers every payout");
            }
            prop_assert!(left < stakes.len() as u64);
            for winner in 0..4u8 {
                let marks: Vec<u8> = (0..4).map(|outcome| if outcome == winner { 4 } else { 0 }).collect();
                let [split, plain] = [Row::Marks(&marks), Row::Winner(winner)];
                let settled = finalise(&totals, plain, fee_bps).unwrap();
                prop_assert_eq!(finalise(&totals, split, fee_bps).unwrap(), settled);
                for (outcome, stake) in &stakes {
                    let pay = |row| payout(&totals, row, settled.fee, *outcome, *stake);
                    prop_assert!(settled.refund || pay(split) == pay(plain));
                }
            }
        }

        /// The payouts never exceed `owed`, and fall short of it by less than one unit per winner.
        #[test]
        fn payouts_fit_in_what_is_owed(
            winners in prop::collection::vec(1u64..=u64::MAX >> 12, 1..20),
            losers in prop::collection::vec(1u64..=u64::MAX >> 12, 0..20),
            fee_bps in 0u16..=1_000,
        ) {
            let totals = [winners.iter().sum::<u64>(), losers.iter().sum::<u64>()];
            let settled = finalise(&totals, Row::Winner(0), fee_bps).unwrap();
            prop_assert_eq!(u128::from(settled.fee), u128::from(totals[1]) * u128::from(fee_bps) / 10_000);
            let mut owed = settled.owed;
            for stake in &winners {
                let paid = payout(&totals, Row::Winner(0), settled.fee, 0, *stake).unwrap();
                prop_assert!(paid >= *stake);
                owed = owed.checked_sub(paid).expect("owed covers every payout");
            }
            prop_assert!(owed < winners.len() as u64);
        }
    }
}
