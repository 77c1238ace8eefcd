//! Odds proofs: one odds record of one fixture.

use crate::{
    bytes::length,
    reader::{whole, Reader},
    roots,
    rule::require,
    Error, Hasher, Path, SlotTime, Verdict,
};

/// An odds record as its canonical Borsh bytes, plus the fields that the rules need, read from those same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddsLeaf<'a> {
    borsh: &'a [u8],
    /// Fixture id.
    pub fixture_id: i64,
    /// Message id.
    pub message_id: &'a str,
    /// Time of the record, milliseconds.
    pub ts: i64,
    /// Number of price names.
    pub price_name_count: u32,
    /// Number of prices.
    pub price_count: u32,
}

impl<'a> OddsLeaf<'a> {
    /// Reads a record: `fixture_id i64`, `message_id string`, `ts i64`, `bookmaker string`, `bookmaker_id i32`,
    /// `super_odds_type string`, `game_state option<string>`, `in_running bool`, `market_parameters option<string>`,
    /// `market_period option<string>`, `price_names vec<string>`, `prices vec<i32>`.
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
        let fixture_id = reader.i64()?;
        let message_id = reader.string()?;
        let ts = reader.i64()?;
        reader.string()?;
        reader.i32()?;
        reader.string()?;
        reader.optional_string()?;
        reader.bool()?;
        reader.optional_string()?;
        reader.optional_string()?;
        let price_name_count = reader.strings()?;
        let price_count = reader.integers()?;
        let (borsh, rest) = reader.split(bytes)?;
        Ok((Self { borsh, fixture_id, message_id, ts, price_name_count, price_count }, rest))
    }

    /// The leaf hash in the odds sub-tree.
    #[must_use]
    pub fn leaf<H: Hasher>(&self) -> [u8; 32] {
        H::hashv(&[self.borsh])
    }

    pub(crate) fn check_size(&self) -> Result<(), Error> {
        check_leaf_size(self.borsh)
    }
}

/// Inner nodes are hashes of 64 untagged bytes, so a 64-byte record could be passed off as an inner node.
pub(crate) fn check_leaf_size(borsh: &[u8]) -> Result<(), Error> {
    require!(LeafSize, borsh.len() != 64, Error::AmbiguousLeaf);
    Ok(())
}

/// One fixture's leaf of a slot's odds main tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddsSummary {
    /// Fixture id.
    pub fixture_id: i64,
    /// Number of odds records in the slot, at least 1.
    pub update_count: u32,
    /// Time of the earliest record, milliseconds.
    pub min_timestamp: i64,
    /// Time of the latest record, milliseconds.
    pub max_timestamp: i64,
    /// Root of the odds sub-tree.
    pub odds_sub_tree_root: [u8; 32],
}

impl OddsSummary {
    /// The leaf hash in the main tree: `sha256(0x01 ‖ Borsh)`, 61 bytes.
    #[must_use]
    #[inline]
    pub fn leaf<H: Hasher>(&self) -> [u8; 32] {
        H::hashv(&[
            &[1],
            &self.fixture_id.to_le_bytes(),
            &self.update_count.to_le_bytes(),
            &self.min_timestamp.to_le_bytes(),
            &self.max_timestamp.to_le_bytes(),
            &self.odds_sub_tree_root,
        ])
    }
}

/// An odds proof as received. Nothing in it is trusted.
#[derive(Clone, Copy, Debug)]
pub struct OddsProof<'a> {
    /// Time argument, milliseconds; must be the record's.
    pub ts: i64,
    /// The record.
    pub odds: OddsLeaf<'a>,
    /// The fixture's summary.
    pub summary: &'a OddsSummary,
    /// From the record to the summary's sub-tree root.
    pub sub_tree_path: Path<'a>,
    /// From the summary to the slot root.
    pub main_path: Path<'a>,
}

