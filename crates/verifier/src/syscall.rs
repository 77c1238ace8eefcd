//! Syscalls. Compiled for the chain only, so only the program tests run this code.
#![allow(unsafe_code)]

use core::mem::MaybeUninit;

use solana_define_syscall::definitions::{sol_curve_multiscalar_mul, sol_get_return_data, sol_sha256};

use crate::{Hasher, Sha256};

impl Hasher for Sha256 {
    #[inline(always)]
    fn hashv(parts: &[&[u8]]) -> [u8; 32] {
        let mut hash = MaybeUninit::uninit();
        *Self::hash_into(parts, &mut hash)
    }

    #[inline(always)]
    fn hash_over(parts: &[&[u8]], hash: &mut [u8; 32]) {
        // SAFETY: as in `hash_into`.
        unsafe {
            sol_sha256(parts.as_ptr().cast::<u8>(), parts.len() as u64, hash.as_mut_ptr());
        }
    }

    #[inline(always)]
    fn hash_into<'h>(parts: &[&[u8]], hash: &'h mut MaybeUninit<[u8; 32]>) -> &'h [u8; 32] {
        // SAFETY: the syscall expects a slice of slices; it writes 32 bytes to `hash`, or aborts the program.
        unsafe {
            sol_sha256(parts.as_ptr().cast::<u8>(), parts.len() as u64, hash.as_mut_ptr().cast::<u8>());
            hash.assume_init_ref()
        }
    }
}

/// The sum of the products of scalars and points of edwards25519; `None` if a scalar is not below the group's order, or
/// a point does not decode. The syscalls of the curve are active on every network.
pub(crate) fn sum_of_products(scalars: &[[u8; 32]; 2], points: &[[u8; 32]; 2]) -> Option<[u8; 32]> {
    const EDWARDS: u64 = 0;
    let mut sum = [0; 32];
    // SAFETY: the syscall reads two scalars and two points, and writes 32 bytes.
    let failed = unsafe {
        sol_curve_multiscalar_mul(EDWARDS, scalars.as_ptr().cast(), points.as_ptr().cast(), 2, sum.as_mut_ptr())
    };
    (failed == 0).then_some(sum)
}

/// The return data of the last call: the producer and the first two bytes.
pub(crate) struct ReturnData {
    producer: [u8; 32],
    // Two bytes, so that data longer than one byte can be recognised.
    bytes: [u8; 2],
    length: usize,
}

impl ReturnData {
    pub(crate) fn read() -> Self {
        let mut data = Self { producer: [0; 32], bytes: [0; 2], length: 0 };
        // SAFETY: both buffers are large enough: the syscall writes at most the given number of bytes, and 32 for the
        // producer.
        let length = unsafe {
            sol_get_return_data(data.bytes.as_mut_ptr(), data.bytes.len() as u64, data.producer.as_mut_ptr())
        };
        data.length = data.bytes.len().min(length as usize);
        data
    }

    /// Producer and bytes; `None` if nothing was returned.
    pub(crate) fn parts(&self) -> Option<(&[u8; 32], &[u8])> {
        let bytes = self.bytes.get(..self.length)?;
        (!bytes.is_empty()).then_some((&self.producer, bytes))
    }
}
