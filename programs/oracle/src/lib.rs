//! The oracle program: publishes Merkle roots of sports data and validates claims about that data.
//!
//! This file only routes. The program handles accounts and money; `linesman-verifier` judges proofs.

use anchor_lang::prelude::*;
use linesman_wire::{
    BatchMetadata, BinaryExpression, Fixture, FixtureBatchSummary, NDimensionalStrategy, Odds, OddsBatchSummary,
    OddsValidationInputV4, ProofNode, ScoresBatchSummary, StatTerm, StatValidationInput, StatValidationInputV3,
    StatValidationInputV4, TraderPredicate,
};

#[cfg(feature = "entrance")]
pub mod entrance;
pub mod error;
pub mod event;
pub mod instructions;
mod late_bound;
mod odds_proof;
mod oracle_key;
mod roots_data;
mod signed_call;
mod slot;
pub mod state;
mod token;
mod trailing;

pub use error::OracleError;
pub use instructions::*;
use state::pricing_matrix::ServiceRow;

declare_id!("5M8jF5w7kuP5smxFK2GthfpAfi7X8FDqthfwqFHZVZ4o");

#[cfg(all(
    target_os = "solana",
    feature = "custom-heap",
    any(not(feature = "no-entrypoint"), all(feature = "entrance", not(feature = "cpi")))
))]
#[global_allocator]
static HEAP: linesman_wire::Heap = linesman_wire::Heap;

// Whom to tell of a weakness, in the program's own bytes: `linesman check-program` and explorers show it.
#[cfg(all(target_os = "solana", any(not(feature = "no-entrypoint"), all(feature = "entrance", not(feature = "cpi")))))]
solana_security_txt::security_txt! {
    name: "Linesman oracle program",
    project_url: "https://linesman.example",
    contacts: "link:https://linesman.example/repository/security/advisories/new",
    policy: "https://linesman.example/repository/blob/main/SECURITY.md",
    preferred_languages: "en",
    source_code: "https://linesman.example/repository",
    source_release: concat!("v", env!("CARGO_PKG_VERSION")),
    auditors: "None"
}

/// Anchor compares discriminators in this order. Verifying instructions come first: they are called most often and must
/// be cheapest.
#[program]
pub mod oracle {
    use super::*;

    /// Like v3, for a payload signed by the oracle; costs one credit. Returns `01` or `00`.
    pub fn validate_stat_v4(
        ctx: Context<ValidateStatV4>,
        payload: StatValidationInputV4,
        strategy: NDimensionalStrategy,
    ) -> Result<bool> {
        instructions::validate_stat_v4(ctx, payload, strategy)
    }

    /// Validates one to five stats, sharing one multiproof, against a strategy. Returns `01` or `00`.
    pub fn validate_stat_v3(
        ctx: Context<ValidateStatV3>,
        payload: StatValidationInputV3,
        strategy: NDimensionalStrategy,
    ) -> Result<bool> {
        instructions::validate_stat_v3(ctx, payload, strategy)
    }

    /// Validates one to five stats, each with its own path, against a strategy. Returns `01` or `00`.
    pub fn validate_stat_v2(
        ctx: Context<ValidateStatV2>,
        payload: StatValidationInput,
        strategy: NDimensionalStrategy,
    ) -> Result<bool> {
        instructions::validate_stat_v2(ctx, payload, strategy)
    }

    /// Validates one stat, or the sum or difference of two, against a predicate. Returns `01` or `00`.
    #[allow(clippy::too_many_arguments)]
    pub fn validate_stat(
        ctx: Context<ValidateStat>,
        ts: i64,
        fixture_summary: ScoresBatchSummary,
        fixture_proof: Vec<ProofNode>,
        main_tree_proof: Vec<ProofNode>,
        predicate: TraderPredicate,
        stat_a: StatTerm,
        stat_b: Option<StatTerm>,
        op: Option<BinaryExpression>,
    ) -> Result<bool> {
        instructions::validate_stat(
            ctx,
            ts,
            fixture_summary,
            fixture_proof,
            main_tree_proof,
            predicate,
            stat_a,
            stat_b,
            op,
        )
    }

