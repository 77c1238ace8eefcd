//! Score proofs: one update of one fixture, and up to five of its stats.

use core::mem::MaybeUninit;

use crate::{
    bytes::{length, put},
    memory, multiproof, path, roots,
    rule::require,
    zero, Error, Fact, Facts, Hasher, Leaves, Path, SlotTime, StatLeaf, StatLeaves, Trust, MAX_STATS,
};

/// Count and times of the updates of one fixture in one slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpdateStats {
    /// Number of updates, at least 1.
    pub update_count: i32,
    /// Time of the earliest update, milliseconds.
    pub min_timestamp: i64,
    /// Time of the latest update, milliseconds.
    pub max_timestamp: i64,
}

impl UpdateStats {
    /// Times in one slot, and at least one update.
    #[inline(always)]
    pub(crate) fn check(&self) -> Result<SlotTime, Error> {
        let time = SlotTime::of_range(self.min_timestamp, self.max_timestamp)?;
        require!(UpdateCount, self.update_count >= 1, Error::InvalidUpdateCount);
        Ok(time)
    }

    /// Checks that the update's index is below the count and that its path has the depth of the fixture sub-tree, which
    /// has two leaves per update. The count must have been [checked](Self::check).
    #[inline(always)]
    pub(crate) fn check_place(&self, update_index: u64, path_length: usize) -> Result<(), Error> {
        let updates = u64::from(self.update_count as u32);
        let has_depth = path::has_depth_of(path_length, updates.wrapping_mul(2));
        require!(FixturePathLength, has_depth, Error::InvalidFixtureSubTreeProof);
        require!(UpdateIndex, update_index < updates, Error::InvalidFixtureSubTreeProof);
        Ok(())
    }
}

/// One fixture's leaf of a slot's main tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoresSummary {
    /// Fixture id.
    pub fixture_id: i64,
    /// Count and times of the updates.
    pub update_stats: UpdateStats,
    /// Root of the fixture sub-tree.
    pub events_sub_tree_root: [u8; 32],
}

impl ScoresSummary {
    /// The leaf hash in the main tree: `sha256(0x01 ‖ Borsh)` over 61 bytes.
    #[inline(always)]
    #[must_use]
    pub fn leaf<H: Hasher>(&self) -> [u8; 32] {
        H::hashv(&[&self.head(), &self.events_sub_tree_root])
    }

    /// The tag and all fields except the root: 29 bytes.
    #[inline(always)]
    fn head(&self) -> [u8; 29] {
        let mut head = [0; 29];
        put(&mut head, 0, [1]);
        put(&mut head, 1, self.fixture_id.to_le_bytes());
        put(&mut head, 9, self.update_stats.update_count.to_le_bytes());
        put(&mut head, 13, self.update_stats.min_timestamp.to_le_bytes());
        put(&mut head, 21, self.update_stats.max_timestamp.to_le_bytes());
        head
    }
}

/// How the present stats are proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatProof<'a> {
    /// Each leaf has its own path (v1, v2).
    Single,
    /// All present leaves share one multiproof (v3, v4).
    Multi {
        /// Hashes in the order in which they are needed: deepest layer first, right to left.
        hashes: Path<'a>,
        /// Heap numbers: the i-th belongs to the i-th leaf without a path. The root is 1, the children of n are 2n and
        /// 2n + 1.
        indices: &'a [u32],
    },
}

/// A score proof as received. Nothing in it is trusted.
#[derive(Clone, Copy, Debug)]
pub struct ScoresProof<'a, L = Leaves<'a>> {
    /// Time argument, milliseconds; must be the summary's minimum.
    pub ts: i64,
    /// The fixture's summary.
    pub summary: &'a ScoresSummary,
    /// From the event stat root to the summary's sub-tree root; its first node is the update's zero-map leaf.
    pub fixture_path: Path<'a>,
    /// From the summary to the slot root.
    pub main_path: Path<'a>,
    /// Root of the update's stat tree.
    pub event_stat_root: &'a [u8; 32],
    /// The claimed stats.
    pub leaves: L,
    /// How the present ones are proven.
    pub stat_proof: StatProof<'a>,
}

/// A proof that has passed [`ScoresProof::check_form`]: sizes, times, counts, indices. Only the hashing is left.
#[derive(Clone, Copy, Debug)]
pub struct CheckedProof<'p, 'a, L = Leaves<'a>> {
    proof: &'p ScoresProof<'a, L>,
    time: SlotTime,
}

