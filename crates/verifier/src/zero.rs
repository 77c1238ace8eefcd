//! Zero proofs: the update's zero map shows that a stat is zero and so not in the tree.

use crate::{
    rule::{refuse, require},
    Error, Hasher, Layout, Node, Path, Stat, Trust,
};

/// Checks the zero proofs of one call.
pub(crate) struct ZeroProofs<'a> {
    trust: Trust,
    seen: Option<Layout>,
    /// The zero-map leaf of the update: the first node of its path in the fixture sub-tree.
    map_leaf: Option<&'a Node>,
}

impl<'a> ZeroProofs<'a> {
    #[inline(always)]
    pub(crate) fn new(trust: Trust, fixture_path: Path<'a>) -> Self {
        Self { trust, seen: None, map_leaf: fixture_path.0.first() }
    }

    /// Checks one zero proof, in this order: two nodes on the left, marker, layout, value, map, key, bit.
    #[inline(always)]
    pub(crate) fn check<H: Hasher>(&mut self, stat: &Stat, path: Path<'_>) -> Result<(), Error> {
        let [marker, map, rest @ ..] = path.0 else {
            return Err(Error::InvalidStatProof);
        };
        require!(ZeroNodes, rest.is_empty(), Error::InvalidStatProof);
        require!(ZeroSides, !marker.is_right_sibling() && !map.is_right_sibling(), Error::InvalidStatProof);
        require!(ZeroMarker, is_marker(marker), Error::InvalidStatProof);
        let [layout, ..] = *marker.hash();
        let layout = self.accept(layout)?;
        require!(ZeroValue, stat.value == 0, Error::InvalidStatProof);
        let map = map.hash();
        // Binds the map to this update: the map's leaf is the left sibling of the update's event stat root.
        let is_bound = self.map_leaf.is_some_and(|leaf| H::hashv(&[map]) == *leaf.hash());
        require!(ZeroMap, is_bound, Error::InvalidStatProof);
        check_bit(layout, stat.key, map)
    }

    /// The layout byte must be that of the trusted sport, or the same for the whole call.
    #[inline(always)]
    fn accept(&mut self, byte: u8) -> Result<Layout, Error> {
        let Some(layout) = Layout::from_byte(byte) else {
            refuse!(ZeroLayoutKnown, Error::IndexOutOfBounds);
            return Ok(Layout::Soccer);
        };
        let expected = match self.trust {
            Trust::Sport(sport) => sport,
            Trust::AnyOne => *self.seen.get_or_insert(layout),
        };
        require!(ZeroLayout, layout == expected, Error::IndexOutOfBounds);
        Ok(layout)
    }
}

/// Checks that the key has a bit in the layout and that this map sets it.
#[inline(always)]
pub(crate) fn check_bit(layout: Layout, key: u32, map: &[u8; 32]) -> Result<(), Error> {
    let Some(bit) = layout.bit(key) else {
        refuse!(ZeroKey, Error::IndexOutOfBounds);
        return Ok(());
    };
    let byte = map.get(usize::from(bit.wrapping_shr(3))).copied().unwrap_or(0);
    require!(ZeroBit, byte.wrapping_shr(u32::from(bit & 7)) & 1 != 0, Error::StatNotZero);
    Ok(())
}

/// Whether a single path is a zero proof: bytes 1 to 31 of its first hash are all 0xff, which no SHA-256 hash is in
/// practice.
#[inline(always)]
pub(crate) fn is_zero_proof(path: Path<'_>) -> bool {
    path.0.first().is_some_and(is_marker)
}

#[inline(always)]
fn is_marker(node: &Node) -> bool {
    let [_, rest @ ..] = node.hash();
    // For a real hash this returns at the first byte.
    for byte in rest {
        if *byte != 0xff {
            return false;
        }
    }
    true
}
