//! Accounts of this program, one file each.

pub mod config;
pub mod roots;
pub mod user_validation_state;

pub use config::Config;
pub use user_validation_state::UserValidationState;