/// A proven update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvenEvent {
    /// Fixture id.
    pub fixture_id: i64,
    /// Slot of the update.
    pub time: SlotTime,
    /// Time of the fixture's earliest update in the slot, milliseconds.
    pub min_timestamp: i64,
    /// Time of the fixture's latest update in the slot, milliseconds.
    pub max_timestamp: i64,
    /// Place of the update among the fixture's updates of the slot, from 0.
    pub update_index: u32,
    /// One fact for each leaf, in their order.
    pub facts: Facts,
    pub(crate) event_stat_root: [u8; 32],
}

/// Orders the updates of a fixture: one integer with the epoch day in bits 40–55, the slot in 28–39 and the update's
/// index in 0–27.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderKey(u64);

impl OrderKey {
    /// The key as an integer: a later update has a greater key.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The slot of the update that an order key stands for, as an integer.
    ///
    /// ```
    /// use linesman_verifier::{OrderKey, SlotTime};
    ///
    /// let slot = OrderKey::slot_of(20_717 << 40 | 100 << 28 | 3);
    /// assert_eq!(slot, SlotTime { epoch_day: 20_717, slot: 100 });
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn slot_of(order_key: u64) -> SlotTime {
        SlotTime { epoch_day: (order_key >> 40) as u16, slot: (order_key >> 28 & 0xfff) as u16 }
    }
}

impl<'a, L: StatLeaves> ScoresProof<'a, L> {
    /// Checks everything that needs no hashing and no account: number of stats, time argument, lengths, times, update
    /// count, leaf indices.
    ///
    /// # Errors
    /// In this order: [`TooManyStats`](Error::TooManyStats) (also for none),
    /// [`TimestampMismatch`](Error::TimestampMismatch), [`ProofTooLarge`](Error::ProofTooLarge),
    /// [`Overflow`](Error::Overflow), [`TimeSlotMismatch`](Error::TimeSlotMismatch),
    /// [`InvalidUpdateCount`](Error::InvalidUpdateCount), [`LengthMismatch`](Error::LengthMismatch),
    /// [`InvalidMultiproof`](Error::InvalidMultiproof).
    #[inline(always)]
    pub fn check_form(&self) -> Result<SlotTime, Error> {
        require!(AnyStat, self.leaves.count() > 0, Error::TooManyStats);
        require!(StatCount, self.leaves.count() <= MAX_STATS, Error::TooManyStats);
        let head = Head::of(self);
        head.check_time_argument()?;
        head.check_lengths()?;
        // `try_fold` because on chain it costs half as much as a loop.
        let present = self.leaves.stats().try_fold(0usize, |present, leaf| {
            leaf.path.check_length()?;
            Ok(present.wrapping_add(usize::from(leaf.path.is_empty())))
        })?;
        if let StatProof::Multi { hashes, .. } = self.stat_proof {
            hashes.check_length()?;
        }
        let time = head.check_summary()?;
        if let StatProof::Multi { indices, .. } = self.stat_proof {
            require!(IndexCount, indices.len() == present, Error::LengthMismatch);
            multiproof::check_indices(indices)?;
            // One stat under two leaves would let a strategy count it twice.
            let keys = self.stats().map(|leaf| leaf.stat.key);
            require!(KeysDistinct, are_distinct(keys), Error::InvalidMultiproof);
        }
        Ok(time)
    }

