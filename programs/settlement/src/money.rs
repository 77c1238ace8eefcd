//! The arithmetic of a decided market. Pure: amounts in base units, no accounts.
//!
//! Every division rounds down, so the vault never owes more than it took in. The remainder is dust, and the sweep takes
//! it.

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
    let stakes = sum(totals)?;
    Some(Settlement { refund: true, fee: 0, owed: stakes, paying: stakes })
}

/// Settles on the outcome `winner`. Fee = floor(losing pool × bps / 10,000); a refund if nobody staked on `winner`.
pub fn finalise(totals: &[u64], winner: u8, fee_bps: u16) -> Option<Settlement> {
    let winning = *totals.get(usize::from(winner))?;
    if winning == 0 {
        return refund(totals);
    }
    let stakes = sum(totals)?;
    let fee = mul_div(stakes.checked_sub(winning)?, u64::from(fee_bps), BPS)?;
    Some(Settlement { refund: false, fee, owed: stakes.checked_sub(fee)?, paying: winning })
}

/// The payout of a winning stake: stake + floor(stake × (losing pool − fee) / winning pool). `winning` and `losing` are
/// the totals at finalisation. `None` if `winning` is 0 or a sum overflows u64.
pub fn payout(stake: u64, winning: u64, losing: u64, fee: u64) -> Option<u64> {
    stake.checked_add(mul_div(stake, losing.checked_sub(fee)?, winning)?)
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
        let settled = finalise(&[600, 399, 0, 0, 0, 0, 0, 0], 0, 1_000).unwrap();
        assert_eq!(settled, Settlement { refund: false, fee: 39, owed: 960, paying: 600 });
        // Nobody lost, so there is no fee and everybody gets exactly the stake back.
        let alone = finalise(&[600, 0], 0, 1_000).unwrap();
        assert_eq!(alone, Settlement { refund: false, fee: 0, owed: 600, paying: 600 });
        assert_eq!(payout(250, 600, 0, 0), Some(250));
    }

    #[test]
    fn nobody_on_the_winning_side_is_a_refund_without_fee() {
        let settled = finalise(&[0, 700, 11], 0, 1_000).unwrap();
        assert_eq!(settled, Settlement { refund: true, fee: 0, owed: 711, paying: 711 });
    }

    #[test]
    fn sums_beyond_u64_are_refused() {
        assert_eq!(sum(&[u64::MAX, 1]), None);
        assert_eq!(finalise(&[u64::MAX, 1], 0, 0), None);
        assert_eq!(refund(&[u64::MAX, 1]), None);
        assert_eq!(payout(u64::MAX, 1, 1, 0), None);
        assert_eq!(finalise(&[1, 2], 2, 0), None);
    }

    #[test]
    fn dust_stays_in_the_vault() {
        // Three stakes of 1 share 10: each gets 1 + 3, and one unit is dust.
        let settled = finalise(&[3, 10], 0, 0).unwrap();
        let paid: u64 = (0..3).map(|_| payout(1, 3, 10, settled.fee).unwrap()).sum();
        assert_eq!((settled.owed, paid), (13, 12));
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

        /// The payouts never exceed `owed`, and fall short of it by less than one unit per winner.
        #[test]
        fn payouts_fit_in_what_is_owed(
            winners in prop::collection::vec(1u64..=u64::MAX >> 12, 1..20),
            losers in prop::collection::vec(1u64..=u64::MAX >> 12, 0..20),
            fee_bps in 0u16..=1_000,
        ) {
            let totals = [winners.iter().sum::<u64>(), losers.iter().sum::<u64>()];
            let settled = finalise(&totals, 0, fee_bps).unwrap();
            prop_assert_eq!(u128::from(settled.fee), u128::from(totals[1]) * u128::from(fee_bps) / 10_000);
            let mut owed = settled.owed;
            for stake in &winners {
                let paid = payout(*stake, totals[0], totals[1], settled.fee).unwrap();
                prop_assert!(paid >= *stake);
                owed = owed.checked_sub(paid).expect("owed covers every payout");
            }
            prop_assert!(owed < winners.len() as u64);
        }
    }
}