impl OddsProof<'_> {
    /// Checks everything that needs no hashing and no account.
    ///
    /// # Errors
    /// In this order: [`TimestampMismatch`](Error::TimestampMismatch), [`ProofTooLarge`](Error::ProofTooLarge),
    /// [`Overflow`](Error::Overflow), [`TimeSlotMismatch`](Error::TimeSlotMismatch),
    /// [`InvalidUpdateCount`](Error::InvalidUpdateCount), [`PricesMismatch`](Error::PricesMismatch),
    /// [`FixtureMismatch`](Error::FixtureMismatch), [`AmbiguousLeaf`](Error::AmbiguousLeaf).
    pub fn check_form(&self) -> Result<SlotTime, Error> {
        require!(OddsTimeArgument, self.ts == self.odds.ts, Error::TimestampMismatch);
        self.sub_tree_path.check_length()?;
        self.main_path.check_length()?;
        let time = SlotTime::from_millis(self.ts)?;
        require!(RecordNotBefore, self.ts >= self.summary.min_timestamp, Error::TimeSlotMismatch);
        require!(RecordNotAfter, self.ts <= self.summary.max_timestamp, Error::TimeSlotMismatch);
        require!(RecordCount, self.summary.update_count >= 1, Error::InvalidUpdateCount);
        require!(PriceCount, self.odds.price_name_count == self.odds.price_count, Error::PricesMismatch);
        require!(OddsFixture, self.odds.fixture_id == self.summary.fixture_id, Error::FixtureMismatch);
        self.odds.check_size()?;
        Ok(time)
    }

    /// SHA-256 of the proof as Borsh `OddsValidationInputV4`, which the oracle signs for v4.
    #[must_use]
    pub fn signed_digest<H: Hasher>(&self) -> [u8; 32] {
        H::hashv(&[
            &self.ts.to_le_bytes(),
            self.odds.borsh,
            &self.summary.fixture_id.to_le_bytes(),
            &self.summary.update_count.to_le_bytes(),
            &self.summary.min_timestamp.to_le_bytes(),
            &self.summary.max_timestamp.to_le_bytes(),
            &self.summary.odds_sub_tree_root,
            &length(self.sub_tree_path.len()),
            self.sub_tree_path.as_bytes(),
            &length(self.main_path.len()),
            self.main_path.as_bytes(),
        ])
    }

    /// Verifies the proof against the bytes of a daily odds roots account, whose owner and address the caller has
    /// checked. The verdict is never false.
    ///
    /// # Errors
    /// As [`check_form`](Self::check_form), then as [`roots::odds_root`], then
    /// [`InvalidSubTreeProof`](Error::InvalidSubTreeProof), [`InvalidMainTreeProof`](Error::InvalidMainTreeProof).
    pub fn verify_in_account<H: Hasher>(&self, account: &[u8]) -> Result<Verdict, Error> {
        let root = roots::odds_root(account, self.check_form()?)?;
        verify_sub_tree::<H>(
            self.odds.leaf::<H>(),
            self.sub_tree_path,
            self.summary.update_count,
            &self.summary.odds_sub_tree_root,
        )?;
        verify_main::<H>(self.summary.leaf::<H>(), self.main_path, root)?;
        Ok(Verdict::True)
    }
}

/// Checks that the record is one of the `update_count` leaves of the sub-tree.
#[inline]
pub(crate) fn verify_sub_tree<H: Hasher>(
    leaf: [u8; 32],
    path: Path<'_>,
    update_count: u32,
    root: &[u8; 32],
) -> Result<(), Error> {
    let leaves = u64::from(update_count);
    require!(SubTreePathLength, path.has_depth_of(leaves), Error::InvalidSubTreeProof);
    require!(SubTreeIndex, path.leaf_index() < leaves, Error::InvalidSubTreeProof);
    require!(SubTreeRoot, path.leads_to::<H>(&leaf, root), Error::InvalidSubTreeProof);
    Ok(())
}

/// Checks that the summary is a leaf of the main tree. The path has at least one node, because leaf 0 is the metadata.
pub(crate) fn verify_main<H: Hasher>(leaf: [u8; 32], path: Path<'_>, root: &[u8; 32]) -> Result<(), Error> {
    require!(MainPath, !path.is_empty(), Error::InvalidMainTreeProof);
    require!(MainRoot, path.leads_to::<H>(&leaf, root), Error::InvalidMainTreeProof);
    Ok(())
}
