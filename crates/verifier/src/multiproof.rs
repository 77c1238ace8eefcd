//! Multiproofs: several leaves of one tree, proven together.

use crate::{
    path::{self, Sibling},
    rule::{refuse, require},
    scores::are_distinct,
    Error, Hasher, Path, Stat, MAX_STATS,
};

/// Checks that the leaf indices (heap numbers: the root is 1, the children of n are 2n and 2n + 1) are distinct leaves
/// at one depth, so that none is an ancestor of another.
#[inline(always)]
pub(crate) fn check_indices(indices: &[u32]) -> Result<(), Error> {
    match indices {
        [index] if *index != 0 => Ok(()),
        _ => check_several(indices),
    }
}

/// Not inlined: inside its caller, the loops would spill their registers.
#[inline(never)]
fn check_several(indices: &[u32]) -> Result<(), Error> {
    let first = indices.first().copied().unwrap_or(0);
    // Two numbers have the same highest bit exactly when `a ^ b < a & b`. (The two sides share no bit, so they are
    // equal only if both are zero.)
    let same_depth = |index: &u32| (index ^ first) < index & first;
    require!(IndexDepth, indices.iter().all(same_depth), Error::InvalidMultiproof);
    require!(IndicesDistinct, are_distinct(indices.iter().copied()), Error::InvalidMultiproof);
    Ok(())
}

#[derive(Clone, Copy)]
struct Entry {
    hash: [u8; 32],
    number: u32,
}

/// The known nodes of one layer: at most five, by descending number.
pub(crate) struct Layer {
    entries: [Entry; MAX_STATS],
    count: usize,
}

impl Layer {
    const EMPTY: Layer = Layer { entries: [Entry { hash: [0; 32], number: 0 }; MAX_STATS], count: 0 };

    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self::EMPTY
    }

    /// Inserts a leaf in order; nothing moves if leaves come in descending order. Callers add at most one leaf per
    /// stat.
    #[inline(always)]
    pub(crate) fn insert<H: Hasher>(&mut self, number: u32, stat: &Stat) {
        let Some(place) = self.entries.get_mut(self.count) else {
            return;
        };
        H::hash_over(&[&stat.to_bytes()], &mut place.hash);
        place.number = number;
        self.count = self.count.wrapping_add(1);
        let mut rest = self.entries.get_mut(..self.count).unwrap_or(&mut []);
        while let [.., left, right] = rest {
            // `check_indices` has made sure that numbers are distinct, so `>=` would do the same.
            if left.number > right.number {
                break;
            }
            core::mem::swap(left, right);
            rest = rest.split_last_mut().map_or(&mut [], |(_, rest)| rest);
        }
    }

    /// Folds the layer with `hashes`, which must be used up exactly, and compares the result with `root`.
    #[inline(always)]
    pub(crate) fn leads_to<H: Hasher>(&mut self, hashes: Path<'_>, root: &[u8; 32]) -> Result<(), Error> {
        let siblings = match self.count {
            // No leaf, so nothing to prove. (This arm and the next are shortcuts; merging would give the same result.)
            0 => return Err(Error::InvalidMultiproof),
            1 => hashes,
            _ => Path(self.merge::<H, _>(hashes.0)?),
        };
        // One node is left; the remaining hashes are an ordinary path.
        let [Entry { hash, number }, ..] = &self.entries;
        leads_to::<H>(*number, hash, siblings, root)
    }

    /// Folds the layer with bare sibling hashes, which must be used up exactly, and returns the root.
    #[inline(always)]
    pub(crate) fn root<H: Hasher>(&mut self, siblings: &[[u8; 32]]) -> Result<[u8; 32], Error> {
        let siblings = self.merge::<H, _>(siblings)?;
        let [Entry { hash, number }, ..] = &self.entries;
        root::<H>(*number, hash, siblings)
    }

    /// Folds the layer until only its first entry is left, and returns the unused hashes.
    ///
    /// All entries are on one layer, so "largest number first" means layer by layer, from right to left. Two buffers
    /// alternate, so that hashes are copied only once, at the end.
    #[inline(never)]
    fn merge<'h, H: Hasher, S: Sibling>(&mut self, hashes: &'h [S]) -> Result<&'h [S], Error> {
        let mut hashes = hashes.iter();
        let mut other = Self::EMPTY;
        let (mut layer, mut parents) = (&mut *self, &mut other);
        while layer.count > 1 {
            parents.count = 0;
            let mut rest = layer.entries.get(..layer.count).unwrap_or(&[]);
            let mut places = parents.entries.iter_mut();
            while let ([entry, others @ ..], Some(parent)) = (rest, places.next()) {
                parent.number = entry.number.wrapping_shr(1);
                parents.count = parents.count.wrapping_add(1);
                rest = match others {
                    // Entries descend and are distinct, so two children of one parent are neighbours: right, then left.
                    [left, others @ ..] if left.number.wrapping_shr(1) == parent.number => {
                        H::hash_over(&[&left.hash, &entry.hash], &mut parent.hash);
                        others
                    }
                    _ => {
                        match hashes.next() {
                            Some(sibling) => join::<H, S>(entry, sibling, &mut parent.hash)?,
                            None => refuse!(HashMissing, Error::MissingProofNode),
                        }
                        others
                    }
                };
            }
            core::mem::swap(&mut layer, &mut parents);
        }
        let [last, ..] = layer.entries;
        let [first, ..] = &mut self.entries;
        *first = last;
        Ok(hashes.as_slice())
    }
}

