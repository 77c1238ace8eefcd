//! Accounts of this program, one file each.

pub mod attestation;
pub mod attester_set;
pub mod config;
#[cfg(feature = "faucet")]
pub mod faucet_tracker;
pub mod pricing_matrix;
pub mod program_data;
pub mod roots;
pub mod user_validation_state;

pub use attestation::Attestation;
pub use attester_set::AttesterSet;
pub use config::Config;
#[cfg(feature = "faucet")]
pub use faucet_tracker::FaucetTracker;
pub use pricing_matrix::PricingMatrix;
pub use program_data::ProgramData;
pub use user_validation_state::UserValidationState;
