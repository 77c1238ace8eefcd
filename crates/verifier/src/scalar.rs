//! Numbers modulo the order of Curve25519's large group, L = 2^252 + C.

/// C.
const C: [u64; 3] = [0x5812_631a_5cf5_d3ed, 0x14de_f9de_a2f7_9cd6, 0];
/// 16 × C. 2^256 is −16 × C modulo L.
const C_16: [u64; 3] = [0x8126_31a5_cf5d_3ed0, 0x4def_9dea_2f79_cd65, 1];
const L: [u64; 4] = [0x5812_631a_5cf5_d3ed, 0x14de_f9de_a2f7_9cd6, 0, 1 << 60];
/// The largest multiple of L that leaves room in 256 bits for what is added to it.
const L_15: [u64; 4] = [0x2913_ce8b_7267_6ae3, 0x3910_a40b_8c82_308f, 1, 15 << 60];

/// The remainder modulo L of 64 bytes, little-endian.
pub fn reduce(bytes: &[u8; 64]) -> [u8; 32] {
    let mut words =
        bytes.chunks_exact(8).rev().map(|word| word.first_chunk().map_or(0, |word| u64::from_le_bytes(*word)));
    let mut next = || words.next().unwrap_or(0);
    let mut value = [0; 4];
    for word in value.iter_mut().rev() {
        *word = next();
    }
    // A word more at the lower end, and the highest one folded into the others.
    for _ in 0..4 {
        let [a, b, c, high] = value;
        value = [next(), a, b, c];
        fold(&mut value, high, &C_16, &L_15);
    }
    let [a, b, c, d] = value;
    value = [a, b, c, d & !(15 << 60)];
    fold(&mut value, d >> 60, &C, &L);
    let mut remainder = [0; 32];
    for (bytes, word) in remainder.chunks_exact_mut(8).zip(value) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    remainder
}

/// Subtracts `high` × `times`, and adds `back`, a multiple of L, if that is negative. A product has less than 194 bits.
///
/// Not inlined: five copies take 3 kB of a program.
#[inline(never)]
fn fold(value: &mut [u64; 4], high: u64, times: &[u64; 3], back: &[u64; 4]) {
    let mut carry = 0;
    let mut borrow = false;
    for (word, factor) in value.iter_mut().zip([times[0], times[1], times[2], 0]) {
        // At most (2^64 − 1)² + 2^64 − 1.
        let product = u128::from(high).wrapping_mul(u128::from(factor)).wrapping_add(carry);
        carry = product >> 64;
        (*word, borrow) = subtract(*word, product as u64, borrow);
    }
    if borrow {
        let mut carry = false;
        for (word, added) in value.iter_mut().zip(back) {
            let (sum, first) = word.overflowing_add(*added);
            let (sum, second) = sum.overflowing_add(carry.into());
            (*word, carry) = (sum, first || second);
        }
    }
}

#[inline(always)]
fn subtract(a: u64, b: u64, borrow: bool) -> (u64, bool) {
    let (difference, first) = a.overflowing_sub(b);
    let (difference, second) = difference.overflowing_sub(borrow.into());
    (difference, first || second)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]
mod tests {
    use curve25519_dalek::Scalar;
    use proptest::prelude::*;
    use proptest::test_runner::{Config, RngSeed};

    use super::{reduce, L};

    fn check(bytes: &[u8; 64]) {
        assert_eq!(reduce(bytes), Scalar::from_bytes_mod_order_wide(bytes).to_bytes(), "{bytes:?}");
    }

    /// Words at which a carry or a borrow changes.
    const WORDS: [u64; 10] = [0, 1, L[0], L[0] - 1, L[0] + 1, L[1], L[3] - 1, L[3], u64::MAX - 1, u64::MAX];

    proptest! {
        #![proptest_config(Config { rng_seed: RngSeed::Fixed(20_833), failure_persistence: None, ..Config::default() })]

        #[test]
        fn is_the_remainder_of_the_library(low in any::<[u8; 32]>(), high in any::<[u8; 32]>()) {
            check(&[low, high].concat().try_into().unwrap());
        }

        #[test]
        fn carries_and_borrows(words in any::<[proptest::sample::Index; 8]>()) {
            check(&words.map(|word| word.get(&WORDS).to_le_bytes()).concat().try_into().unwrap());
        }
    }

    /// Around each product of L with a power of two, and with 2^259 − 1, the largest that fits.
    #[test]
    fn multiples_of_the_order() {
        let order = L.map(u64::to_le_bytes).concat();
        for shift in 0..=259 {
            let mut product = [0u8; 64];
            for bit in (0..253).filter(|bit| order[bit / 8] >> (bit % 8) & 1 == 1) {
                product[(bit + shift) / 8] |= 1 << ((bit + shift) % 8);
            }
            for step in [-2, -1, 0, 1, 2] {
                let mut near = product;
                let mut carry = i32::from(step != 0) * step;
                for byte in &mut near {
                    carry += i32::from(*byte);
                    *byte = carry as u8;
                    carry >>= 8;
                }
                check(&near);
            }
        }
    }
}
