//! The only unsafe code of the crate: two casts between byte slices and slices of plain data, and the system calls.
#![allow(unsafe_code)]

use crate::path::Node;

#[cfg(target_endian = "big")]
compile_error!("integers are hashed as they lie in memory, which must be little endian");

const _: () = assert!(size_of::<Node>() == Node::SIZE && align_of::<Node>() == 1);

/// The bytes as nodes, 33 bytes each. The caller has checked the length and every flag.
#[inline(always)]
pub(crate) fn nodes(bytes: &[u8]) -> &[Node] {
    // SAFETY: `Node` is 33 bytes in C order: alignment 1, no padding, no invalid bit patterns. The length is rounded
    // down to whole nodes, so the slice stays inside `bytes`.
    unsafe { core::slice::from_raw_parts(bytes.as_ptr().cast::<Node>(), bytes.len() / Node::SIZE) }
}

/// The nodes as bytes, as Borsh writes them one after the other.
#[inline(always)]
pub(crate) fn node_bytes(nodes: &[Node]) -> &[u8] {
    // SAFETY: as above, in the other direction; `size_of_val` is the length of the whole slice.
    unsafe { core::slice::from_raw_parts(nodes.as_ptr().cast::<u8>(), size_of_val(nodes)) }
}

/// The integers as bytes, little endian.
#[inline(always)]
pub(crate) fn u32_bytes(integers: &[u32]) -> &[u8] {
    // SAFETY: every byte of a `u32` is initialised and `u8` has alignment 1; `size_of_val` is the length of the slice.
    unsafe { core::slice::from_raw_parts(integers.as_ptr().cast::<u8>(), size_of_val(integers)) }
}

/// SHA-256 by the system call.
#[cfg(target_os = "solana")]
#[inline(always)]
pub(crate) fn sha256(parts: &[&[u8]], hash: &mut [u8; 32]) {
    // SAFETY: a slice of slices is what the system call expects; it writes 32 bytes to `hash`, or aborts the program.
    unsafe {
        solana_define_syscall::definitions::sol_sha256(
            parts.as_ptr().cast::<u8>(),
            parts.len() as u64,
            hash.as_mut_ptr(),
        );
    }
}

/// The return data of the last call: its true length, its producer, and as much of it as `buffer` holds.
#[cfg(target_os = "solana")]
pub(crate) fn return_data(buffer: &mut [u8], producer: &mut [u8; 32]) -> u64 {
    // SAFETY: both buffers are valid for the lengths given; the system call writes no more than `buffer.len()` bytes.
    unsafe {
        solana_define_syscall::definitions::sol_get_return_data(
            buffer.as_mut_ptr(),
            buffer.len() as u64,
            producer.as_mut_ptr(),
        )
    }
}
