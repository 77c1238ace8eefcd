//! Several leaves of one tree proven together.

use crate::{Error, Hasher, Path, Stat, MAX_STATS};

/// Checks that the leaf indices (heap numbers: root 1, children of n are 2n and 2n + 1) are distinct leaves of one
/// depth; then none is an ancestor of another.
#[inline(always)]
pub(crate) fn check_indices(indices: &[u32]) -> Result<(), Error> {
    let Some((first, _)) = indices.split_first() else {
        return Ok(());
    };
    for (place, index) in indices.iter().enumerate() {
        // Two numbers have the same highest bit exactly when their xor is not above their and; zero has none.
        if *index == 0 || index ^ first > index & first {
            return Err(Error::InvalidMultiproof);
        }
        if indices.iter().take(place).any(|other| other == index) {
            return Err(Error::InvalidMultiproof);
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
struct Entry {
    number: u32,
    hash: [u8; 32],
}

/// Leaves waiting to be folded: at most five, by descending number.
pub(crate) struct WorkSet {
    entries: [Entry; MAX_STATS],
    count: usize,
}

impl WorkSet {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            entries: [Entry {
                number: 0,
                hash: [0; 32],
            }; MAX_STATS],
            count: 0,
        }
    }

    /// Adds a leaf at its place in the order. Only as many as there are stats are ever added.
    #[inline(always)]
    pub(crate) fn insert<H: Hasher>(&mut self, number: u32, stat: &Stat) {
        let mut carried = Entry {
            number,
            hash: stat.leaf::<H>(),
        };
        self.count = self.count.wrapping_add(1);
        for place in self.entries.iter_mut().take(self.count) {
            if place.number < carried.number {
                core::mem::swap(place, &mut carried);
            }
        }
    }

    /// Whether no leaf was added.
    pub(crate) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Folds everything to the root with `hashes`, which must be used up exactly.
    ///
    /// All entries are on one layer, so "always the largest number" means: layer by layer, from right to left.
    #[inline(always)]
    pub(crate) fn root<H: Hasher>(mut self, hashes: Path<'_>) -> Result<[u8; 32], Error> {
        let mut hashes = hashes.0.iter();
        while self.count > 1 {
            let mut read: usize = 0;
            let mut written: usize = 0;
            while read < self.count {
                let Some(entry) = self.entries.get(read) else {
                    break;
                };
                read = read.wrapping_add(1);
                let next = self.entries.get(read).filter(|_| read < self.count);
                let hash = match next {
                    // The entries descend and are distinct: only a left neighbour can be in the set.
                    Some(left) if left.number ^ 1 == entry.number => {
                        read = read.wrapping_add(1);
                        H::hashv(&[&left.hash, &entry.hash])
                    }
                    _ => step::<H>(entry, hashes.next())?,
                };
                let number = entry.number.wrapping_shr(1);
                if let Some(place) = self.entries.get_mut(written) {
                    *place = Entry { number, hash };
                }
                written = written.wrapping_add(1);
            }
            self.count = written;
        }
        let [mut entry, ..] = self.entries;
        while entry.number > 1 {
            entry.hash = step::<H>(&entry, hashes.next())?;
            entry.number = entry.number.wrapping_shr(1);
        }
        // A hash that nothing needed would be a byte that nothing checks.
        if hashes.next().is_some() {
            return Err(Error::InvalidProofPath);
        }
        Ok(entry.hash)
    }
}

/// Joins an entry with the next hash, whose side must be the one that the entry's number leaves free.
#[inline(always)]
fn step<H: Hasher>(entry: &Entry, sibling: Option<&crate::Node>) -> Result<[u8; 32], Error> {
    let sibling = sibling.ok_or(Error::MissingProofNode)?;
    let on_the_right = entry.number & 1 == 0;
    if sibling.is_right_sibling() != on_the_right {
        return Err(Error::InvalidProofPath);
    }
    Ok(if on_the_right {
        H::hashv(&[&entry.hash, sibling.hash()])
    } else {
        H::hashv(&[sibling.hash(), &entry.hash])
    })
}
