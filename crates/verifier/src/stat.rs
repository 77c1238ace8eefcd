//! Claimed stats: key, value, period, and a path.

use crate::{bytes::put, rule::refuse, Error, Hasher, Path};

/// The maximum number of stats in one proof.
pub const MAX_STATS: usize = 5;

/// One stat of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stat {
    /// Stat key, e.g. 1 for participant 1's goals in soccer.
    pub key: u32,
    /// The stat's value.
    pub value: i32,
    /// The match state of the record (`StatusId`), 0 when the record has none. 100 is final.
    pub period: i32,
}

impl Stat {
    /// The 12 bytes that are hashed: key, value, period, little endian.
    #[inline(always)]
    #[must_use]
    pub fn to_bytes(self) -> [u8; 12] {
        let mut bytes = [0; 12];
        put(&mut bytes, 0, self.key.to_le_bytes());
        put(&mut bytes, 4, self.value.to_le_bytes());
        put(&mut bytes, 8, self.period.to_le_bytes());
        bytes
    }

    /// The leaf hash in the stat tree.
    #[inline(always)]
    #[must_use]
    pub fn leaf<H: Hasher>(self) -> [u8; 32] {
        H::hashv(&[&self.to_bytes()])
    }
}

/// A stat with its path. In a multiproof a present stat's path is empty, and a path is always a zero proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatLeaf<'a> {
    /// The claimed stat.
    pub stat: Stat,
    /// Its path to the event stat root, or a zero proof (marker node and zero map).
    pub path: Path<'a>,
}

const NO_LEAF: StatLeaf<'static> = StatLeaf { stat: Stat { key: 0, value: 0, period: 0 }, path: Path::EMPTY };

/// The claimed stats of a proof, in the caller's own representation.
///
/// Lets a program's decoded arguments be read in place instead of copied.
pub trait StatLeaves {
    /// Number of stats.
    fn count(&self) -> usize;

    /// The first [`MAX_STATS`] stats; a proof of more is refused.
    fn stats(&self) -> impl DoubleEndedIterator<Item = StatLeaf<'_>> + Clone;
}

/// Implemented by a caller's own type for a stat with its path.
pub trait AsStatLeaf {
    /// The stat as the verifier's type.
    fn as_stat_leaf(&self) -> StatLeaf<'_>;
}

impl AsStatLeaf for StatLeaf<'_> {
    #[inline(always)]
    fn as_stat_leaf(&self) -> StatLeaf<'_> {
        *self
    }
}

impl<T: AsStatLeaf> StatLeaves for &[T] {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn stats(&self) -> impl DoubleEndedIterator<Item = StatLeaf<'_>> + Clone {
        self.get(..MAX_STATS).unwrap_or(self).iter().map(T::as_stat_leaf)
    }
}

impl StatLeaves for Leaves<'_> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn stats(&self) -> impl DoubleEndedIterator<Item = StatLeaf<'_>> + Clone {
        self.as_slice().iter().copied()
    }
}

/// At most [`MAX_STATS`] stats, in the caller's order.
#[derive(Clone, Copy, Debug)]
pub struct Leaves<'a> {
    leaves: [StatLeaf<'a>; MAX_STATS],
    count: usize,
}

impl<'a> Leaves<'a> {
    /// Takes up to five leaves.
    ///
    /// # Errors
    /// [`Error::TooManyStats`] for more than five. An empty list is refused later, when the proof is checked.
    #[inline(always)]
    pub fn new(leaves: impl IntoIterator<Item = StatLeaf<'a>>) -> Result<Self, Error> {
        let mut taken = Self { leaves: [NO_LEAF; MAX_STATS], count: 0 };
        for leaf in leaves {
            let Some(place) = taken.leaves.get_mut(taken.count) else {
                refuse!(StatCount, Error::TooManyStats);
                break;
            };
            *place = leaf;
            taken.count = taken.count.wrapping_add(1);
        }
        Ok(taken)
    }

    /// The leaves.
    #[inline(always)]
    #[must_use]
    pub fn as_slice(&self) -> &[StatLeaf<'a>] {
        self.leaves.get(..self.count).unwrap_or(&[])
    }
}
