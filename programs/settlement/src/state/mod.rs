//! The program's accounts, one file each.

mod market;
mod position;

pub use market::{Market, MarketState, Proposal, MAX_OUTCOMES};
pub use position::Position;
