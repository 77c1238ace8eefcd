//! Score proofs without what the reader can compute or already knows: no side of any sibling, no root in between, no
//! fixture, no keys.
//!
//! The rules are those of [`ScoresProof`](crate::ScoresProof), with the same numbers. What is recomputed instead of
//! compared shows at the end: whatever is not of the published tree leads to another root, 6004.

use crate::{
    multiproof, path, roots,
    scores::{check_keys, present},
    zero, Error, Fact, Facts, Hasher, Layout, ProvenEvent, ScoresSummary, SlotTime, Stat, UpdateStats, MAX_STATS,
};

/// One more present stat of the update, to show its period when all keys are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompactWitness {
    /// Stat key, none of those asked about.
    pub key: u32,
    /// The stat's value.
    pub value: i32,
}

/// A score proof in the compact form as received. Nothing in it is trusted but the fixture and the keys, which the
/// caller brings along.
///
/// Every proof has one encoding: parts that are not needed must be left out.
#[derive(Clone, Copy, Debug)]
pub struct CompactProof<'a> {
    /// The caller's fixture id.
    pub fixture_id: i64,
    /// The caller's stat keys: 1 to 5, distinct.
    pub keys: &'a [u32],
    /// Number of the fixture's updates in the slot, 1 to 2^31 − 1.
    pub update_count: u32,
    /// Time of the earliest of them, milliseconds.
    pub min_timestamp: i64,
    /// Time of the latest of them, milliseconds.
    pub max_timestamp: i64,
    /// Place j of the update among them, from 0: its event stat root is leaf 2j + 1 of the fixture sub-tree.
    pub update_index: u32,
    /// Siblings from the event stat root to the sub-tree root. The first, the update's zero-map leaf, is left out when
    /// `zero_map` is given, whose hash it is.
    pub fixture_siblings: &'a [[u8; 32]],
    /// Place of the fixture's summary in the main tree; no bits beyond the siblings.
    pub main_index: u32,
    /// Siblings from the summary to the slot root.
    pub main_siblings: &'a [[u8; 32]],
    /// Period of all present stats, which is one and the same in an update; 0 when there are none.
    pub period: i32,
    /// One value for each key.
    pub values: &'a [i32],
    /// Bit i: key i is zero by the zero map; its value is 0. No bits beyond the keys.
    pub absent: u8,
    /// The update's zero map, if and only if a key is absent.
    pub zero_map: Option<&'a [u8; 32]>,
    /// Only when every key is absent.
    pub witness: Option<CompactWitness>,
    /// One heap number for each present stat, in their order; root 1, children of n: 2n and 2n + 1.
    pub leaf_indices: &'a [u32],
    /// The siblings that the present stats share, deepest layer first, right to left.
    pub hashes: &'a [[u8; 32]],
    /// Root of the update's stat tree, if and only if no stat is present from which it could be computed.
    pub event_stat_root: Option<&'a [u8; 32]>,
}

/// A compact proof whose form is right. What is left to do is hashing.
#[derive(Clone, Copy, Debug)]
pub struct CheckedCompact<'p, 'a> {
    proof: &'p CompactProof<'a>,
    time: SlotTime,
}

/// What a compact proof proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvenCompact {
    /// The update, with one fact for each key.
    pub event: ProvenEvent,
    /// The witness, a present stat.
    pub witness: Option<Fact>,
}

impl<'a> CompactProof<'a> {
    /// Checks everything that needs no hashing and no account: counts, lengths, the one encoding, times, update count,
    /// leaf indices.
    ///
    /// # Errors
    /// In this order: [`TooManyStats`](Error::TooManyStats) (also for none), [`ProofTooLarge`](Error::ProofTooLarge),
    /// [`InvalidCompactForm`](Error::InvalidCompactForm), [`Overflow`](Error::Overflow),
    /// [`TimeSlotMismatch`](Error::TimeSlotMismatch), [`InvalidUpdateCount`](Error::InvalidUpdateCount),
    /// [`LengthMismatch`](Error::LengthMismatch), [`InvalidMultiproof`](Error::InvalidMultiproof).
    #[inline(always)]
    pub fn check_form(&self) -> Result<SlotTime, Error> {
        if self.keys.is_empty() || self.keys.len() > MAX_STATS {
            return Err(Error::TooManyStats);
        }
        path::check_length(self.fixture_length())?;
        path::check_length(self.main_siblings.len())?;
        path::check_length(self.hashes.len())?;
        let count = self.check_encoding()?;
        let time = self.update_stats().check()?;
        if self.leaf_indices.len() != count {
            return Err(Error::LengthMismatch);
        }
        multiproof::check_indices(self.leaf_indices)?;
        let witness = || self.witness.iter().map(|witness| witness.key);
        check_keys(self.keys.iter().copied().chain(witness()))?;
        Ok(time)
    }

