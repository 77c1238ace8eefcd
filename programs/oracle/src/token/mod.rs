//! The two tokens of a deployment: the service token (Token-2022) and the stablecoin (SPL Token).

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

/// Base units per whole token, for both tokens.
pub const UNIT: u64 = 1_000_000;
/// Decimals of both tokens.
pub const DECIMALS: u8 = 6;
