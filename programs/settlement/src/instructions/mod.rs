//! One instruction per file.

mod claim;
mod close_market;
mod create_market;
mod finalise;
mod settle;
mod stake;
mod sweep;
mod void;

pub use claim::*;
pub use close_market::*;
pub use create_market::*;
pub use finalise::*;
pub use settle::*;
pub use stake::*;
pub use sweep::*;
pub use void::*;
