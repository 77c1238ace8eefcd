//! The program's accounts, one file each.

mod market;
mod position;
mod proof_buffer;

pub use market::{Market, MarketState, Proposal, MAX_OUTCOMES};
pub use position::Position;
pub use proof_buffer::ProofBuffer;
