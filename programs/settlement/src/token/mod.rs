//! SPL Token and Token-2022 as far as a market or parlay accepts them.

mod account;
mod associated;
mod extension;
mod mint;
mod vault;

pub use account::{BaseTokenAccount, PlainTokenAccount};
pub use associated::is_associated;
pub use mint::{BaseMint, MoneyMint};
pub use vault::Vault;