/// Checks that one node leads to the root. The sides and the number of `siblings` must match the node's number.
#[inline(always)]
pub(crate) fn leads_to<H: Hasher>(
    number: u32,
    hash: &[u8; 32],
    siblings: Path<'_>,
    root: &[u8; 32],
) -> Result<(), Error> {
    require!(HashesFit, siblings.heap_number() == u64::from(number), misfit(number, siblings));
    require!(MultiproofRoot, siblings.leads_to::<H>(hash, root), Error::InvalidStatProof);
    Ok(())
}

/// The error for siblings that do not match the node's number: one is on the wrong side or left over, or too few.
#[cold]
#[inline(never)]
fn misfit(mut number: u32, siblings: Path<'_>) -> Error {
    for sibling in siblings.0 {
        if number <= 1 || sibling.is_right_sibling() != (number & 1 == 0) {
            return Error::InvalidProofPath;
        }
        number = number.wrapping_shr(1);
    }
    Error::MissingProofNode
}

/// The root computed from one node and bare sibling hashes, one for each layer above the node.
#[inline(always)]
pub(crate) fn root<H: Hasher>(number: u32, hash: &[u8; 32], siblings: &[[u8; 32]]) -> Result<[u8; 32], Error> {
    // Lengths have been checked: at most 32.
    match u64::from(number).wrapping_shr(siblings.len() as u32) {
        0 => refuse!(CompactHashesFit, Error::InvalidProofPath),
        1 => {}
        _ => refuse!(CompactHashesFit, Error::MissingProofNode),
    }
    Ok(path::fold_by_number::<H>(siblings, u64::from(number), hash))
}

/// Hashes a node with its sibling; the sibling's side must match the node's number.
#[inline(always)]
fn join<H: Hasher, S: Sibling>(entry: &Entry, sibling: &S, parent: &mut [u8; 32]) -> Result<(), Error> {
    let is_right = sibling.is_right_of(u64::from(entry.number));
    require!(HashSide, is_right == (entry.number & 1 == 0), Error::InvalidProofPath);
    if is_right {
        H::hash_over(&[&entry.hash, sibling.bytes()], parent);
    } else {
        H::hash_over(&[sibling.bytes(), &entry.hash], parent);
    }
    Ok(())
}