    /// [`check_form`](Self::check_form), with a result that remembers that it was done.
    ///
    /// # Errors
    /// As `check_form`.
    #[inline(always)]
    pub fn check(&self) -> Result<CheckedCompact<'_, 'a>, Error> {
        let time = self.check_form()?;
        Ok(CheckedCompact { proof: self, time })
    }

    /// Verifies the whole proof against a slot root, which must be the one of the slot that
    /// [`check_form`](Self::check_form) gives. `sport` says which key has which bit of the zero map.
    ///
    /// # Errors
    /// As `check_form`, then as [`CheckedCompact::verify`].
    #[inline(always)]
    pub fn verify<H: Hasher>(&self, root: &[u8; 32], sport: Layout) -> Result<ProvenCompact, Error> {
        self.check()?.verify::<H>(root, sport)
    }

    /// Verifies the whole proof against the bytes of a daily scores roots account. The caller has checked the account's
    /// owner and address.
    ///
    /// # Errors
    /// As `check_form`, then as [`roots::scores_root`], then as [`CheckedCompact::verify`].
    #[inline(always)]
    pub fn verify_in_account<H: Hasher>(&self, account: &[u8], sport: Layout) -> Result<ProvenCompact, Error> {
        let checked = self.check()?;
        checked.verify::<H>(roots::scores_root(account, checked.time)?, sport)
    }

    /// What is not needed is not there, and what is there fits; gives the number of present stats.
    #[inline(always)]
    fn check_encoding(&self) -> Result<usize, Error> {
        let absent = self.absent.count_ones() as usize;
        let keys_present = self.keys.len().wrapping_sub(absent);
        let present = keys_present.wrapping_add(usize::from(self.witness.is_some()));
        let fits = self.values.len() == self.keys.len()
            && u32::from(self.absent).wrapping_shr(self.keys.len() as u32) == 0
            && self.stats().all(|(stat, is_absent)| !is_absent || stat.value == 0)
            && self.zero_map.is_some() == (absent != 0)
            // All stats of an update have one period: beside a present key a witness would say nothing new.
            && (self.witness.is_none() || keys_present == 0)
            && self.event_stat_root.is_some() == (present == 0)
            // No hash binds it then.
            && (present != 0 || self.period == 0)
            && u64::from(self.main_index).wrapping_shr(self.main_siblings.len() as u32) == 0;
        if !fits {
            return Err(Error::InvalidCompactForm);
        }
        Ok(present)
    }

    /// The keys with their values, and whether they are absent.
    #[inline(always)]
    fn stats(&self) -> impl DoubleEndedIterator<Item = (Stat, bool)> + '_ {
        self.keys.iter().zip(self.values).enumerate().map(|(place, (key, value))| {
            let is_absent = self.absent.wrapping_shr(place as u32) & 1 != 0;
            (Stat { key: *key, value: *value, period: self.period }, is_absent)
        })
    }

    #[inline(always)]
    const fn update_stats(&self) -> UpdateStats {
        UpdateStats {
            // The same four bytes: a count beyond 2^31 − 1 is negative there, and refused.
            update_count: self.update_count as i32,
            min_timestamp: self.min_timestamp,
            max_timestamp: self.max_timestamp,
        }
    }

    /// Nodes of the path from the event stat root to the sub-tree root.
    #[inline(always)]
    const fn fixture_length(&self) -> usize {
        self.fixture_siblings.len().wrapping_add(self.zero_map.is_some() as usize)
    }
}

impl CheckedCompact<'_, '_> {
    /// The slot whose root the proof must lead to.
    #[must_use]
    pub const fn time(&self) -> SlotTime {
        self.time
    }

