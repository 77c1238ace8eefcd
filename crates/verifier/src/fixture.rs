//! Fixture proofs: one fixture record, or the metadata of one hourly batch of them.

use crate::{
    odds::{check_leaf_size, verify_main, verify_sub_tree},
    reader::{whole, Reader},
    roots,
    rule::require,
    Error, Hasher, HourTime, Path, Verdict,
};

/// Fixture ids have 48 bits; in fixture records the bits above them hold the fixture's state.
const FIXTURE_ID_BITS: i64 = (1 << 48) - 1;

/// A fixture record as its canonical Borsh bytes, plus the fields that the rules need, read from those same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixtureLeaf<'a> {
    borsh: &'a [u8],
    /// Time of the record, milliseconds.
    pub ts: i64,
    /// Start of the match, milliseconds.
    pub start_time: i64,
    /// Competition name.
    pub competition: &'a str,
    /// Competition id.
    pub competition_id: i32,
    /// Fixture id in the low 48 bits, the fixture's state above them.
    pub fixture_id: i64,
}

impl<'a> FixtureLeaf<'a> {
    /// Reads a record: ts i64, start_time i64, competition string, competition_id i32, fixture_group_id i32,
    /// participant1_id i32, participant1 string, participant2_id i32, participant2 string, fixture_id i64,
    /// participant1_is_home bool.
    ///
    /// # Errors
    /// [`InstructionDidNotDeserialize`](Error::InstructionDidNotDeserialize) when the bytes are not exactly one such
    /// record.
    pub fn parse(borsh: &'a [u8]) -> Result<Self, Error> {
        whole(Self::split_first(borsh)?)
    }

    /// Like [`parse`](Self::parse), for a record at the start of `bytes`. Returns the bytes behind it as well.
    ///
    /// # Errors
    /// [`InstructionDidNotDeserialize`](Error::InstructionDidNotDeserialize) when the bytes do not start with a record.
    pub fn split_first(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), Error> {
        let mut reader = Reader::new(bytes);
        let ts = reader.i64()?;
        let start_time = reader.i64()?;
        let competition = reader.string()?;
        let competition_id = reader.i32()?;
        reader.i32()?;
        reader.i32()?;
        reader.string()?;
        reader.i32()?;
        reader.string()?;
        let fixture_id = reader.i64()?;
        reader.bool()?;
        let (borsh, rest) = reader.split(bytes)?;
        Ok((Self { borsh, ts, start_time, competition, competition_id, fixture_id }, rest))
    }

    /// The leaf hash in the fixture's sub-tree.
    #[must_use]
    pub fn leaf<H: Hasher>(&self) -> [u8; 32] {
        H::hashv(&[self.borsh])
    }
}

/// One fixture's leaf of an hour's main tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixtureSummary<'a> {
    /// Fixture id.
    pub fixture_id: i64,
    /// Competition id.
    pub competition_id: i32,
    /// Competition name.
    pub competition: &'a str,
    /// Number of records of the fixture in the batch, at least 1.
    pub update_count: u32,
    /// Time of the earliest record, milliseconds.
    pub min_timestamp: i64,
    /// Time of the latest record, milliseconds.
    pub max_timestamp: i64,
    /// Root of the fixture's sub-tree.
    pub update_sub_tree_root: [u8; 32],
}

impl FixtureSummary<'_> {
    /// The leaf hash in the main tree: `sha256(0x01 ‖ Borsh)`, 69 bytes and the competition's name.
    #[must_use]
    pub fn leaf<H: Hasher>(&self) -> [u8; 32] {
        // The name comes from an account or a transaction, so its length is far below 2^32.
        let name_length = self.competition.len() as u32;
        H::hashv(&[
            &[1],
            &self.fixture_id.to_le_bytes(),
            &self.competition_id.to_le_bytes(),
            &name_length.to_le_bytes(),
            self.competition.as_bytes(),
            &self.update_count.to_le_bytes(),
            &self.min_timestamp.to_le_bytes(),
            &self.max_timestamp.to_le_bytes(),
            &self.update_sub_tree_root,
        ])
    }
}

/// A fixture proof as received. Nothing in it is trusted.
#[derive(Clone, Copy, Debug)]
pub struct FixtureProof<'a> {
    /// The record.
    pub snapshot: FixtureLeaf<'a>,
    /// The fixture's summary.
    pub summary: &'a FixtureSummary<'a>,
    /// From the record to the summary's sub-tree root.
    pub sub_tree_path: Path<'a>,
    /// From the summary to the root of the hour.
    pub main_path: Path<'a>,
}

