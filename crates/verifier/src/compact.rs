//! Compact score proofs. They omit whatever the reader knows or can compute: the sides of siblings, intermediate roots,
//! the fixture and the stat keys.
//!
//! The rules and error numbers are those of [`ScoresProof`](crate::ScoresProof). Intermediate roots are recomputed, not
//! compared, so a value from outside the published tree only shows at the end, as a wrong root (6004).

use crate::{
    multiproof, path, roots,
    rule::require,
    scores::{are_distinct, present},
    zero, Error, Fact, Facts, Hasher, Layout, ProvenEvent, ScoresSummary, SlotTime, Stat, UpdateStats, MAX_STATS,
};

/// One more present stat of the update. It proves the period when all keys are absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompactWitness {
    /// Stat key; not one of the caller's keys.
    pub key: u32,
    /// The stat's value.
    pub value: i32,
}

/// A compact score proof as received. Only the fixture and the keys are trusted: the caller supplies them.
///
/// Each proof has exactly one encoding: parts that are not needed must be left out.
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
    /// Index j of the update among them, from 0. Its event stat root is leaf 2j + 1 of the fixture sub-tree.
    pub update_index: u32,
    /// Siblings from the event stat root to the sub-tree root. The first sibling is the update's zero-map leaf; it is
    /// left out when `zero_map` is given, because it is the hash of that map.
    pub fixture_siblings: &'a [[u8; 32]],
    /// Index of the fixture's summary in the main tree; must be below 2^(number of siblings).
    pub main_index: u32,
    /// Siblings from the summary to the slot root.
    pub main_siblings: &'a [[u8; 32]],
    /// Period of all present stats (an update has only one); 0 when no stat is present.
    pub period: i32,
    /// One value for each key.
    pub values: &'a [i32],
    /// Bit i: key i is absent, proven by the zero map, and its value is 0. Bits beyond the keys must be 0.
    pub absent: u8,
    /// The update's zero map; present if and only if some key is absent.
    pub zero_map: Option<&'a [u8; 32]>,
    /// Only when every key is absent.
    pub witness: Option<CompactWitness>,
    /// Heap number of each present stat, in the order of the stats: the root is 1, the children of n are 2n and 2n + 1.
    pub leaf_indices: &'a [u32],
    /// Multiproof siblings of the present stats, deepest layer first, right to left.
    pub hashes: &'a [[u8; 32]],
    /// Root of the update's stat tree; given if and only if no stat is present to compute it from.
    pub event_stat_root: Option<&'a [u8; 32]>,
}

/// A compact proof that has passed [`CompactProof::check_form`]. Only the hashing is left.
#[derive(Clone, Copy, Debug)]
pub struct CheckedCompact<'p, 'a> {
    proof: &'p CompactProof<'a>,
    time: SlotTime,
}

/// The result of a verified compact proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvenCompact {
    /// The update, with one fact for each key.
    pub event: ProvenEvent,
    /// The witness, a present stat.
    pub witness: Option<Fact>,
}

impl<'a> CompactProof<'a> {
    /// Checks everything that needs no hashing and no account: counts, lengths, the unique encoding, times, update
    /// count, leaf indices.
    ///
    /// # Errors
    /// In this order: [`TooManyStats`](Error::TooManyStats) (also for none), [`ProofTooLarge`](Error::ProofTooLarge),
    /// [`InvalidCompactForm`](Error::InvalidCompactForm), [`Overflow`](Error::Overflow),
    /// [`TimeSlotMismatch`](Error::TimeSlotMismatch), [`InvalidUpdateCount`](Error::InvalidUpdateCount),
    /// [`LengthMismatch`](Error::LengthMismatch), [`InvalidMultiproof`](Error::InvalidMultiproof).
    #[inline(always)]
    pub fn check_form(&self) -> Result<SlotTime, Error> {
        require!(AnyStat, !self.keys.is_empty(), Error::TooManyStats);
        require!(StatCount, self.keys.len() <= MAX_STATS, Error::TooManyStats);
        path::check_length(self.fixture_length())?;
        path::check_length(self.main_siblings.len())?;
        path::check_length(self.hashes.len())?;
        let count = self.check_encoding()?;
        let time = self.update_stats().check()?;
        require!(IndexCount, self.leaf_indices.len() == count, Error::LengthMismatch);
        multiproof::check_indices(self.leaf_indices)?;
        let is_key = |witness: &CompactWitness| self.keys.contains(&witness.key);
        // One stat under two leaves would let a strategy count it twice.
        require!(KeysDistinct, are_distinct(self.keys.iter().copied()), Error::InvalidMultiproof);
        require!(CompactWitnessKey, !self.witness.as_ref().is_some_and(is_key), Error::InvalidMultiproof);
        Ok(time)
    }

    /// Like [`check_form`](Self::check_form), but the result type records that the check was made.
    ///
    /// # Errors
    /// As `check_form`.
    #[inline(always)]
    pub fn check(&self) -> Result<CheckedCompact<'_, 'a>, Error> {
        let time = self.check_form()?;
        Ok(CheckedCompact { proof: self, time })
    }

    /// Verifies the whole proof against a slot root. The root must belong to the slot that
    /// [`check_form`](Self::check_form) returns. `sport` maps keys to bits of the zero map.
    ///
    /// # Errors
    /// As `check_form`, then as [`CheckedCompact::verify`].
    #[inline(always)]
    pub fn verify<H: Hasher>(&self, root: &[u8; 32], sport: Layout) -> Result<ProvenCompact, Error> {
        self.check()?.verify::<H>(root, sport)
    }

