//! The logic common to markets and parlays: stakes in a vault, claims, and leftovers.

mod account;
mod creation;
mod leftovers;
mod payment;
mod staking;

pub use account::{Conditions, PoolAccount, VERSION};
pub use creation::VaultCreation;
pub use leftovers::Leftovers;
pub use payment::Payment;
pub use staking::Staking;
