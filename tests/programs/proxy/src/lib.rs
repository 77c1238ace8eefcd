//! For tests only: brings a program what no transaction can hold, and measures the embedded verifier and reader.

use anchor_lang::prelude::*;

mod embedded;
mod forward;
mod read_result;

use embedded::*;
use forward::*;
use read_result::*;

declare_id!("6EWQBfT3aKodg4DQkYTASzPnXqsr57dVoj5XwuKDsfs9");

/// The tests' proxy.
#[program]
pub mod proxy {
    use super::*;

    /// Calls `target` with `length` bytes of `data`'s content from `offset` on as instruction data, and all further
    /// accounts as they are. Return data is left as the called program set it.
    pub fn forward(ctx: Context<Forward>, offset: u32, length: u32) -> Result<()> {
        forward::forward(ctx, offset, length)
    }

    /// Verifies the proof in `data`'s content against `root`, with the verifier linked in and nothing else, and logs the
    /// compute units that are left before and after. `version` is 2 (single paths) or 3 (multiproof); the content is
    /// the Borsh payload of that version's instruction; `sport` is the layout byte.
    pub fn embedded(ctx: Context<Embedded>, version: u8, sport: u8, root: [u8; 32]) -> Result<()> {
        embedded::embedded(ctx, version, sport, root)
    }

    /// Reads one fact of a result with the reader linked in and nothing else, and logs the compute units that are left
    /// before and after, and the fact. `sport` and `finality` are the bytes of the seeds.
    pub fn read_result(
        ctx: Context<ReadResult>,
        oracle_program: [u8; 32],
        fixture_id: i64,
        sport: u8,
        finality: u8,
        minimum_age: u32,
        key: u32,
    ) -> Result<()> {
        read_result::read_result(ctx, oracle_program, fixture_id, [sport, finality], minimum_age, key)
    }
}