impl FixtureProof<'_> {
    /// Checks everything that needs no hashing and no account.
    ///
    /// # Errors
    /// In this order: [`ProofTooLarge`](Error::ProofTooLarge), [`Overflow`](Error::Overflow),
    /// [`TimeSlotMismatch`](Error::TimeSlotMismatch), [`InvalidUpdateCount`](Error::InvalidUpdateCount),
    /// [`FixtureMismatch`](Error::FixtureMismatch), [`AmbiguousLeaf`](Error::AmbiguousLeaf).
    pub fn check_form(&self) -> Result<HourTime, Error> {
        let Self { snapshot, summary, .. } = self;
        self.sub_tree_path.check_length()?;
        self.main_path.check_length()?;
        let time = HourTime::from_millis(snapshot.ts)?;
        require!(RecordNotBefore, snapshot.ts >= summary.min_timestamp, Error::TimeSlotMismatch);
        require!(RecordNotAfter, snapshot.ts <= summary.max_timestamp, Error::TimeSlotMismatch);
        require!(RecordCount, summary.update_count >= 1, Error::InvalidUpdateCount);
        let same_fixture = (snapshot.fixture_id ^ summary.fixture_id) & FIXTURE_ID_BITS == 0;
        require!(FixtureId, same_fixture, Error::FixtureMismatch);
        require!(CompetitionId, snapshot.competition_id == summary.competition_id, Error::FixtureMismatch);
        require!(CompetitionName, snapshot.competition == summary.competition, Error::FixtureMismatch);
        check_leaf_size(snapshot.borsh)?;
        Ok(time)
    }

    /// Verifies the proof against the bytes of a fixtures roots account, whose owner and address the caller has
    /// checked. The verdict is never false.
    ///
    /// # Errors
    /// As [`check_form`](Self::check_form), then as [`roots::fixtures_root`] (another window:
    /// [`TimeSlotMismatch`](Error::TimeSlotMismatch)), then [`InvalidSubTreeProof`](Error::InvalidSubTreeProof),
    /// [`InvalidMainTreeProof`](Error::InvalidMainTreeProof).
    pub fn verify_in_account<H: Hasher>(&self, account: &[u8]) -> Result<Verdict, Error> {
        let time = self.check_form()?;
        let root = roots::fixtures_root(account, time, Error::TimeSlotMismatch)?;
        verify_sub_tree::<H>(
            self.snapshot.leaf::<H>(),
            self.sub_tree_path,
            self.summary.update_count,
            &self.summary.update_sub_tree_root,
        )?;
        verify_main::<H>(self.summary.leaf::<H>(), self.main_path, root)?;
        Ok(Verdict::True)
    }
}

/// The first leaf of a main tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchMetadata {
    /// Number of records in the batch, at least 1.
    pub total_update_count: i32,
    /// Number of fixtures in the batch, at least 1.
    pub num_unique_fixtures: i32,
    /// Time of the earliest record, milliseconds.
    pub overall_batch_start_ts: i64,
    /// Time of the latest record, milliseconds.
    pub overall_batch_end_ts: i64,
}

impl BatchMetadata {
    /// The leaf hash in the main tree: `sha256(0x00 ‖ Borsh)`, 25 bytes.
    #[must_use]
    pub fn leaf<H: Hasher>(&self) -> [u8; 32] {
        H::hashv(&[
            &[0],
            &self.total_update_count.to_le_bytes(),
            &self.num_unique_fixtures.to_le_bytes(),
            &self.overall_batch_start_ts.to_le_bytes(),
            &self.overall_batch_end_ts.to_le_bytes(),
        ])
    }
}

/// A proof of a fixture batch's metadata as received. Nothing in it is trusted.
#[derive(Clone, Copy, Debug)]
pub struct BatchProof<'a> {
    /// Index argument: the hour of the ten-day window that contains the metadata's start.
    pub index: u8,
    /// The metadata.
    pub metadata: &'a BatchMetadata,
    /// From the metadata to the root of the hour.
    pub path: Path<'a>,
}

impl BatchProof<'_> {
    /// Checks everything that needs no hashing and no account.
    ///
    /// # Errors
    /// In this order: [`TimestampMismatch`](Error::TimestampMismatch), [`ProofTooLarge`](Error::ProofTooLarge),
    /// [`Overflow`](Error::Overflow), [`TimeSlotMismatch`](Error::TimeSlotMismatch),
    /// [`InvalidUpdateCount`](Error::InvalidUpdateCount).
    pub fn check_form(&self) -> Result<HourTime, Error> {
        let metadata = self.metadata;
        // A time out of range has no index to compare with the argument; that error is returned below.
        let time = HourTime::from_millis(metadata.overall_batch_start_ts);
        let is_of_hour = !time.is_ok_and(|time| time.index != u16::from(self.index));
        require!(BatchHour, is_of_hour, Error::TimestampMismatch);
        self.path.check_length()?;
        let time = time?;
        let is_ordered = metadata.overall_batch_start_ts <= metadata.overall_batch_end_ts;
        require!(BatchTimesOrdered, is_ordered, Error::TimeSlotMismatch);
        let counts_any = metadata.total_update_count >= 1 && metadata.num_unique_fixtures >= 1;
        require!(BatchCounts, counts_any, Error::InvalidUpdateCount);
        Ok(time)
    }

    /// Verifies the proof against the bytes of a fixtures roots account, whose owner and address the caller has
    /// checked. The verdict is never false.
    ///
    /// # Errors
    /// As [`check_form`](Self::check_form), then as [`roots::fixtures_root`] (another window:
    /// [`ConstraintSeeds`](Error::ConstraintSeeds)), then [`InvalidMainTreeProof`](Error::InvalidMainTreeProof).
    pub fn verify_in_account<H: Hasher>(&self, account: &[u8]) -> Result<Verdict, Error> {
        let time = self.check_form()?;
        let root = roots::fixtures_root(account, time, Error::ConstraintSeeds)?;
        // The metadata is leaf 0, before one leaf per fixture, so all siblings are on the right.
        let fixtures = u64::from(self.metadata.num_unique_fixtures.unsigned_abs());
        let has_depth = self.path.has_depth_of(fixtures.wrapping_add(1));
        require!(BatchPathLength, has_depth, Error::InvalidMainTreeProof);
        require!(BatchIndex, self.path.leaf_index() == 0, Error::InvalidMainTreeProof);
        let leads_to_root = self.path.leads_to::<H>(&self.metadata.leaf::<H>(), root);
        require!(BatchRoot, leads_to_root, Error::InvalidMainTreeProof);
        Ok(Verdict::True)
    }
}
