//! Facts that a proof establishes about stats.

use crate::MAX_STATS;

/// A proven fact about one stat of one update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The stat is a leaf of the update's stat tree: the hash binds key, value and period.
    Present {
        /// Stat key.
        key: u32,
        /// Proven value.
        value: i32,
        /// Proven period (`StatusId` of the record); 100 is final.
        period: i32,
    },
    /// The update's zero map marks the stat as zero. There is no period: a zero proof binds none, whatever the claim
    /// says.
    Absent {
        /// Stat key.
        key: u32,
    },
}

impl Fact {
    /// The stat key.
    #[must_use]
    pub const fn key(&self) -> u32 {
        match *self {
            Self::Present { key, .. } | Self::Absent { key } => key,
        }
    }

    /// The value; 0 for an absent stat.
    #[inline(always)]
    #[must_use]
    pub const fn value(&self) -> i32 {
        match *self {
            Self::Present { value, .. } => value,
            Self::Absent { .. } => 0,
        }
    }

    /// The period, of a present stat only.
    #[must_use]
    pub const fn period(&self) -> Option<i32> {
        match *self {
            Self::Present { period, .. } => Some(period),
            Self::Absent { .. } => None,
        }
    }
}

/// Up to five facts, in the order of the leaves.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    facts: [Fact; MAX_STATS],
    count: usize,
}

impl Facts {
    pub(crate) const NONE: Facts = Facts { facts: [Fact::Absent { key: 0 }; MAX_STATS], count: 0 };

    /// Up to five facts, unproven: for tests of code that consumes facts. Proven facts come in a
    /// [`ProvenEvent`](crate::ProvenEvent).
    #[must_use]
    pub fn from_slice(facts: &[Fact]) -> Option<Self> {
        let mut all = Self::NONE;
        all.facts.get_mut(..facts.len())?.copy_from_slice(facts);
        all.count = facts.len();
        Some(all)
    }

    /// No fact. With [`places`](Self::places), for callers that read facts where they lie.
    #[inline(always)]
    #[must_use]
    pub const fn empty() -> Self {
        Self { facts: [Fact::Absent { key: 0 }; MAX_STATS], count: 0 }
    }

    /// The places of `count` facts, at most five, for the caller to fill: unproven, like those of
    /// [`from_slice`](Self::from_slice), but copied once.
    #[inline(always)]
    pub fn places(&mut self, count: usize) -> &mut [Fact] {
        self.count = count.min(MAX_STATS);
        self.facts.get_mut(..self.count).unwrap_or(&mut [])
    }

    /// Ignores a fact beyond the fifth; callers push at most one per leaf.
    #[inline(always)]
    pub(crate) fn push(&mut self, fact: Fact) {
        if let Some(place) = self.facts.get_mut(self.count) {
            *place = fact;
            self.count = self.count.wrapping_add(1);
        }
    }

    /// The facts.
    #[inline(always)]
    #[must_use]
    pub fn as_slice(&self) -> &[Fact] {
        self.facts.get(..self.count).unwrap_or(&[])
    }

    /// The fact about the `index`-th leaf.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&Fact> {
        self.as_slice().get(index)
    }
}

impl PartialEq for Facts {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Facts {}
