//! The parts of SPL Token and Token-2022 that markets and parlays accept.

mod account;
mod associated;
mod extension;
mod mint;
mod state;
mod vault;

pub use account::TokenAccount;
pub use associated::is_associated;
pub use mint::Mint;
pub use vault::Vault;
