//! One file per instruction: accounts, arguments and handler.
//!
//! Handlers that neither verify nor insert are cold and not inlined: in the entry point they would enlarge its frame
//! and make every account of every instruction cost more.

pub mod accept_admin;
pub mod attest;
pub mod close_attestation;
pub mod close_pricing_matrix;
pub mod create_attester_set;
pub mod gift_validation_credits;
pub mod initialize_config;
pub mod initialize_pricing_matrix;
pub mod initialize_treasury_v2;
pub mod initialize_usdt_treasury;
pub mod insert_batch_root;
pub mod insert_fixtures_root;
pub mod insert_scores_root;
pub mod propose_admin;
pub mod purchase_subscription_token_usdt;
pub mod purchase_validation_credits;
#[cfg(feature = "faucet")]
pub mod request_devnet_faucet;
pub mod subscribe;
pub mod update_config;
pub mod update_pricing_matrix;
pub mod validate_fixture;
pub mod validate_fixture_batch;
pub mod validate_odds;
pub mod validate_odds_v4;
pub mod validate_stat;
pub mod validate_stat_v2;
pub mod validate_stat_v3;
pub mod validate_stat_v4;
pub mod verify_signature;
pub mod withdraw_usdt;

pub use accept_admin::*;
pub use attest::*;
pub use close_attestation::*;
pub use close_pricing_matrix::*;
pub use create_attester_set::*;
pub use gift_validation_credits::*;
pub use initialize_config::*;
pub use initialize_pricing_matrix::*;
pub use initialize_treasury_v2::*;
pub use initialize_usdt_treasury::*;
pub use insert_batch_root::*;
pub use insert_fixtures_root::*;
pub use insert_scores_root::*;
pub use propose_admin::*;
pub use purchase_subscription_token_usdt::*;
pub use purchase_validation_credits::*;
#[cfg(feature = "faucet")]
pub use request_devnet_faucet::*;
pub use subscribe::*;
pub use update_config::*;
pub use update_pricing_matrix::*;
pub use validate_fixture::*;
pub use validate_fixture_batch::*;
pub use validate_odds::*;
pub use validate_odds_v4::*;
pub use validate_stat::*;
pub use validate_stat_v2::*;
pub use validate_stat_v3::*;
pub use validate_stat_v4::*;
pub use verify_signature::*;
pub use withdraw_usdt::*;
