//! The logic common to markets and parlays: the vault, and what stakes, sweeps and closing share.

mod conditions;
mod creation;
mod leftovers;

pub use conditions::{Conditions, MAX_POOL, VERSION};
pub use creation::VaultCreation;
pub use leftovers::Leftovers;
