//! The parts of SPL Token and Token-2022 that markets and parlays accept.

mod account;
mod associated;
mod extension;
mod mint;
mod vault;

pub use account::{BaseTokenAccount, PlainTokenAccount};
pub use associated::is_associated;
pub use mint::{BaseMint, MoneyMint};
pub use vault::Vault;
