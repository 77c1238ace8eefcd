//! For tests only: brings a program what no transaction can hold, and measures the embedded verifier.

use anchor_lang::prelude::*;

mod embedded;
mod forward;

use embedded::*;
use forward::*;

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
}