    /// Verifies the whole proof against the bytes of a daily scores roots account. The caller must have checked the
    /// account's owner and address.
    ///
    /// # Errors
    /// As `check_form`, then as [`roots::scores_root`], then as [`CheckedCompact::verify`].
    #[inline(always)]
    pub fn verify_in_account<H: Hasher>(&self, account: &[u8], sport: Layout) -> Result<ProvenCompact, Error> {
        let checked = self.check()?;
        checked.verify::<H>(roots::scores_root(account, checked.time)?, sport)
    }

    /// The node above the two leaves of the update, sha256(zero-map leaf ‖ event stat root). It identifies the content.
    /// `event_stat_root` is that of the [verified](Self::verify) update. `None` for an empty fixture path, which no
    /// valid proof has.
    #[inline(always)]
    #[must_use]
    pub fn event_node<H: Hasher>(&self, event_stat_root: &[u8; 32]) -> Option<[u8; 32]> {
        let map_leaf = match self.zero_map {
            Some(map) => H::hashv(&[map]),
            None => *self.fixture_siblings.first()?,
        };
        Some(H::hashv(&[&map_leaf, event_stat_root]))
    }

    /// Checks that optional parts are there exactly when needed, and that lengths match. Returns the number of present
    /// stats.
    #[inline(always)]
    fn check_encoding(&self) -> Result<usize, Error> {
        let absent = self.absent.count_ones() as usize;
        let keys_present = self.keys.len().wrapping_sub(absent);
        let present = keys_present.wrapping_add(usize::from(self.witness.is_some()));
        let misfit = Error::InvalidCompactForm;
        let absent_bits_left = u32::from(self.absent).wrapping_shr(self.keys.len() as u32);
        let main_index_left = u64::from(self.main_index).wrapping_shr(self.main_siblings.len() as u32);
        require!(CompactValues, self.values.len() == self.keys.len(), misfit);
        require!(CompactAbsentBits, absent_bits_left == 0, misfit);
        require!(CompactAbsentValue, self.stats().all(|(stat, is_absent)| !is_absent || stat.value == 0), misfit);
        require!(CompactZeroMap, self.zero_map.is_some() == (absent != 0), misfit);
        // All stats of an update share one period, so a witness beside a present key would prove nothing new.
        require!(CompactWitness, self.witness.is_none() || keys_present == 0, misfit);
        require!(CompactEventRoot, self.event_stat_root.is_some() == (present == 0), misfit);
        // Without a present stat, no hash binds the period.
        require!(CompactPeriod, present != 0 || self.period == 0, misfit);
        require!(CompactMainIndex, main_index_left == 0, misfit);
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
            // A count above 2^31 − 1 becomes negative here and is refused later.
            update_count: self.update_count as i32,
            min_timestamp: self.min_timestamp,
            max_timestamp: self.max_timestamp,
        }
    }

    /// Length of the path from the event stat root to the sub-tree root.
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
    /// The shape first: [`InvalidMainTreeProof`](Error::InvalidMainTreeProof) if the summary has no sibling,
    /// [`InvalidFixtureSubTreeProof`](Error::InvalidFixtureSubTreeProof) for a path that does not fit the update count.
    /// Then from the stats upwards: [`IndexOutOfBounds`](Error::IndexOutOfBounds) and
    /// [`StatNotZero`](Error::StatNotZero) for zero stats, [`MissingProofNode`](Error::MissingProofNode) and
    /// [`InvalidProofPath`](Error::InvalidProofPath) for the multiproof, and `InvalidMainTreeProof` if the computed
    /// root is wrong.
    #[inline(always)]
    pub fn verify<H: Hasher>(&self, root: &[u8; 32], sport: Layout) -> Result<ProvenCompact, Error> {
        let proof = self.proof;
        require!(CompactMainPath, !proof.main_siblings.is_empty(), Error::InvalidMainTreeProof);
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
        require!(CompactRoot, path::same_bytes(&main_root, root), Error::InvalidMainTreeProof);
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
    /// Collects one fact for each key. Absent keys are checked against the zero map here; all facts hold only once the
    /// root has matched.
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

    /// The event stat root: computed from the present stats, or taken from the proof if none is present.
    #[inline(never)]
    fn event_stat_root<H: Hasher>(&self) -> Result<[u8; 32], Error> {
        if let Some(root) = self.event_stat_root {
            require!(CompactHashesWithoutStat, self.hashes.is_empty(), Error::InvalidProofPath);
            return Ok(*root);
        }
        // Reversed: leaves usually come in ascending key order, and the layer wants descending numbers.
        let keys = self.stats().rev().filter(|(_, is_absent)| !is_absent).map(|(stat, _)| stat);
        let mut stats = self.witness_stat().into_iter().chain(keys).zip(self.leaf_indices.iter().rev());
        if let [index] = self.leaf_indices {
            // The most common case; a single node needs no layer.
            let leaf = stats.next().map(|(stat, _)| stat.leaf::<H>()).unwrap_or_default();
            return multiproof::root::<H>(*index, &leaf, self.hashes);
        }
        let mut layer = multiproof::Layer::new();
        for (stat, index) in stats {
            layer.insert::<H>(*index, &stat);
        }
        layer.root::<H>(self.hashes)
    }

    /// An update's two leaves are siblings: the zero map on the left, the event stat root on the right.
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