    /// Proves that an odds record was published. Returns `01`.
    pub fn validate_odds(
        ctx: Context<ValidateOdds>,
        ts: i64,
        odds_snapshot: Odds,
        summary: OddsBatchSummary,
        sub_tree_proof: Vec<ProofNode>,
        main_tree_proof: Vec<ProofNode>,
    ) -> Result<bool> {
        instructions::validate_odds(ctx, ts, odds_snapshot, summary, sub_tree_proof, main_tree_proof)
    }

    /// Like `validate_odds`, for a payload signed by the oracle; costs one credit. Returns `01`.
    pub fn validate_odds_v4(ctx: Context<ValidateOddsV4>, payload: OddsValidationInputV4) -> Result<bool> {
        instructions::validate_odds_v4(ctx, payload)
    }

    /// Proves that a fixture record was published. Returns `01`.
    pub fn validate_fixture(
        ctx: Context<ValidateFixture>,
        snapshot: Fixture,
        summary: FixtureBatchSummary,
        sub_tree_proof: Vec<ProofNode>,
        main_tree_proof: Vec<ProofNode>,
    ) -> Result<bool> {
        instructions::validate_fixture(ctx, snapshot, summary, sub_tree_proof, main_tree_proof)
    }

    /// Proves the totals of an hour's batch of fixtures. Returns `01`.
    pub fn validate_fixture_batch(
        ctx: Context<ValidateFixtureBatch>,
        index: u8,
        metadata: BatchMetadata,
        proof: Vec<ProofNode>,
    ) -> Result<bool> {
        instructions::validate_fixture_batch(ctx, index, metadata, proof)
    }

    /// Verifies a signature for the v4 call directly after it, in place of the Ed25519 program.
    pub fn verify_signature(
        _ctx: Context<VerifySignature>,
        key: Pubkey,
        signature: [u8; 64],
        message: [u8; 32],
    ) -> Result<()> {
        instructions::verify_signature(key, signature, message)
    }

    /// Publishes the root of a 5-minute slot of scores; it can never be changed. Publisher only.
    pub fn insert_scores_root(
        ctx: Context<InsertScoresRoot>,
        epoch_day: u16,
        hour_of_day: u8,
        minute_of_hour: u8,
        root: [u8; 32],
    ) -> Result<()> {
        instructions::insert_scores_root(ctx, epoch_day, hour_of_day, minute_of_hour, root)
    }

    /// Publishes the root of a 5-minute slot of odds; it can never be changed. Publisher only.
    pub fn insert_batch_root(
        ctx: Context<InsertBatchRoot>,
        epoch_day: u16,
        hour_of_day: u8,
        minute_of_hour: u8,
        root: [u8; 32],
        account_bump: u8,
    ) -> Result<()> {
        instructions::insert_batch_root(ctx, epoch_day, hour_of_day, minute_of_hour, root, account_bump)
    }

    /// Publishes the root of an hour of fixtures; it can never be changed. Publisher only.
    pub fn insert_fixtures_root(
        ctx: Context<InsertFixturesRoot>,
        epoch_day: u16,
        index: u64,
        root: [u8; 32],
    ) -> Result<()> {
        instructions::insert_fixtures_root(ctx, epoch_day, index, root)
    }

    /// Adds packs of 100 credits to a user's account. Admin only.
    pub fn gift_validation_credits(ctx: Context<GiftValidationCredits>, hundreds: u32) -> Result<()> {
        instructions::gift_validation_credits(ctx, hundreds)
    }

    /// Sells packs of 100 credits for service tokens.
    pub fn purchase_validation_credits(ctx: Context<PurchaseValidationCredits>, hundreds: u32) -> Result<()> {
        instructions::purchase_validation_credits(ctx, hundreds)
    }