    /// The stats; `check_form` refuses more than five.
    #[inline(always)]
    fn stats(&self) -> impl DoubleEndedIterator<Item = StatLeaf<'_>> + Clone {
        self.leaves.stats()
    }

    /// Like [`check_form`](Self::check_form), but the result type records that the check was made.
    ///
    /// # Errors
    /// As `check_form`.
    #[inline(always)]
    pub fn check(&self) -> Result<CheckedProof<'_, 'a, L>, Error> {
        let time = self.check_form()?;
        Ok(CheckedProof { proof: self, time })
    }

    /// The node above the two leaves of the update, sha256(zero-map leaf ‖ event stat root). It identifies the content.
    /// Meaningful once the proof is verified. `None` for an empty fixture path, which no valid proof has.
    #[inline(always)]
    #[must_use]
    pub fn event_node<H: Hasher>(&self) -> Option<[u8; 32]> {
        let map_leaf = self.fixture_path.0.first()?;
        Some(H::hashv(&[map_leaf.hash(), self.event_stat_root]))
    }

    /// Verifies the whole proof against a slot root. The root must belong to the slot that
    /// [`check_form`](Self::check_form) returns; [`verify_in_account`](Self::verify_in_account) takes care of that.
    ///
    /// # Errors
    /// As `check_form`, then as [`CheckedProof::verify`].
    #[inline(always)]
    pub fn verify<H: Hasher>(&self, root: &[u8; 32], trust: Trust) -> Result<ProvenEvent, Error> {
        self.check()?.verify::<H>(root, trust)
    }

    /// Verifies the whole proof against the bytes of a daily scores roots account. The caller must have checked the
    /// account's owner and address.
    ///
    /// # Errors
    /// As `check_form`, then as [`roots::scores_root`], then as [`CheckedProof::verify`].
    #[inline(always)]
    pub fn verify_in_account<H: Hasher>(&self, account: &[u8], trust: Trust) -> Result<ProvenEvent, Error> {
        let checked = self.check()?;
        checked.verify::<H>(roots::scores_root(account, checked.time)?, trust)
    }

    /// SHA-256 of the proof as Borsh `StatValidationInputV4` (the same bytes as `V3`), which the oracle signs for v4.
    ///
    /// For a [`StatProof::Single`] proof this is the digest of `StatValidationInput`, which the oracle never signs.
    #[must_use]
    pub fn signed_digest<H: Hasher>(&self) -> [u8; 32] {
        let leaf_total = self.leaves.count().min(MAX_STATS);
        let ts = self.ts.to_le_bytes();
        let summary_head = self.summary.head();
        // The leaf's tag is not part of the payload.
        let [_, fields @ ..] = &summary_head;
        let fixture_length = length(self.fixture_path.len());
        let main_length = length(self.main_path.len());
        let leaf_count = length(leaf_total);
        let mut records = [[0; 16]; MAX_STATS];
        let (hashes, indices) = match self.stat_proof {
            StatProof::Single => (Path::EMPTY, &[] as &[u32]),
            StatProof::Multi { hashes, indices } => (hashes, indices),
        };
        let hash_count = length(hashes.len());
        let index_count = length(indices.len());

        // Every part has a fixed position, two per stat, so nothing is counted while filling them in.
        let mut parts: [&[u8]; HEAD_PARTS + 2 * MAX_STATS + LIST_PARTS] =
            [&[]; HEAD_PARTS + 2 * MAX_STATS + LIST_PARTS];
        let (head, rest) = parts.split_at_mut(HEAD_PARTS);
        let (stats, lists) = rest.split_at_mut(leaf_total.wrapping_mul(2));
        if let Some(head) = head.first_chunk_mut::<HEAD_PARTS>() {
            *head = [
                &ts,
                fields,
                &self.summary.events_sub_tree_root,
                &fixture_length,
                self.fixture_path.as_bytes(),
                &main_length,
                self.main_path.as_bytes(),
                self.event_stat_root,
                &leaf_count,
            ];
        }
        for ((places, record), leaf) in stats.chunks_exact_mut(2).zip(&mut records).zip(self.stats()) {
            put(record, 0, leaf.stat.to_bytes());
            put(record, 12, length(leaf.path.len()));
            if let [stat, path] = places {
                *stat = record;
                *path = leaf.path.as_bytes();
            }
        }
        let mut count = leaf_total.wrapping_mul(2).wrapping_add(HEAD_PARTS);
        if let (StatProof::Multi { .. }, Some(lists)) = (self.stat_proof, lists.first_chunk_mut::<LIST_PARTS>()) {
            *lists = [&hash_count, hashes.as_bytes(), &index_count, memory::u32_bytes(indices)];
            count = count.wrapping_add(LIST_PARTS);
        }
        H::hashv(parts.get(..count).unwrap_or(&[]))
    }
}

/// Number of pieces of a signed payload before its stats and after them.
const HEAD_PARTS: usize = 9;
const LIST_PARTS: usize = 4;

impl<L: StatLeaves> CheckedProof<'_, '_, L> {
    /// The slot whose root the proof must lead to.
    #[must_use]
    pub const fn time(&self) -> SlotTime {
        self.time
    }

    /// Verifies the proof against the root of its slot.
    ///
    /// # Errors
    /// From the root downwards: [`InvalidMainTreeProof`](Error::InvalidMainTreeProof),
    /// [`InvalidFixtureSubTreeProof`](Error::InvalidFixtureSubTreeProof), then the stats:
    /// [`InvalidStatProof`](Error::InvalidStatProof), [`IndexOutOfBounds`](Error::IndexOutOfBounds) and
    /// [`StatNotZero`](Error::StatNotZero) for zero proofs, [`MissingProofNode`](Error::MissingProofNode) and
    /// [`InvalidProofPath`](Error::InvalidProofPath) for multiproofs.
    #[inline(always)]
    pub fn verify<H: Hasher>(&self, root: &[u8; 32], trust: Trust) -> Result<ProvenEvent, Error> {
        let mut facts = Facts::NONE;
        let update_index = self.verify_facts::<H>(root, trust, &mut facts)?;
        Ok(self.proven(update_index, facts))
    }

