//! One instruction per file.

mod claim;
mod claim_parlay;
mod close_market;
mod close_parlay;
mod create_market;
mod create_parlay;
mod finalise;
mod settle;
mod settle_parlay;
mod stake;
mod stake_parlay;
mod sweep;
mod sweep_parlay;
mod void;
mod void_parlay;

pub use claim::*;
pub use claim_parlay::*;
pub use close_market::*;
pub use close_parlay::*;
pub use create_market::*;
pub use create_parlay::*;
pub use finalise::*;
pub use settle::*;
pub use settle_parlay::*;
pub use stake::*;
pub use stake_parlay::*;
pub use sweep::*;
pub use sweep_parlay::*;
pub use void::*;
pub use void_parlay::*;