    /// Verifies the proof against the root of its slot.
    ///
    /// # Errors
    /// The shape first: [`InvalidMainTreeProof`](Error::InvalidMainTreeProof) without any sibling of the summary,
    /// [`InvalidFixtureSubTreeProof`](Error::InvalidFixtureSubTreeProof) for a path that does not fit the update count.
    /// Then from the stats upwards: [`IndexOutOfBounds`](Error::IndexOutOfBounds) and
    /// [`StatNotZero`](Error::StatNotZero) of zero stats, [`MissingProofNode`](Error::MissingProofNode) and
    /// [`InvalidProofPath`](Error::InvalidProofPath) of the multiproof, `InvalidMainTreeProof` when all of it does not
    /// lead to the root.
    #[inline(always)]
    pub fn verify<H: Hasher>(&self, root: &[u8; 32], sport: Layout) -> Result<ProvenCompact, Error> {
        let proof = self.proof;
        if proof.main_siblings.is_empty() {
            return Err(Error::InvalidMainTreeProof);
        }
        let update_stats = proof.update_stats();
        update_stats.check_place(u64::from(proof.update_index), proof.fixture_length())?;
        let mut facts = Facts::NONE;
        proof.gather_facts(sport, &mut facts)?;
        let event_stat_root = proof.event_stat_root::<H>()?;
        let summary = ScoresSummary {
            fixture_id: proof.fixture_id,
            update_stats,
            events_sub_tree_root: proof.events_sub_tree_root::<H>(&event_stat_root)?,
        };
        let main_root =
            path::fold_by_number::<H>(proof.main_siblings, u64::from(proof.main_index), &summary.leaf::<H>());
        if !path::same_bytes(&main_root, root) {
            return Err(Error::InvalidMainTreeProof);
        }
        let event = ProvenEvent {
            fixture_id: proof.fixture_id,
            time: self.time,
            min_timestamp: proof.min_timestamp,
            max_timestamp: proof.max_timestamp,
            update_index: proof.update_index,
            facts,
            event_stat_root,
        };
        Ok(ProvenCompact { event, witness: proof.witness_stat().as_ref().map(present) })
    }
}

impl CompactProof<'_> {
    /// One fact for each key. They hold once the root does; that the absent ones are marked as zero is checked here.
    #[inline(always)]
    fn gather_facts(&self, sport: Layout, facts: &mut Facts) -> Result<(), Error> {
        for (stat, is_absent) in self.stats() {
            facts.push(match self.zero_map {
                Some(map) if is_absent => {
                    zero::check_bit(sport, stat.key, map)?;
                    Fact::Absent { key: stat.key }
                }
                // Without a map no key is absent.
                _ => present(&stat),
            });
        }
        Ok(())
    }

    #[inline(always)]
    fn witness_stat(&self) -> Option<Stat> {
        self.witness.map(|CompactWitness { key, value }| Stat { key, value, period: self.period })
    }

    /// Computed from the present stats where there are any.
    #[inline(never)]
    fn event_stat_root<H: Hasher>(&self) -> Result<[u8; 32], Error> {
        if let Some(root) = self.event_stat_root {
            return if self.hashes.is_empty() { Ok(*root) } else { Err(Error::InvalidProofPath) };
        }
        // From the last, because leaves usually come by ascending key, and the layer wants descending numbers.
        let keys = self.stats().rev().filter(|(_, is_absent)| !is_absent).map(|(stat, _)| stat);
        let mut stats = self.witness_stat().into_iter().chain(keys).zip(self.leaf_indices.iter().rev());
        if let [index] = self.leaf_indices {
            // The commonest case, and one node needs no layer.
            let leaf = stats.next().map(|(stat, _)| stat.leaf::<H>()).unwrap_or_default();
            return multiproof::root::<H>(*index, &leaf, self.hashes);
        }
        let mut layer = multiproof::Layer::new();
        for (stat, index) in stats {
            layer.insert::<H>(*index, &stat);
        }
        layer.root::<H>(self.hashes)
    }

    /// The two leaves of the update stand side by side, its zero map's on the left.
    #[inline(always)]
    fn events_sub_tree_root<H: Hasher>(&self, event_stat_root: &[u8; 32]) -> Result<[u8; 32], Error> {
        let index = u64::from(self.update_index);
        let (map_leaf, siblings) = match (self.zero_map, self.fixture_siblings) {
            (Some(map), siblings) => (H::hashv(&[map]), siblings),
            (None, [map_leaf, siblings @ ..]) => (*map_leaf, siblings),
            // A path that fits an update count has at least one node.
            (None, []) => return Err(Error::InvalidFixtureSubTreeProof),
        };
        Ok(path::fold_by_number::<H>(siblings, index, &H::hashv(&[&map_leaf, event_stat_root])))
    }
}
