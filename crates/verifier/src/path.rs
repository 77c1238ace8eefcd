//! Merkle paths: 33-byte nodes, read in place.

use core::mem::MaybeUninit;

use crate::{memory, rule::require, Error, Hasher};

/// The longest accepted path, in nodes.
pub const MAX_PATH: usize = 32;

/// One node of a path: the sibling's 32-byte hash, then one byte, 1 if the sibling is on the right and 0 if on the
/// left.
///
/// The same bytes as Borsh `{hash: [u8; 32], is_right_sibling: bool}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Node {
    hash: [u8; 32],
    flag: u8,
}

impl Node {
    /// Bytes of one node.
    pub const SIZE: usize = 33;

    /// A node from its parts.
    #[must_use]
    pub const fn new(hash: [u8; 32], is_right_sibling: bool) -> Self {
        Self { hash, flag: is_right_sibling as u8 }
    }

    /// The sibling's hash.
    #[inline(always)]
    #[must_use]
    pub const fn hash(&self) -> &[u8; 32] {
        &self.hash
    }

    /// Whether the sibling is on the right.
    #[inline(always)]
    #[must_use]
    pub const fn is_right_sibling(&self) -> bool {
        self.flag != 0
    }
}

/// A sibling on the path, in either form: a node that carries its side, or a bare hash whose side follows from the
/// number of the node it joins.
pub(crate) trait Sibling {
    /// The sibling's hash.
    fn bytes(&self) -> &[u8; 32];

    /// Whether the sibling is on the right of the node with this index in its layer (or with this heap number).
    fn is_right_of(&self, number: u64) -> bool;
}

impl Sibling for Node {
    #[inline(always)]
    fn bytes(&self) -> &[u8; 32] {
        &self.hash
    }

    #[inline(always)]
    fn is_right_of(&self, _: u64) -> bool {
        self.is_right_sibling()
    }
}

impl Sibling for [u8; 32] {
    #[inline(always)]
    fn bytes(&self) -> &[u8; 32] {
        self
    }

    #[inline(always)]
    fn is_right_of(&self, number: u64) -> bool {
        number & 1 == 0
    }
}

/// A borrowed path, leaf first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path<'a>(pub &'a [Node]);

impl<'a> Path<'a> {
    /// No nodes: the leaf is the root.
    pub const EMPTY: Path<'static> = Path(&[]);

    /// Reads bytes as a path without copying; `None` if the length is not a multiple of 33 or a flag is neither 0 nor
    /// 1.
    #[must_use]
    pub fn from_bytes(bytes: &'a [u8]) -> Option<Self> {
        match Self::split_first(bytes, bytes.len() / Node::SIZE)? {
            (path, []) => Some(path),
            _ => None,
        }
    }

    /// Reads a path of `length` nodes from the start of `bytes` without copying, and returns the bytes behind it;
    /// `None` if there are fewer nodes or a flag is neither 0 nor 1.
    #[inline(always)]
    #[must_use]
    pub fn split_first(bytes: &'a [u8], length: usize) -> Option<(Self, &'a [u8])> {
        let (nodes, rest) = memory::split_nodes(bytes, length)?;
        // A flag other than 0 or 1 would be a second encoding of the same path.
        let flags = nodes.iter().fold(0, |flags, node| flags | u64::from(node.flag));
        (flags <= 1).then_some((Self(nodes), rest))
    }

    /// The path as bytes, 33 for each node.
    #[inline(always)]
    #[must_use]
    pub fn as_bytes(self) -> &'a [u8] {
        memory::node_bytes(self.0)
    }

    /// Number of nodes.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there are no nodes.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The root that the path leads to from `leaf`.
    #[inline(always)]
    #[must_use]
    pub fn fold<H: Hasher>(self, leaf: [u8; 32]) -> [u8; 32] {
        fold::<H, _, _>(self.0, 0, &leaf, |root| *root)
    }

    /// Whether the path leads from `leaf` to `root`.
    #[inline(always)]
    #[must_use]
    pub fn leads_to<H: Hasher>(self, leaf: &[u8; 32], root: &[u8; 32]) -> bool {
        leads_to::<H>(self.0, leaf, root)
    }

    /// The index of the leaf in its layer, from the direction bits. Meaningful for paths of at most 64 nodes.
    #[inline(always)]
    #[must_use]
    pub fn leaf_index(self) -> u64 {
        leaf_index(self.0)
    }

    /// The heap number of the leaf: the root is 1, the children of n are 2n and 2n + 1. Meaningful up to 62 nodes.
    #[inline(always)]
    pub(crate) fn heap_number(self) -> u64 {
        1u64.wrapping_shl(self.len() as u32).wrapping_add(self.leaf_index())
    }

    /// Whether the path is `ceil(log2(leaves))` nodes long, the depth of a tree with that many leaves; false for no
    /// leaves. This pins the boundary between two levels of trees. The length must have been
    /// [checked](Self::check_length).
    #[inline(always)]
    pub(crate) fn has_depth_of(self, leaves: u64) -> bool {
        has_depth_of(self.len(), leaves)
    }

    #[inline(always)]
    pub(crate) fn check_length(self) -> Result<(), Error> {
        check_length(self.len())
    }
}

