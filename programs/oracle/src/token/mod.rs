//! The two tokens of a deployment: the service token, which Token-2022 runs, and the stablecoin, of classic SPL Token.

mod account;
#[cfg(feature = "faucet")]
mod faucet;
mod mint;
mod treasury;

pub use account::Making;
#[cfg(feature = "faucet")]
pub use faucet::Faucet;
pub use mint::{ConfiguredMint, FitMint, TreasuryMint};
pub use treasury::{Treasury, TreasuryAccounts, SERVICE_SEED, STABLECOIN_SEED};

/// Base units of one whole token, of either kind.
pub const UNIT: u64 = 1_000_000;
/// Decimals of either token.
pub const DECIMALS: u8 = 6;
