//! What a market and a parlay have in common: stakes in a vault of their own, claims, and what is left over.

mod account;
mod creation;
mod leftovers;
mod payment;
mod staking;

pub use account::{Conditions, Identity, PoolAccount, VERSION};
pub use creation::VaultCreation;
pub use leftovers::Leftovers;
pub use payment::Payment;
pub use staking::Staking;