    /// Like [`verify`](Self::verify), for callers that only need the facts, which go straight into the caller's buffer.
    /// Returns the index of the update.
    #[inline(always)]
    pub(crate) fn verify_facts<H: Hasher>(
        &self,
        root: &[u8; 32],
        trust: Trust,
        facts: &mut Facts,
    ) -> Result<u32, Error> {
        let head = Head::of(self.proof);
        head.verify_summary::<H>(root)?;
        let update_index = head.verify_event_root::<H>(self.proof.event_stat_root)?;
        self.proof.verify_stats::<H>(trust, facts)?;
        Ok(update_index)
    }

    #[inline(always)]
    pub(crate) fn proven(&self, update_index: u32, facts: Facts) -> ProvenEvent {
        let summary = self.proof.summary;
        ProvenEvent {
            fixture_id: summary.fixture_id,
            time: self.time,
            min_timestamp: summary.update_stats.min_timestamp,
            max_timestamp: summary.update_stats.max_timestamp,
            update_index,
            facts,
            event_stat_root: *self.proof.event_stat_root,
        }
    }
}

impl<L: StatLeaves> ScoresProof<'_, L> {
    /// Verifies the stats: each leaf in order, or the zero proofs and then the multiproof.
    #[inline(never)]
    fn verify_stats<H: Hasher>(&self, trust: Trust, facts: &mut Facts) -> Result<(), Error> {
        let mut zeros = zero::ZeroProofs::new(trust, self.fixture_path);
        let mut places = facts.places(self.leaves.count()).iter_mut();
        match self.stat_proof {
            StatProof::Single => self.stats().try_for_each(|StatLeaf { stat, path }| {
                let fact = verify_single::<H>(&stat, path, self.event_stat_root, &mut zeros)?;
                if let Some(place) = places.next() {
                    *place = fact;
                }
                Ok(())
            }),
            StatProof::Multi { hashes, indices } => {
                self.stats().try_for_each(|StatLeaf { stat, path }| {
                    let fact = if path.is_empty() {
                        present(&stat)
                    } else {
                        zeros.check::<H>(&stat, path)?;
                        Fact::Absent { key: stat.key }
                    };
                    if let Some(place) = places.next() {
                        *place = fact;
                    }
                    Ok(())
                })?;
                if indices.is_empty() {
                    // Only zero stats: there is nothing for a hash to prove.
                    require!(HashesWithoutStat, hashes.is_empty(), Error::InvalidProofPath);
                    return Ok(());
                }
                // `check_form` made sure of one index per present leaf. Reversed: leaves usually come in ascending key
                // order, and the layer wants descending numbers.
                let mut present = self.stats().rev().filter(|leaf| leaf.path.is_empty());
                if let ([index], Some(leaf)) = (indices, present.next()) {
                    // The most common case; a single node needs no layer.
                    return multiproof::leads_to::<H>(*index, &leaf.stat.leaf::<H>(), hashes, self.event_stat_root);
                }
                let present = self.stats().rev().filter(|leaf| leaf.path.is_empty());
                let mut layer = multiproof::Layer::new();
                for (leaf, index) in present.zip(indices.iter().rev()) {
                    layer.insert::<H>(*index, &leaf.stat);
                }
                layer.leads_to::<H>(hashes, self.event_stat_root)
            }
        }
    }
}

impl ProvenEvent {
    /// Proves one more stat of the same update with a single path. Used to prove finality: only a present stat has a
    /// period, so a zero proof is refused.
    ///
    /// # Errors
    /// [`ProofTooLarge`](Error::ProofTooLarge), [`InvalidStatProof`](Error::InvalidStatProof).
    #[inline(always)]
    pub fn verify_witness<H: Hasher>(&self, leaf: &StatLeaf<'_>) -> Result<Fact, Error> {
        leaf.path.check_length()?;
        verify_present::<H>(&leaf.stat, leaf.path, &self.event_stat_root)
    }

    /// Root of the update's stat tree.
    #[inline(always)]
    #[must_use]
    pub const fn event_stat_root(&self) -> &[u8; 32] {
        &self.event_stat_root
    }

    /// The key by which updates are ordered.
    ///
    /// # Errors
    /// [`Overflow`](Error::Overflow) if the slot has 2^28 or more earlier updates.
    #[inline(always)]
    pub fn order_key(&self) -> Result<OrderKey, Error> {
        if self.update_index.wrapping_shr(28) != 0 {
            return Err(Error::Overflow);
        }
        let day = u64::from(self.time.epoch_day).wrapping_shl(40);
        let slot = u64::from(self.time.slot).wrapping_shl(28);
        Ok(OrderKey(day.wrapping_add(slot).wrapping_add(u64::from(self.update_index))))
    }
}

