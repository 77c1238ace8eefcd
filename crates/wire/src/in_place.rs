//! Arguments read where they lie in the instruction data: nothing is allocated, and no path is copied.
//!
//! The other types of this crate decode whatever a reader takes to the same proof. A reader has no errors: whoever gets
//! `None` decodes the bytes with those types to learn what is wrong.

use core::mem::MaybeUninit;

use linesman_verifier::{
    validate::{StatTerm, StatV1},
    BatchMetadata, BatchProof, BinaryExpression, Comparison, Error, Facts, FixtureLeaf, FixtureProof, FixtureSummary,
    GeometricTarget, OddsLeaf, OddsProof, OddsSummary, Path, Predicate, ScoresProof, ScoresSummary, Stat, StatLeaf,
    StatPredicate, StatProof, UpdateStats, Verdict, MAX_STATS,
};

use crate::decode::{self, at};

/// Reads instruction data from front to back.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Reads these bytes.
    #[inline(always)]
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The bytes that are not read yet.
    #[inline(always)]
    #[must_use]
    pub const fn rest(&self) -> &'a [u8] {
        self.0
    }

    #[inline(always)]
    fn array<const N: usize>(&mut self) -> Option<&'a [u8; N]> {
        let (array, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(array)
    }

    #[inline(always)]
    fn i64(&mut self) -> Option<i64> {
        self.array().map(|bytes| i64::from_le_bytes(*bytes))
    }

    #[inline(always)]
    fn i32(&mut self) -> Option<i32> {
        self.array().map(|bytes| i32::from_le_bytes(*bytes))
    }

    #[inline(always)]
    fn u32(&mut self) -> Option<u32> {
        self.array().map(|bytes| u32::from_le_bytes(*bytes))
    }

    #[inline(always)]
    fn length(&mut self) -> Option<usize> {
        self.u32().map(|length| length as usize)
    }

    #[inline(always)]
    fn path(&mut self) -> Option<Path<'a>> {
        let length = self.length()?;
        let (path, rest) = Path::split_first(self.0, length)?;
        self.0 = rest;
        Some(path)
    }

    /// A value that may be absent: tag 0 or 1.
    #[inline(always)]
    fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        match self.array()? {
            [0] => Some(None),
            [1] => read(self).map(Some),
            _ => None,
        }
    }

    #[inline(always)]
    fn leaf(&mut self) -> Option<StatLeaf<'a>> {
        let (stat, path) = (self.array()?, self.path()?);
        Some(StatLeaf { stat: read_stat(stat), path })
    }

    #[inline(always)]
    fn term(&mut self) -> Option<StatTerm<'a>> {
        let (stat, event_stat_root, path) = (self.array()?, self.array()?, self.path()?);
        Some(StatTerm { stat: read_stat(stat), event_stat_root, path })
    }

    #[inline(always)]
    fn target(&mut self) -> Option<GeometricTarget> {
        let [stat_index, prediction @ ..] = *self.array::<5>()?;
        Some(GeometricTarget { stat_index, prediction: i32::from_le_bytes(prediction) })
    }

    #[inline(always)]
    fn operation(&mut self) -> Option<BinaryExpression> {
        match self.array()? {
            [0] => Some(BinaryExpression::Add),
            [1] => Some(BinaryExpression::Subtract),
            _ => None,
        }
    }

    #[inline(always)]
    fn predicate(&mut self) -> Option<Predicate> {
        let [a, b, c, d, comparison] = *self.array()?;
        let comparison = match comparison {
            0 => Comparison::GreaterThan,
            1 => Comparison::LessThan,
            2 => Comparison::EqualTo,
            _ => return None,
        };
        Some(Predicate { threshold: i32::from_le_bytes([a, b, c, d]), comparison })
    }

    #[inline(always)]
    fn stat_predicate(&mut self) -> Option<StatPredicate> {
        match self.array()? {
            [0] => {
                let [index] = *self.array()?;
                Some(StatPredicate::Single { index, predicate: self.predicate()? })
            }
            [1] => {
                let [index_a, index_b] = *self.array()?;
                Some(StatPredicate::Binary { index_a, index_b, op: self.operation()?, predicate: self.predicate()? })
            }
            _ => None,
        }
    }

    /// The arguments of `validate_stat`, to the end of the data.
    #[inline(always)]
    pub fn stat_v1<'s>(&mut self, summary: &'s mut MaybeUninit<ScoresSummary>) -> Option<StatV1<'s>>
    where
        'a: 's,
    {
        let input = StatV1 {
            ts: self.i64()?,
            summary: self.summary(summary)?,
            fixture_path: self.path()?,
            main_path: self.path()?,
            predicate: self.predicate()?,
            stat_a: self.term()?,
            stat_b: self.option(Self::term)?,
            op: self.option(Self::operation)?,
        };
        self.0.is_empty().then_some(input)
    }

    #[inline(always)]
    fn summary<'s>(&mut self, place: &'s mut MaybeUninit<ScoresSummary>) -> Option<&'s ScoresSummary> {
        let bytes = self.array::<60>()?;
        Some(place.write(ScoresSummary {
            fixture_id: i64::from_le_bytes(at(bytes, 0)),
            update_stats: UpdateStats {
                update_count: i32::from_le_bytes(at(bytes, 8)),
                min_timestamp: i64::from_le_bytes(at(bytes, 12)),
                max_timestamp: i64::from_le_bytes(at(bytes, 20)),
            },
            events_sub_tree_root: at(bytes, 28),
        }))
    }

    /// A payload of version 2.
    #[inline(always)]
    pub fn single<'s>(&mut self, parts: &'s mut ScoresParts<'a>) -> Option<ScoresProof<'s, &'s [StatLeaf<'a>]>> {
        let ScoresParts { summary, leaves, .. } = parts;
        Some(ScoresProof {
            ts: self.i64()?,
            summary: self.summary(summary)?,
            fixture_path: self.path()?,
            main_path: self.path()?,
            event_stat_root: self.array()?,
            leaves: self.list(leaves, Self::leaf)?,
            stat_proof: StatProof::Single,
        })
    }

    /// A payload of version 3 or 4.
    #[inline(always)]
    pub fn multi<'s>(&mut self, parts: &'s mut ScoresParts<'a>) -> Option<ScoresProof<'s, &'s [StatLeaf<'a>]>> {
        let ScoresParts { summary, leaves, indices } = parts;
        Some(ScoresProof {
            ts: self.i64()?,
            summary: self.summary(summary)?,
            fixture_path: self.path()?,
            main_path: self.path()?,
            event_stat_root: self.array()?,
            leaves: self.list(leaves, Self::leaf)?,
            stat_proof: StatProof::Multi { hashes: self.path()?, indices: self.list(indices, Self::u32)? },
        })
    }

    /// The arguments of `validate_odds`, or the payload of `validate_odds_v4`, to the end of the data.
    #[inline(always)]
    pub fn odds<'s>(mut self, summary: &'s mut MaybeUninit<OddsSummary>) -> Option<OddsProof<'s>>
    where
        'a: 's,
    {
        let ts = self.i64()?;
        let (odds, rest) = OddsLeaf::split_first(self.short()?).ok()?;
        if odds.price_name_count.max(odds.price_count) > decode::MAX_ENTRIES {
            return None;
        }
        self.0 = rest;
        let summary = summary.write(OddsSummary {
            fixture_id: self.i64()?,
            update_count: self.u32()?,
            min_timestamp: self.i64()?,
            max_timestamp: self.i64()?,
            odds_sub_tree_root: *self.array()?,
        });
        let proof = OddsProof { ts, odds, summary, sub_tree_path: self.path()?, main_path: self.path()? };
        self.0.is_empty().then_some(proof)
    }

    /// The arguments of `validate_fixture`, to the end of the data.
    #[inline(always)]
    pub fn fixture<'s>(mut self, summary: &'s mut MaybeUninit<FixtureSummary<'a>>) -> Option<FixtureProof<'s>>
    where
        'a: 's,
    {
        let (snapshot, rest) = FixtureLeaf::split_first(self.short()?).ok()?;
        self.0 = rest;
        let summary = summary.write(FixtureSummary {
            fixture_id: self.i64()?,
            competition_id: self.i32()?,
            competition: self.text()?,
            update_count: self.u32()?,
            min_timestamp: self.i64()?,
            max_timestamp: self.i64()?,
            update_sub_tree_root: *self.array()?,
        });
        let proof = FixtureProof { snapshot, summary, sub_tree_path: self.path()?, main_path: self.path()? };
        self.0.is_empty().then_some(proof)
    }

    /// The arguments of `validate_fixture_batch`, to the end of the data.
    #[inline(always)]
    pub fn fixture_batch<'s>(mut self, metadata: &'s mut MaybeUninit<BatchMetadata>) -> Option<BatchProof<'s>>
    where
        'a: 's,
    {
        let [index] = *self.array()?;
        let metadata = metadata.write(BatchMetadata {
            total_update_count: self.i32()?,
            num_unique_fixtures: self.i32()?,
            overall_batch_start_ts: self.i64()?,
            overall_batch_end_ts: self.i64()?,
        });
        let proof = BatchProof { index, metadata, path: self.path()? };
        self.0.is_empty().then_some(proof)
    }

    /// All that is not read yet, unless a string in it could be longer than the Borsh types take.
    #[inline(always)]
    fn short(&self) -> Option<&'a [u8]> {
        (self.0.len() <= decode::MAX_BYTES as usize).then_some(self.0)
    }

    #[inline(always)]
    fn text(&mut self) -> Option<&'a str> {
        let length = self.length()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        core::str::from_utf8(text).ok()
    }

    /// Reads a strategy, which ends the data, and evaluates it on proven facts.
    ///
    /// # Errors
    /// As [`linesman_verifier::evaluate`], and
    /// [`InstructionDidNotDeserialize`](Error::InstructionDidNotDeserialize).
    // Not inlined: on chain, each of two small functions spills fewer registers than a large one.
    #[inline(never)]
    pub fn evaluate(mut self, facts: &Facts) -> Result<Verdict, Error> {
        let unread = Error::InstructionDidNotDeserialize;
        let mut targets = UpToFive::new();
        let targets = self.list(&mut targets, Self::target).ok_or(unread)?;
        let distance = self.option(Self::predicate).ok_or(unread)?;
        let discrete = self.length().ok_or(unread)?;
        let discrete = (0..discrete).map(|_| self.stat_predicate().ok_or(unread));
        let verdict = linesman_verifier::evaluate(facts, targets.iter().copied(), distance, discrete)?;
        if !self.0.is_empty() {
            return Err(unread);
        }
        Ok(verdict)
    }

    /// A list of at most five items, read into a place on the stack.
    #[inline(always)]
    fn list<'s, T: Copy>(
        &mut self,
        list: &'s mut UpToFive<T>,
        read: impl Fn(&mut Self) -> Option<T>,
    ) -> Option<&'s [T]> {
        let length = self.length()?;
        let places = list.0.get_mut(..length)?;
        for place in places.iter_mut() {
            place.write(read(self)?);
        }
        // SAFETY: the loop has initialised every place of the slice.
        Some(unsafe { core::slice::from_raw_parts(places.as_ptr().cast::<T>(), length) })
    }
}