/// Not inlined, for the same reason as `leads_to`.
#[inline(never)]
fn leaf_index(nodes: &[Node]) -> u64 {
    let [first, rest @ ..] = nodes else {
        return 0;
    };
    // Two nodes at a time: on chain, half of the loop's cost is its bookkeeping.
    let (pairs, odd) = rest.as_chunks::<2>();
    let odd = odd.iter().fold(0u64, |index, node| index.wrapping_shl(1) | u64::from(node.flag ^ 1));
    let index = pairs.iter().rev().fold(odd, |index, [low, high]| {
        index.wrapping_shl(2) | u64::from(high.flag ^ 1).wrapping_shl(1) | u64::from(low.flag ^ 1)
    });
    index.wrapping_shl(1) | u64::from(first.flag ^ 1)
}

/// At most [`MAX_PATH`] nodes.
#[inline(always)]
pub(crate) fn check_length(length: usize) -> Result<(), Error> {
    require!(PathSize, length <= MAX_PATH, Error::ProofTooLarge);
    Ok(())
}

/// Whether `length` (at most [`MAX_PATH`]) is `ceil(log2(leaves))`; false for no leaves.
#[inline(always)]
pub(crate) fn has_depth_of(length: usize, leaves: u64) -> bool {
    // Comparing with powers of two is cheaper than counting leading zeros, which the VM has no instruction for.
    let capacity = 1u64.wrapping_shl(length as u32);
    leaves <= capacity && leaves > capacity.wrapping_shr(1)
}

/// The root computed from the leaf with this index in its layer and bare sibling hashes.
#[inline(never)]
pub(crate) fn fold_by_number<H: Hasher>(siblings: &[[u8; 32]], number: u64, leaf: &[u8; 32]) -> [u8; 32] {
    fold::<H, _, _>(siblings, number, leaf, |root| *root)
}

/// Not inlined: inside its caller, the loop would spill its registers.
#[inline(never)]
fn leads_to<H: Hasher>(nodes: &[Node], leaf: &[u8; 32], root: &[u8; 32]) -> bool {
    fold::<H, _, _>(nodes, 0, leaf, |hash| same_bytes(hash, root))
}

/// Folds between two buffers, two nodes at a time, so that no step copies a hash or a pointer. `number` is the leaf's
/// index in its layer, for siblings that do not carry their side.
#[inline(always)]
fn fold<H: Hasher, S: Sibling, R>(siblings: &[S], number: u64, leaf: &[u8; 32], end: impl FnOnce(&[u8; 32]) -> R) -> R {
    let (mut even, mut odd) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    let [first, rest @ ..] = siblings else {
        return end(leaf);
    };
    let mut hash = step::<H, S>(leaf, first, number, &mut odd);
    let (mut rest, mut number) = (rest, number);
    loop {
        let [second, others @ ..] = rest else {
            return end(hash);
        };
        let other = step::<H, S>(hash, second, number.wrapping_shr(1), &mut even);
        let [third, others @ ..] = others else {
            return end(other);
        };
        number = number.wrapping_shr(2);
        hash = step::<H, S>(other, third, number, &mut odd);
        rest = others;
    }
}

/// The parent of a hash and its sibling.
#[inline(always)]
fn step<'h, H: Hasher, S: Sibling>(
    hash: &[u8; 32],
    sibling: &S,
    number: u64,
    parent: &'h mut MaybeUninit<[u8; 32]>,
) -> &'h [u8; 32] {
    if sibling.is_right_of(number) {
        H::hash_into(&[hash, sibling.bytes()], parent)
    } else {
        H::hash_into(&[sibling.bytes(), hash], parent)
    }
}

/// Whether two hashes or keys are equal. Comparing four words costs half as much as the syscall that `==` becomes on
/// chain.
#[inline(always)]
#[must_use]
pub fn same_bytes(a: &[u8; 32], b: &[u8; 32]) -> bool {
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        if word(a) != word(b) {
            return false;
        }
    }
    true
}

#[inline(always)]
fn word(bytes: &[u8]) -> u64 {
    bytes.first_chunk::<8>().map_or(0, |word| u64::from_le_bytes(*word))
}
