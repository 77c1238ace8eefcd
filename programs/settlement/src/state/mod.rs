//! The program's accounts, one file each, and the pool that markets and parlays share.

mod market;
mod market_in_place;
mod parlay;
mod pool;
mod pool_in_place;
mod pool_kind;
mod position;
mod proof_buffer;
mod result;

use anchor_lang::prelude::*;
use linesman_wire::require;

pub use market::{Decided, Market, MarketState, Proposal, Shown, Standing, MAX_OUTCOMES};
pub use market_in_place::{MarketCopy, MarketInPlace};
pub use parlay::{LegResult, Parlay, ParlayState, NO, YES};
pub use pool::Pool;
pub use pool_in_place::{PoolInPlace, PoolSigner, Unreadable};
pub use pool_kind::PoolKind;
pub use position::Position;
pub use proof_buffer::ProofBuffer;
pub use result::{FactRecord, MatchResult, ResultFact};

/// Checks the type of an account that Anchor's derive does not read (3001 if the data are too short, 3002).
#[inline(always)]
fn check_discriminator<T: Discriminator>(data: &[u8]) -> Result<()> {
    let given = data.get(..T::DISCRIMINATOR.len()).ok_or(ErrorCode::AccountDiscriminatorNotFound)?;
    require!(given == T::DISCRIMINATOR, ErrorCode::AccountDiscriminatorMismatch);
    Ok(())
}