/// Whether no number is repeated.
#[inline(always)]
pub(crate) fn are_distinct(numbers: impl Iterator<Item = u32> + Clone) -> bool {
    let mut rest = numbers;
    while let Some(number) = rest.next() {
        if rest.clone().any(|other| other == number) {
            return false;
        }
    }
    true
}

pub(crate) fn present(stat: &crate::Stat) -> Fact {
    Fact::Present { key: stat.key, value: stat.value, period: stat.period }
}

/// A stat with its own path, present or zero.
#[inline(always)]
pub(crate) fn verify_single<H: Hasher>(
    stat: &crate::Stat,
    path: Path<'_>,
    event_stat_root: &[u8; 32],
    zeros: &mut zero::ZeroProofs<'_>,
) -> Result<Fact, Error> {
    if zero::is_zero_proof(path) {
        zeros.check::<H>(stat, path)?;
        return Ok(Fact::Absent { key: stat.key });
    }
    verify_present::<H>(stat, path, event_stat_root)
}

#[inline(always)]
pub(crate) fn verify_present<H: Hasher>(
    stat: &crate::Stat,
    path: Path<'_>,
    event_stat_root: &[u8; 32],
) -> Result<Fact, Error> {
    let mut leaf = MaybeUninit::uninit();
    let leaf = H::hash_into(&[&stat.to_bytes()], &mut leaf);
    require!(StatRoot, path.leads_to::<H>(leaf, event_stat_root), Error::InvalidStatProof);
    Ok(present(stat))
}

/// The parts common to all forms of score proof.
#[derive(Clone, Copy)]
pub(crate) struct Head<'a> {
    pub(crate) ts: i64,
    pub(crate) summary: &'a ScoresSummary,
    pub(crate) fixture_path: Path<'a>,
    pub(crate) main_path: Path<'a>,
}

impl<'a> Head<'a> {
    #[inline(always)]
    pub(crate) fn of<L>(proof: &ScoresProof<'a, L>) -> Self {
        Self { ts: proof.ts, summary: proof.summary, fixture_path: proof.fixture_path, main_path: proof.main_path }
    }

    #[inline(always)]
    pub(crate) fn check_time_argument(&self) -> Result<(), Error> {
        require!(TimeArgument, self.ts == self.summary.update_stats.min_timestamp, Error::TimestampMismatch);
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn check_lengths(&self) -> Result<(), Error> {
        self.fixture_path.check_length()?;
        self.main_path.check_length()
    }

    /// Times in one slot, and at least one update.
    #[inline(always)]
    pub(crate) fn check_summary(&self) -> Result<SlotTime, Error> {
        self.summary.update_stats.check()
    }

    /// Checks that the summary leads to the slot root. The path has at least one node, because leaf 0 is the metadata.
    #[inline(always)]
    pub(crate) fn verify_summary<H: Hasher>(&self, root: &[u8; 32]) -> Result<(), Error> {
        require!(ScoresMainPath, !self.main_path.is_empty(), Error::InvalidMainTreeProof);
        let mut leaf = MaybeUninit::uninit();
        let leaf = H::hash_into(&[&self.summary.head(), &self.summary.events_sub_tree_root], &mut leaf);
        require!(ScoresRoot, self.main_path.leads_to::<H>(leaf, root), Error::InvalidMainTreeProof);
        Ok(())
    }

    /// Checks that the event stat root belongs to an update in the fixture sub-tree, and returns the update's index.
    ///
    /// The update count pins the shape before anything is hashed: each update has two neighbouring leaves, its zero map
    /// on the left and its event stat root on the right.
    #[inline(always)]
    pub(crate) fn verify_event_root<H: Hasher>(&self, event_stat_root: &[u8; 32]) -> Result<u32, Error> {
        let leaf_index = self.fixture_path.leaf_index();
        require!(EventSide, leaf_index & 1 == 1, Error::InvalidFixtureSubTreeProof);
        let update_index = leaf_index.wrapping_shr(1);
        self.summary.update_stats.check_place(update_index, self.fixture_path.len())?;
        let root = &self.summary.events_sub_tree_root;
        let leads_to_root = self.fixture_path.leads_to::<H>(event_stat_root, root);
        require!(EventRoot, leads_to_root, Error::InvalidFixtureSubTreeProof);
        // Below 2^31, as the update count is.
        Ok(update_index as u32)
    }
}