/// Room for a list of at most five items. Not initialised, because on chain every 8 bytes cleared cost a unit: 28 for
/// the lists of a score proof.
pub struct UpToFive<T>([MaybeUninit<T>; MAX_STATS]);

impl<T> UpToFive<T> {
    /// Room for a list.
    #[inline(always)]
    #[must_use]
    pub const fn new() -> Self {
        Self([const { MaybeUninit::uninit() }; MAX_STATS])
    }
}

impl<T> Default for UpToFive<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// Room for the parts of a score proof that cannot be lent as they lie.
pub struct ScoresParts<'a> {
    summary: MaybeUninit<ScoresSummary>,
    leaves: UpToFive<StatLeaf<'a>>,
    indices: UpToFive<u32>,
}

impl ScoresParts<'_> {
    /// Room for a proof.
    #[inline(always)]
    #[must_use]
    pub const fn new() -> Self {
        Self { summary: MaybeUninit::uninit(), leaves: UpToFive::new(), indices: UpToFive::new() }
    }
}

impl Default for ScoresParts<'_> {
    fn default() -> Self {
        Self::new()
    }
}

/// A stat from its 12 bytes.
#[inline(always)]
fn read_stat(bytes: &[u8; 12]) -> Stat {
    Stat {
        key: u32::from_le_bytes(at(bytes, 0)),
        value: i32::from_le_bytes(at(bytes, 4)),
        period: i32::from_le_bytes(at(bytes, 8)),
    }
}
