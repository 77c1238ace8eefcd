//! Casts between byte slices and slices of plain data: apart from the syscalls, the only unsafe code in the crate.
#![allow(unsafe_code)]

use crate::path::Node;

#[cfg(target_endian = "big")]
compile_error!("integers are hashed as they lie in memory, which must be little endian");

const _: () = assert!(size_of::<Node>() == Node::SIZE && align_of::<Node>() == 1);

/// The first `count` nodes, 33 bytes each, and the bytes behind them; `None` if there are fewer. The caller checks the
/// flags.
#[inline(always)]
pub(crate) fn split_nodes(bytes: &[u8], count: usize) -> Option<(&[Node], &[u8])> {
    let (nodes, rest) = bytes.split_at_checked(count.checked_mul(Node::SIZE)?)?;
    // SAFETY: `Node` is 33 bytes in C order: alignment 1, no padding, no invalid bit patterns; and these bytes are
    // those of `count` nodes.
    Some((unsafe { core::slice::from_raw_parts(nodes.as_ptr().cast::<Node>(), count) }, rest))
}

/// The nodes as bytes, exactly as Borsh writes the list's items.
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
