//! Test only: one instruction covering every kind of arithmetic that `tools/sbf` rewrites. `run.ts` compares the
//! results with exact integers. Return data: 1 and the result in 16 bytes, little endian, or all zeros for no result
//! (overflow, division by zero).
use std::collections::HashSet;

use anchor_lang::prelude::*;
use anchor_lang::solana_program::program::set_return_data;

declare_id!("11111111111111111111111111111112");

#[program]
pub mod sbf_selftest {
    use super::*;

    pub fn compute(_ctx: Context<Compute>, operation: u8, a: u128, b: u128) -> Result<()> {
        let mut answer = [0u8; 17];
        if let Some(value) = integers(operation, a, b)
            .or_else(|| floats(operation, a as u64, b as u64).map(u128::from))
            .or_else(|| calls(operation, a, b))
        {
            answer[0] = 1;
            answer[1..].copy_from_slice(&value.to_le_bytes());
        }
        set_return_data(&answer);
        Ok(())
    }
}

#[derive(Accounts)]
pub struct Compute {}

#[inline(never)]
fn integers(operation: u8, a: u128, b: u128) -> Option<u128> {
    let (x, y) = (a as i64, b as i64);
    let (p, q) = (a as i32, b as i32);
    match operation {
        0 => a.checked_mul(b),
        1 => Some(a.wrapping_mul(b)),
        2 => a.checked_div(b),
        3 => a.checked_rem(b),
        4 => (a as u64).checked_mul(b as u64).map(u128::from),
        5 => x.checked_mul(y).map(|v| v as u64 as u128),
        6 => x.checked_div(y).map(|v| v as u64 as u128),
        7 => x.checked_rem(y).map(|v| v as u64 as u128),
        8 => p.checked_div(q).map(|v| v as u32 as u128),
        9 => p.checked_rem(q).map(|v| v as u32 as u128),
        10 => p.checked_mul(q).map(|v| v as u32 as u128),
        11 => a.checked_add(b),
        12 => a.checked_sub(b),
        13 => Some((a as u64 as u128) * (b as u64 as u128)),
        14 => x.checked_add(y).map(|v| v as u64 as u128),
        15 => Some(x.div_euclid(if y == 0 { 1 } else { 86_400_000 }) as u64 as u128),
        _ => None,
    }
}

/// `a` and `b` are the bits of two f64, or integers to convert.
#[inline(never)]
fn floats(operation: u8, a: u64, b: u64) -> Option<u64> {
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    Some(match operation {
        32 => (x + y).to_bits(),
        33 => (x - y).to_bits(),
        34 => (x * y).to_bits(),
        35 => (x / y).to_bits(),
        36 => relations(x, y),
        37 => x as u64,
        38 => x as i64 as u64,
        39 => (a as f64).to_bits(),
        40 => (a as i64 as f64).to_bits(),
        _ => return None,
    })
}

/// One bit for each relation and for its negation, which LLVM compiles differently.
#[allow(clippy::neg_cmp_op_on_partial_ord)] // the point of it
#[allow(clippy::double_comparisons)] // For NaN it is not `!=`, and how it is compiled is what is tested.
fn relations(x: f64, y: f64) -> u64 {
    [x == y, x != y, x < y, x <= y, x > y, x >= y, !(x < y), !(x <= y), !(x > y), !(x >= y), x < y || x > y, x.is_nan()]
        .into_iter()
        .enumerate()
        .map(|(bit, holds)| u64::from(holds) << bit)
        .sum()
}

/// Calling conventions, memory, and std's hash keys.
#[inline(never)]
fn calls(operation: u8, a: u128, b: u128) -> Option<u128> {
    match operation {
        64 => Some(seven_arguments(a as u64, b as u64, a, b, operation)),
        65 => Some((0..a as u64 % 64).map(|i| i * (b as u32 as u64) % 7).collect::<HashSet<_>>().len() as u128),
        66..=69 => Some(memory(operation, a as usize % SIZE, b as usize % SIZE)),
        _ => None,
    }
}

#[inline(never)]
fn seven_arguments(a: u64, b: u64, c: u128, d: u128, e: u8) -> u128 {
    (a ^ b) as u128 ^ c.wrapping_add(d) ^ e as u128
}

const SIZE: usize = 300;

/// Fills a buffer, copies or compares parts of it, and returns an order-dependent checksum.
#[inline(never)]
fn memory(operation: u8, from: usize, to: usize) -> u128 {
    let mut bytes = [0u8; SIZE];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = (i * 7) as u8;
    }
    let length = SIZE - from.max(to);
    match operation {
        66 => bytes.copy_within(from..from + length, to),
        67 => bytes[to..to + length].fill(from as u8),
        68 => {
            let copy = bytes;
            bytes[to..to + length].copy_from_slice(&copy[from..from + length]);
        }
        _ => return bytes[from..from + length].cmp(&bytes[to..to + length]) as u8 as u128,
    }
    bytes.iter().fold(0u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(*byte as u64)) as u128
}