    /// Sells weeks of a service level for service tokens.
    pub fn subscribe(ctx: Context<Subscribe>, service_level_id: u16, weeks: u8) -> Result<()> {
        instructions::subscribe(ctx, service_level_id, weeks)
    }

    /// Sells whole service tokens for the stablecoin. Co-signed by the backend admin.
    pub fn purchase_subscription_token_usdt(
        ctx: Context<PurchaseSubscriptionTokenUsdt>,
        txline_amount: u64,
    ) -> Result<()> {
        instructions::purchase_subscription_token_usdt(ctx, txline_amount)
    }

    /// Writes the first price list. Admin only.
    pub fn initialize_pricing_matrix(ctx: Context<InitializePricingMatrix>, rows: Vec<ServiceRow>) -> Result<()> {
        instructions::initialize_pricing_matrix(ctx, rows)
    }

    /// Replaces the price list. Admin only.
    pub fn update_pricing_matrix(ctx: Context<UpdatePricingMatrix>, rows: Vec<ServiceRow>) -> Result<()> {
        instructions::update_pricing_matrix(ctx, rows)
    }

    /// Closes the price list. Admin only.
    pub fn close_pricing_matrix(ctx: Context<ClosePricingMatrix>) -> Result<()> {
        instructions::close_pricing_matrix(ctx)
    }

    /// Creates the vault of the service token. Admin only.
    pub fn initialize_treasury_v2(ctx: Context<InitializeTreasuryV2>) -> Result<()> {
        instructions::initialize_treasury_v2(ctx)
    }

    /// Creates the vault of the stablecoin. Admin only.
    pub fn initialize_usdt_treasury(ctx: Context<InitializeUsdtTreasury>) -> Result<()> {
        instructions::initialize_usdt_treasury(ctx)
    }

    /// Withdraws stablecoin from the treasury. Admin only.
    pub fn withdraw_usdt(ctx: Context<WithdrawUsdt>, amount: u64) -> Result<()> {
        instructions::withdraw_usdt(ctx, amount)
    }

    /// Gives out test stablecoin. Only in test builds.
    #[cfg(feature = "faucet")]
    pub fn request_devnet_faucet(ctx: Context<RequestDevnetFaucet>) -> Result<()> {
        instructions::request_devnet_faucet(ctx)
    }

    /// Writes the configuration, once. Upgrade authority only.
    pub fn initialize_config(ctx: Context<InitializeConfig>, parameters: ConfigParameters) -> Result<()> {
        instructions::initialize_config(ctx, parameters)
    }

    /// Changes the configuration, except the admin. Admin only.
    pub fn update_config(ctx: Context<UpdateConfig>, update: ConfigUpdate) -> Result<()> {
        instructions::update_config(ctx, update)
    }

    /// Proposes the next admin. Admin only.
    pub fn propose_admin(ctx: Context<ProposeAdmin>, new_admin: Pubkey) -> Result<()> {
        instructions::propose_admin(ctx, new_admin)
    }

    /// Makes the proposed admin the admin. Proposed admin only.
    pub fn accept_admin(ctx: Context<AcceptAdmin>) -> Result<()> {
        instructions::accept_admin(ctx)
    }

    /// Vouches for published roots. By a key of the attester set; it cannot be taken back.
    pub fn attest(ctx: Context<Attest>, kind: u8, period: u16, entries: Vec<AttestedRoot>) -> Result<()> {
        instructions::attest(ctx, kind, period, entries)
    }

    /// Names 1 to 16 keys that vouch for roots together, for ever. Anybody may.
    pub fn create_attester_set(ctx: Context<CreateAttesterSet>, id: u64, keys: Vec<Pubkey>) -> Result<()> {
        instructions::create_attester_set(ctx, id, keys)
    }

    /// Closes an attestation 400 days after its period, or its making. By whoever paid for it.
    pub fn close_attestation(ctx: Context<CloseAttestation>) -> Result<()> {
        instructions::close_attestation(ctx)
    }
}
