//! The summary of a fixture's scores in one 5-minute slot.

use core::ops::Deref;

use crate::codec::borsh::io::{Read, Result, Write};
use crate::codec::*;
use linesman_verifier::{ScoresSummary, UpdateStats};

use crate::decode;

/// A fixture's leaf in the main tree. Wraps the verifier's own type, so the verifier can borrow it without conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct ScoresBatchSummary(pub ScoresSummary);

impl Deref for ScoresBatchSummary {
    type Target = ScoresSummary;

    #[inline(always)]
    fn deref(&self) -> &ScoresSummary {
        &self.0
    }
}

impl AnchorSerialize for ScoresBatchSummary {
    fn serialize<W: Write>(&self, writer: &mut W) -> Result<()> {
        borsh_form::ScoresBatchSummary::from(self).serialize(writer)
    }
}

impl AnchorDeserialize for ScoresBatchSummary {
    #[inline(always)]
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        let mut bytes = [0; 60];
        reader.read_exact(&mut bytes)?;
        Ok(Self(ScoresSummary {
            fixture_id: i64::from_le_bytes(decode::at(&bytes, 0)),
            update_stats: UpdateStats {
                update_count: i32::from_le_bytes(decode::at(&bytes, 8)),
                min_timestamp: i64::from_le_bytes(decode::at(&bytes, 12)),
                max_timestamp: i64::from_le_bytes(decode::at(&bytes, 20)),
            },
            events_sub_tree_root: decode::at(&bytes, 28),
        }))
    }
}

#[cfg(feature = "idl-build")]
impl IdlBuild for ScoresBatchSummary {
    fn create_type() -> Option<anchor_lang::idl::types::IdlTypeDef> {
        borsh_form::ScoresBatchSummary::create_type()
    }

    fn insert_types(types: &mut std::collections::BTreeMap<String, anchor_lang::idl::types::IdlTypeDef>) {
        borsh_form::ScoresBatchSummary::insert_types(types);
    }

    fn get_full_path() -> String {
        borsh_form::ScoresBatchSummary::get_full_path()
    }
}

/// The Borsh form, as the IDL shows it.
mod borsh_form {
    use crate::codec::*;

    /// Count and times of a fixture's updates in the slot.
    #[derive(AnchorSerialize)]
    pub struct ScoresUpdateStats {
        /// Updates in the slot, at least 1.
        pub update_count: i32,
        /// Time of the first update, milliseconds since 1970.
        pub min_timestamp: i64,
        /// Time of the last update, milliseconds since 1970.
        pub max_timestamp: i64,
    }

    /// A fixture's leaf in the main tree.
    #[derive(AnchorSerialize)]
    pub struct ScoresBatchSummary {
        /// The fixture.
        pub fixture_id: i64,
        /// Its updates in the slot.
        pub update_stats: ScoresUpdateStats,
        /// Root of the fixture's sub-tree, over the zero map and event stat root of every update.
        pub events_sub_tree_root: [u8; 32],
    }

    impl From<&super::ScoresBatchSummary> for ScoresBatchSummary {
        fn from(summary: &super::ScoresBatchSummary) -> Self {
            Self {
                fixture_id: summary.fixture_id,
                update_stats: ScoresUpdateStats {
                    update_count: summary.update_stats.update_count,
                    min_timestamp: summary.update_stats.min_timestamp,
                    max_timestamp: summary.update_stats.max_timestamp,
                },
                events_sub_tree_root: summary.events_sub_tree_root,
            }
        }
    }
}
