//! One file for each instruction: its accounts, its arguments, its handler.

pub mod accept_admin;
pub mod gift_validation_credits;
pub mod initialize_config;
pub mod insert_batch_root;
pub mod insert_fixtures_root;
pub mod insert_scores_root;
pub mod propose_admin;
pub mod update_config;
pub mod validate_fixture;
pub mod validate_fixture_batch;
pub mod validate_odds;
pub mod validate_odds_v4;
pub mod validate_stat;
pub mod validate_stat_v2;
pub mod validate_stat_v3;
pub mod validate_stat_v4;

pub use accept_admin::*;
pub use gift_validation_credits::*;
pub use initialize_config::*;
pub use insert_batch_root::*;
pub use insert_fixtures_root::*;
pub use insert_scores_root::*;
pub use propose_admin::*;
pub use update_config::*;
pub use validate_fixture::*;
pub use validate_fixture_batch::*;
pub use validate_odds::*;
pub use validate_odds_v4::*;
pub use validate_stat::*;
pub use validate_stat_v2::*;
pub use validate_stat_v3::*;
pub use validate_stat_v4::*;
