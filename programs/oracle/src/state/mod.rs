//! Accounts of this program, one file each.

pub mod config;
#[cfg(feature = "faucet")]
pub mod faucet_tracker;
pub mod pricing_matrix;
pub mod roots;
pub mod user_validation_state;

pub use config::Config;
#[cfg(feature = "faucet")]
pub use faucet_tracker::FaucetTracker;
pub use pricing_matrix::PricingMatrix;
pub use user_validation_state::UserValidationState;
