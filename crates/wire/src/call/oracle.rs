//! Instructions of the oracle program, made from its IDL by `tools/idl/rustCalls.ts`. If an instruction
//! takes further accounts, push them to `accounts` of what you get.

use super::{write, AccountMeta, Instruction, Pubkey};
use crate::codec::*;
use crate::{
    BatchMetadata,
    BinaryExpression,
    Fixture,
    FixtureBatchSummary,
    NDimensionalStrategy,
    Odds,
    OddsBatchSummary,
    OddsValidationInputV4,
    ProofNode,
    ScoresBatchSummary,
    StatTerm,
    StatValidationInput,
    StatValidationInputV3,
    StatValidationInputV4,
    TraderPredicate,
};

/// 11111111111111111111111111111111
const SYSTEM_PROGRAM: Pubkey = Pubkey::new_from_array([
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);

/// TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb
const TOKEN_PROGRAM: Pubkey = Pubkey::new_from_array([
    6, 221, 246, 225, 238, 117, 143, 222, 24, 66, 93, 188, 228, 108, 205, 218,
    182, 26, 252, 77, 131, 185, 13, 39, 254, 189, 249, 40, 216, 161, 139, 252,
]);

/// ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL
const ASSOCIATED_TOKEN_PROGRAM: Pubkey = Pubkey::new_from_array([
    140, 151, 37, 143, 78, 36, 137, 241, 187, 61, 16, 41, 20, 142, 13, 131,
    11, 90, 19, 153, 218, 255, 16, 132, 4, 142, 123, 216, 219, 233, 248, 89,
]);

/// TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
const TOKEN_PROGRAM_2: Pubkey = Pubkey::new_from_array([
    6, 221, 246, 225, 215, 101, 161, 147, 217, 203, 225, 70, 206, 235, 121, 172,
    28, 180, 133, 237, 95, 91, 55, 145, 58, 140, 245, 133, 126, 255, 0, 169,
]);

/// Sysvar1nstructions1111111111111111111111111
const INSTRUCTIONS_SYSVAR: Pubkey = Pubkey::new_from_array([
    6, 167, 213, 23, 24, 123, 209, 102, 53, 218, 212, 4, 85, 253, 194, 192,
    193, 36, 198, 143, 33, 86, 117, 165, 219, 186, 203, 95, 8, 0, 0, 0,
]);

/// A root that an attester has rebuilt from the records behind it.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub struct AttestedRoot {
    /// The 5-minute slot of the day; for fixtures, the hour of the ten days.
    pub slot: u16,
    /// The root that the slot must hold.
    pub root: [u8; 32],
}

/// The first configuration of a deployment.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub struct ConfigParameters {
    /// Changes the configuration, prices and credits. Not all zero.
    pub admin: [u8; 32],
    /// Inserts roots, nothing else.
    pub publisher: [u8; 32],
    /// Co-signs purchases of service tokens.
    pub backend_admin: [u8; 32],
    /// Ed25519 key that signs v4 payloads. Not of small order.
    pub oracle_key: [u8; 32],
    /// Announced successor of `oracle_key`; all zero = none.
    pub next_oracle_key: [u8; 32],
    /// Mint of the service token.
    pub service_mint: [u8; 32],
    /// Mint of the stablecoin that buys service tokens.
    pub stablecoin_mint: [u8; 32],
    /// Price of 100 validation credits, in base units of the service token.
    pub credit_pack_price: u64,
    /// How long after the end of its slot the publisher alone may publish a root, s: 600 to 604,800; 0 = no bound.
    /// Arguments that end before it set none.
    pub late_after: u32,
}

/// New values; absent fields stay unchanged.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub struct ConfigUpdate {
    /// Inserts roots, nothing else.
    pub publisher: Option<[u8; 32]>,
    /// Co-signs purchases of service tokens.
    pub backend_admin: Option<[u8; 32]>,
    /// Ed25519 key that signs v4 payloads. Not of small order.
    pub oracle_key: Option<[u8; 32]>,
    /// Announced successor of `oracle_key`; all zero = none from now on.
    pub next_oracle_key: Option<[u8; 32]>,
    /// Mint of the service token.
    pub service_mint: Option<[u8; 32]>,
    /// Mint of the stablecoin that buys service tokens.
    pub stablecoin_mint: Option<[u8; 32]>,
    /// Price of 100 validation credits, in base units of the service token.
    pub credit_pack_price: Option<u64>,
    /// How long after the end of its slot the publisher alone may publish a root, s: 600 to 604,800. Slots that have
    /// ended keep a stricter one. Arguments that end before it change nothing.
    pub late_after: Option<u32>,
}

/// One service level. 18 bytes.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub struct ServiceRow {
    /// The service level's number.
    pub row_id: u16,
    /// Price, in whole service tokens a week.
    pub price_per_week_token: u64,
    /// Seconds between samples; 0 = real time.
    pub sampling_interval_sec: u32,
    /// Positive: a bundle of leagues; 0: all leagues; -n: a selection of up to n leagues.
    pub league_bundle_id: i16,
    /// 0: all markets.
    pub market_bundle_id: i16,
}

/// Accounts of [`accept_admin`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct AcceptAdminAccounts {
    /// The proposed admin. Its signature shows that somebody holds the key before the old admin loses control.
    pub new_admin: Pubkey,
    /// The configuration.
    pub config: Pubkey,
}

/// Makes the proposed admin the admin. Proposed admin only.
pub fn accept_admin(
    program: Pubkey,
    accounts: &AcceptAdminAccounts,
) -> Instruction {
    let data = vec![112, 42, 45, 90, 116, 181, 13, 170];
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new_readonly(accounts.new_admin, true),
            AccountMeta::new(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`attest`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct AttestAccounts {
    /// A key of the set; pays for the account with the period's first attestation.
    pub attester: Pubkey,
    /// The attester set. The address is checked in the handler.
    pub set: Pubkey,
    pub attestation: Pubkey,
    pub roots: Pubkey,
}

/// Vouches for published roots. By a key of the attester set; it cannot be taken back.
pub fn attest(
    program: Pubkey,
    accounts: &AttestAccounts,
    kind: u8,
    period: u16,
    entries: &[AttestedRoot],
) -> Instruction {
    let mut data = vec![83, 148, 120, 119, 144, 139, 117, 160];
    write(&mut data, &kind);
    write(&mut data, &period);
    write(&mut data, entries);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.attester, true),
            AccountMeta::new_readonly(accounts.set, false),
            AccountMeta::new(accounts.attestation, false),
            AccountMeta::new_readonly(accounts.roots, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
        ],
        data,
    }
}

/// Accounts of [`close_attestation`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct CloseAttestationAccounts {
    /// The attester who paid for it. Signs, so that nobody else decides when the vouchers are gone.
    pub payer: Pubkey,
    /// The attestation. The payer is checked by the constraint (6015), the address in the handler.
    pub attestation: Pubkey,
}

/// Closes an attestation 400 days after its period, or its making. By whoever paid for it.
pub fn close_attestation(
    program: Pubkey,
    accounts: &CloseAttestationAccounts,
) -> Instruction {
    let data = vec![249, 84, 133, 23, 48, 175, 252, 221];
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.payer, true),
            AccountMeta::new(accounts.attestation, false),
        ],
        data,
    }
}

/// Accounts of [`close_pricing_matrix`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct ClosePricingMatrixAccounts {
    /// The price list; closed by the constraint.
    pub pricing_matrix: Pubkey,
    /// The admin; receives the rent.
    pub authority: Pubkey,
    /// The configuration: names the admin.
    pub config: Pubkey,
}

/// Closes the price list. Admin only.
pub fn close_pricing_matrix(
    program: Pubkey,
    accounts: &ClosePricingMatrixAccounts,
) -> Instruction {
    let data = vec![251, 118, 215, 117, 22, 155, 38, 73];
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.pricing_matrix, false),
            AccountMeta::new(accounts.authority, true),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
            AccountMeta::new_readonly(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`create_attester_set`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct CreateAttesterSetAccounts {
    /// Anybody; pays.
    pub creator: Pubkey,
    pub set: Pubkey,
}

/// Names 1 to 16 keys that vouch for roots together, for ever. Anybody may.
pub fn create_attester_set(
    program: Pubkey,
    accounts: &CreateAttesterSetAccounts,
    id: u64,
    keys: &[[u8; 32]],
) -> Instruction {
    let mut data = vec![202, 23, 211, 120, 239, 16, 49, 180];
    write(&mut data, &id);
    write(&mut data, keys);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.creator, true),
            AccountMeta::new(accounts.set, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
        ],
        data,
    }
}

/// Accounts of [`gift_validation_credits`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct GiftValidationCreditsAccounts {
    /// The admin; pays for the account if it is missing.
    pub authority: Pubkey,
    pub target_user: Pubkey,
    pub user_validation_state: Pubkey,
    /// The configuration: names the admin.
    pub config: Pubkey,
}

/// Adds packs of 100 credits to a user's account. Admin only.
pub fn gift_validation_credits(
    program: Pubkey,
    accounts: &GiftValidationCreditsAccounts,
    hundreds: u32,
) -> Instruction {
    let mut data = vec![213, 25, 82, 97, 102, 26, 240, 132];
    write(&mut data, &hundreds);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.authority, true),
            AccountMeta::new_readonly(accounts.target_user, false),
            AccountMeta::new(accounts.user_validation_state, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
            AccountMeta::new_readonly(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`initialize_config`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct InitializeConfigAccounts {
    /// The program's upgrade authority; pays.
    pub authority: Pubkey,
    pub config: Pubkey,
    /// This program's `ProgramData` account, which only the loader can write. Its upgrade authority could replace the
    /// program anyway, so it is trusted with the configuration.
    pub program_data: Pubkey,
}

/// Writes the configuration, once. Upgrade authority only.
pub fn initialize_config(
    program: Pubkey,
    accounts: &InitializeConfigAccounts,
    parameters: &ConfigParameters,
) -> Instruction {
    let mut data = vec![208, 127, 21, 1, 194, 190, 196, 70];
    write(&mut data, parameters);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.authority, true),
            AccountMeta::new(accounts.config, false),
            AccountMeta::new_readonly(accounts.program_data, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
        ],
        data,
    }
}

/// Accounts of [`initialize_pricing_matrix`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct InitializePricingMatrixAccounts {
    /// The admin; pays.
    pub authority: Pubkey,
    pub pricing_matrix: Pubkey,
    /// The configuration: names the admin.
    pub config: Pubkey,
}

/// Writes the first price list. Admin only.
pub fn initialize_pricing_matrix(
    program: Pubkey,
    accounts: &InitializePricingMatrixAccounts,
    rows: &[ServiceRow],
) -> Instruction {
    let mut data = vec![147, 32, 167, 248, 235, 57, 210, 6];
    write(&mut data, rows);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.authority, true),
            AccountMeta::new(accounts.pricing_matrix, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
            AccountMeta::new_readonly(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`initialize_treasury_v2`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct InitializeTreasuryV2Accounts {
    /// The admin; pays.
    pub authority: Pubkey,
    pub token_treasury_vault: Pubkey,
    pub token_treasury_pda: Pubkey,
    pub subscription_token_mint: Pubkey,
    /// The configuration: names the admin and the mint.
    pub config: Pubkey,
}

/// Creates the vault of the service token. Admin only.
pub fn initialize_treasury_v2(
    program: Pubkey,
    accounts: &InitializeTreasuryV2Accounts,
) -> Instruction {
    let data = vec![18, 140, 152, 210, 31, 25, 22, 171];
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.authority, true),
            AccountMeta::new(accounts.token_treasury_vault, false),
            AccountMeta::new_readonly(accounts.token_treasury_pda, false),
            AccountMeta::new_readonly(accounts.subscription_token_mint, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
            AccountMeta::new_readonly(TOKEN_PROGRAM, false),
            AccountMeta::new_readonly(ASSOCIATED_TOKEN_PROGRAM, false),
            AccountMeta::new_readonly(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`initialize_usdt_treasury`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct InitializeUsdtTreasuryAccounts {
    /// The admin; pays.
    pub authority: Pubkey,
    pub usdt_treasury_vault: Pubkey,
    pub usdt_treasury_pda: Pubkey,
    pub usdt_mint: Pubkey,
    /// The configuration: names the admin and the mint.
    pub config: Pubkey,
}

/// Creates the vault of the stablecoin. Admin only.
pub fn initialize_usdt_treasury(
    program: Pubkey,
    accounts: &InitializeUsdtTreasuryAccounts,
) -> Instruction {
    let data = vec![81, 0, 86, 241, 86, 85, 243, 74];
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.authority, true),
            AccountMeta::new(accounts.usdt_treasury_vault, false),
            AccountMeta::new_readonly(accounts.usdt_treasury_pda, false),
            AccountMeta::new_readonly(accounts.usdt_mint, false),
            AccountMeta::new_readonly(TOKEN_PROGRAM_2, false),
            AccountMeta::new_readonly(ASSOCIATED_TOKEN_PROGRAM, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
            AccountMeta::new_readonly(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`insert_batch_root`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct InsertBatchRootAccounts {
    /// The publisher; pays for the account with the day's first root.
    pub authority: Pubkey,
    pub daily_batch_roots: Pubkey,
    /// The configuration: names the publisher.
    pub config: Pubkey,
}

/// Publishes the root of a 5-minute slot of odds; it can never be changed. Publisher only.
pub fn insert_batch_root(
    program: Pubkey,
    accounts: &InsertBatchRootAccounts,
    epoch_day: u16,
    hour_of_day: u8,
    minute_of_hour: u8,
    root: &[u8; 32],
    account_bump: u8,
) -> Instruction {
    let mut data = vec![243, 170, 208, 158, 207, 29, 237, 93];
    write(&mut data, &epoch_day);
    write(&mut data, &hour_of_day);
    write(&mut data, &minute_of_hour);
    write(&mut data, root);
    write(&mut data, &account_bump);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.authority, true),
            AccountMeta::new(accounts.daily_batch_roots, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
            AccountMeta::new_readonly(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`insert_fixtures_root`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct InsertFixturesRootAccounts {
    /// The publisher; pays for the account with the window's first root.
    pub authority: Pubkey,
    pub ten_daily_fixtures_roots: Pubkey,
    /// The configuration: names the publisher.
    pub config: Pubkey,
}

/// Publishes the root of an hour of fixtures; it can never be changed. Publisher only.
pub fn insert_fixtures_root(
    program: Pubkey,
    accounts: &InsertFixturesRootAccounts,
    epoch_day: u16,
    index: u64,
    root: &[u8; 32],
) -> Instruction {
    let mut data = vec![18, 70, 8, 160, 75, 200, 109, 235];
    write(&mut data, &epoch_day);
    write(&mut data, &index);
    write(&mut data, root);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.authority, true),
            AccountMeta::new(accounts.ten_daily_fixtures_roots, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
            AccountMeta::new_readonly(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`insert_scores_root`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct InsertScoresRootAccounts {
    /// The publisher; pays for the account with the day's first root.
    pub authority: Pubkey,
    pub daily_scores_roots: Pubkey,
    /// The configuration: names the publisher.
    pub config: Pubkey,
}

/// Publishes the root of a 5-minute slot of scores; it can never be changed. Publisher only.
pub fn insert_scores_root(
    program: Pubkey,
    accounts: &InsertScoresRootAccounts,
    epoch_day: u16,
    hour_of_day: u8,
    minute_of_hour: u8,
    root: &[u8; 32],
) -> Instruction {
    let mut data = vec![137, 39, 242, 97, 131, 204, 100, 133];
    write(&mut data, &epoch_day);
    write(&mut data, &hour_of_day);
    write(&mut data, &minute_of_hour);
    write(&mut data, root);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.authority, true),
            AccountMeta::new(accounts.daily_scores_roots, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
            AccountMeta::new_readonly(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`propose_admin`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct ProposeAdminAccounts {
    /// The admin.
    pub admin: Pubkey,
    /// The configuration.
    pub config: Pubkey,
}

/// Proposes the next admin. Admin only.
pub fn propose_admin(
    program: Pubkey,
    accounts: &ProposeAdminAccounts,
    new_admin: &[u8; 32],
) -> Instruction {
    let mut data = vec![121, 214, 199, 212, 87, 39, 117, 234];
    write(&mut data, new_admin);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new_readonly(accounts.admin, true),
            AccountMeta::new(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`purchase_subscription_token_usdt`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct PurchaseSubscriptionTokenUsdtAccounts {
    /// Buys and pays.
    pub buyer: Pubkey,
    /// The backend admin of the configuration (6065), who approves the purchase.
    pub backend_admin: Pubkey,
    pub usdt_mint: Pubkey,
    pub buyer_usdt_account: Pubkey,
    pub usdt_treasury_vault: Pubkey,
    pub usdt_treasury_pda: Pubkey,
    pub subscription_token_mint: Pubkey,
    pub token_treasury_vault: Pubkey,
    pub token_treasury_pda: Pubkey,
    pub buyer_token_account: Pubkey,
    /// The configuration: names the backend admin and the mints.
    pub config: Pubkey,
}

/// Sells whole service tokens for the stablecoin. Co-signed by the backend admin.
pub fn purchase_subscription_token_usdt(
    program: Pubkey,
    accounts: &PurchaseSubscriptionTokenUsdtAccounts,
    txline_amount: u64,
) -> Instruction {
    let mut data = vec![198, 251, 223, 9, 31, 184, 166, 188];
    write(&mut data, &txline_amount);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.buyer, true),
            AccountMeta::new_readonly(accounts.backend_admin, true),
            AccountMeta::new_readonly(accounts.usdt_mint, false),
            AccountMeta::new(accounts.buyer_usdt_account, false),
            AccountMeta::new(accounts.usdt_treasury_vault, false),
            AccountMeta::new_readonly(accounts.usdt_treasury_pda, false),
            AccountMeta::new_readonly(accounts.subscription_token_mint, false),
            AccountMeta::new(accounts.token_treasury_vault, false),
            AccountMeta::new_readonly(accounts.token_treasury_pda, false),
            AccountMeta::new(accounts.buyer_token_account, false),
            AccountMeta::new_readonly(TOKEN_PROGRAM_2, false),
            AccountMeta::new_readonly(TOKEN_PROGRAM, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
            AccountMeta::new_readonly(ASSOCIATED_TOKEN_PROGRAM, false),
            AccountMeta::new_readonly(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`purchase_validation_credits`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct PurchaseValidationCreditsAccounts {
    /// Buys and pays.
    pub user: Pubkey,
    pub user_validation_state: Pubkey,
    pub token_mint: Pubkey,
    pub user_token_account: Pubkey,
    pub token_treasury_vault: Pubkey,
    pub token_treasury_pda: Pubkey,
    /// The configuration: names the mint and the price.
    pub config: Pubkey,
}

/// Sells packs of 100 credits for service tokens.
pub fn purchase_validation_credits(
    program: Pubkey,
    accounts: &PurchaseValidationCreditsAccounts,
    hundreds: u32,
) -> Instruction {
    let mut data = vec![166, 59, 67, 252, 177, 13, 82, 112];
    write(&mut data, &hundreds);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.user, true),
            AccountMeta::new(accounts.user_validation_state, false),
            AccountMeta::new_readonly(accounts.token_mint, false),
            AccountMeta::new(accounts.user_token_account, false),
            AccountMeta::new(accounts.token_treasury_vault, false),
            AccountMeta::new_readonly(accounts.token_treasury_pda, false),
            AccountMeta::new_readonly(TOKEN_PROGRAM, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
            AccountMeta::new_readonly(ASSOCIATED_TOKEN_PROGRAM, false),
            AccountMeta::new_readonly(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`subscribe`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct SubscribeAccounts {
    /// Subscribes and pays.
    pub user: Pubkey,
    /// The price list.
    pub pricing_matrix: Pubkey,
    pub token_mint: Pubkey,
    pub user_token_account: Pubkey,
    pub token_treasury_vault: Pubkey,
    pub token_treasury_pda: Pubkey,
    /// The configuration: names the mint.
    pub config: Pubkey,
}

/// Sells weeks of a service level for service tokens.
pub fn subscribe(
    program: Pubkey,
    accounts: &SubscribeAccounts,
    service_level_id: u16,
    weeks: u8,
) -> Instruction {
    let mut data = vec![254, 28, 191, 138, 156, 179, 183, 53];
    write(&mut data, &service_level_id);
    write(&mut data, &weeks);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.user, true),
            AccountMeta::new_readonly(accounts.pricing_matrix, false),
            AccountMeta::new_readonly(accounts.token_mint, false),
            AccountMeta::new(accounts.user_token_account, false),
            AccountMeta::new(accounts.token_treasury_vault, false),
            AccountMeta::new_readonly(accounts.token_treasury_pda, false),
            AccountMeta::new_readonly(TOKEN_PROGRAM, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
            AccountMeta::new_readonly(ASSOCIATED_TOKEN_PROGRAM, false),
            AccountMeta::new_readonly(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`update_config`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct UpdateConfigAccounts {
    /// The admin.
    pub admin: Pubkey,
    /// The configuration.
    pub config: Pubkey,
}

/// Changes the configuration, except the admin. Admin only.
pub fn update_config(
    program: Pubkey,
    accounts: &UpdateConfigAccounts,
    update: &ConfigUpdate,
) -> Instruction {
    let mut data = vec![29, 158, 252, 191, 10, 83, 219, 99];
    write(&mut data, update);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new_readonly(accounts.admin, true),
            AccountMeta::new(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`update_pricing_matrix`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct UpdatePricingMatrixAccounts {
    /// The admin; pays the rent of a longer matrix, or gets back the difference for a shorter one.
    pub authority: Pubkey,
    /// The price list.
    pub pricing_matrix: Pubkey,
    /// The configuration: names the admin.
    pub config: Pubkey,
}

/// Replaces the price list. Admin only.
pub fn update_pricing_matrix(
    program: Pubkey,
    accounts: &UpdatePricingMatrixAccounts,
    rows: &[ServiceRow],
) -> Instruction {
    let mut data = vec![177, 191, 172, 252, 42, 203, 8, 164];
    write(&mut data, rows);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.authority, true),
            AccountMeta::new(accounts.pricing_matrix, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
            AccountMeta::new_readonly(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`validate_fixture`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct ValidateFixtureAccounts {
    pub ten_daily_fixtures_roots: Pubkey,
}

/// Proves that a fixture record was published. Returns `01`.
pub fn validate_fixture(
    program: Pubkey,
    accounts: &ValidateFixtureAccounts,
    snapshot: &Fixture,
    summary: &FixtureBatchSummary,
    sub_tree_proof: &[ProofNode],
    main_tree_proof: &[ProofNode],
) -> Instruction {
    let mut data = vec![231, 129, 218, 86, 223, 114, 21, 126];
    write(&mut data, snapshot);
    write(&mut data, summary);
    write(&mut data, sub_tree_proof);
    write(&mut data, main_tree_proof);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new_readonly(accounts.ten_daily_fixtures_roots, false),
        ],
        data,
    }
}

/// Accounts of [`validate_fixture_batch`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct ValidateFixtureBatchAccounts {
    pub ten_daily_fixtures_roots: Pubkey,
}

/// Proves the totals of an hour's batch of fixtures. Returns `01`.
pub fn validate_fixture_batch(
    program: Pubkey,
    accounts: &ValidateFixtureBatchAccounts,
    index: u8,
    metadata: &BatchMetadata,
    proof: &[ProofNode],
) -> Instruction {
    let mut data = vec![85, 223, 204, 7, 4, 87, 157, 1];
    write(&mut data, &index);
    write(&mut data, metadata);
    write(&mut data, proof);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new_readonly(accounts.ten_daily_fixtures_roots, false),
        ],
        data,
    }
}

/// Accounts of [`validate_odds`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct ValidateOddsAccounts {
    pub daily_odds_merkle_roots: Pubkey,
}

/// Proves that an odds record was published. Returns `01`.
pub fn validate_odds(
    program: Pubkey,
    accounts: &ValidateOddsAccounts,
    ts: i64,
    odds_snapshot: &Odds,
    summary: &OddsBatchSummary,
    sub_tree_proof: &[ProofNode],
    main_tree_proof: &[ProofNode],
) -> Instruction {
    let mut data = vec![192, 19, 91, 138, 104, 100, 212, 86];
    write(&mut data, &ts);
    write(&mut data, odds_snapshot);
    write(&mut data, summary);
    write(&mut data, sub_tree_proof);
    write(&mut data, main_tree_proof);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new_readonly(accounts.daily_odds_merkle_roots, false),
        ],
        data,
    }
}

/// Accounts of [`validate_odds_v4`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct ValidateOddsV4Accounts {
    /// The user who spends a credit.
    pub user: Pubkey,
    pub user_validation_state: Pubkey,
    pub daily_odds_merkle_roots: Pubkey,
    pub config: Pubkey,
}

/// Like `validate_odds`, for a payload signed by the oracle; costs one credit. Returns `01`.
pub fn validate_odds_v4(
    program: Pubkey,
    accounts: &ValidateOddsV4Accounts,
    payload: &OddsValidationInputV4,
) -> Instruction {
    let mut data = vec![147, 143, 200, 85, 251, 48, 42, 173];
    write(&mut data, payload);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.user, true),
            AccountMeta::new(accounts.user_validation_state, false),
            AccountMeta::new_readonly(INSTRUCTIONS_SYSVAR, false),
            AccountMeta::new_readonly(accounts.daily_odds_merkle_roots, false),
            AccountMeta::new_readonly(accounts.config, false),
        ],
        data,
    }
}

/// Accounts of [`validate_stat`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct ValidateStatAccounts {
    pub daily_scores_merkle_roots: Pubkey,
}

/// Validates one stat, or the sum or difference of two, against a predicate. Returns `01` or `00`.
#[allow(clippy::too_many_arguments)]
pub fn validate_stat(
    program: Pubkey,
    accounts: &ValidateStatAccounts,
    ts: i64,
    fixture_summary: &ScoresBatchSummary,
    fixture_proof: &[ProofNode],
    main_tree_proof: &[ProofNode],
    predicate: &TraderPredicate,
    stat_a: &StatTerm,
    stat_b: &Option<StatTerm>,
    op: &Option<BinaryExpression>,
) -> Instruction {
    let mut data = vec![107, 197, 232, 90, 191, 136, 105, 185];
    write(&mut data, &ts);
    write(&mut data, fixture_summary);
    write(&mut data, fixture_proof);
    write(&mut data, main_tree_proof);
    write(&mut data, predicate);
    write(&mut data, stat_a);
    write(&mut data, stat_b);
    write(&mut data, op);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new_readonly(accounts.daily_scores_merkle_roots, false),
        ],
        data,
    }
}

/// Accounts of [`validate_stat_v2`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct ValidateStatV2Accounts {
    pub daily_scores_merkle_roots: Pubkey,
}

/// Validates one to five stats, each with its own path, against a strategy. Returns `01` or `00`.
pub fn validate_stat_v2(
    program: Pubkey,
    accounts: &ValidateStatV2Accounts,
    payload: &StatValidationInput,
    strategy: &NDimensionalStrategy,
) -> Instruction {
    let mut data = vec![208, 215, 194, 214, 241, 71, 246, 178];
    write(&mut data, payload);
    write(&mut data, strategy);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new_readonly(accounts.daily_scores_merkle_roots, false),
        ],
        data,
    }
}

/// Accounts of [`validate_stat_v3`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct ValidateStatV3Accounts {
    pub daily_scores_merkle_roots: Pubkey,
}

/// Validates one to five stats, sharing one multiproof, against a strategy. Returns `01` or `00`.
pub fn validate_stat_v3(
    program: Pubkey,
    accounts: &ValidateStatV3Accounts,
    payload: &StatValidationInputV3,
    strategy: &NDimensionalStrategy,
) -> Instruction {
    let mut data = vec![150, 37, 155, 89, 141, 190, 77, 203];
    write(&mut data, payload);
    write(&mut data, strategy);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new_readonly(accounts.daily_scores_merkle_roots, false),
        ],
        data,
    }
}

/// Accounts of [`validate_stat_v4`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct ValidateStatV4Accounts {
    /// The user who spends a credit.
    pub user: Pubkey,
    pub user_validation_state: Pubkey,
    pub daily_scores_merkle_roots: Pubkey,
    pub config: Pubkey,
}

/// Like v3, for a payload signed by the oracle; costs one credit. Returns `01` or `00`.
pub fn validate_stat_v4(
    program: Pubkey,
    accounts: &ValidateStatV4Accounts,
    payload: &StatValidationInputV4,
    strategy: &NDimensionalStrategy,
) -> Instruction {
    let mut data = vec![17, 11, 195, 64, 250, 26, 27, 211];
    write(&mut data, payload);
    write(&mut data, strategy);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.user, true),
            AccountMeta::new(accounts.user_validation_state, false),
            AccountMeta::new_readonly(INSTRUCTIONS_SYSVAR, false),
            AccountMeta::new_readonly(accounts.daily_scores_merkle_roots, false),
            AccountMeta::new_readonly(accounts.config, false),
        ],
        data,
    }
}

/// Verifies a signature for the v4 call directly after it, in place of the Ed25519 program.
pub fn verify_signature(
    program: Pubkey,
    key: &[u8; 32],
    signature: &[u8; 64],
    message: &[u8; 32],
) -> Instruction {
    let mut data = vec![91, 139, 24, 69, 251, 162, 245, 112];
    write(&mut data, key);
    write(&mut data, signature);
    write(&mut data, message);
    Instruction {
        program_id: program,
        accounts: vec![
        ],
        data,
    }
}

/// Accounts of [`withdraw_usdt`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct WithdrawUsdtAccounts {
    /// The admin; pays for the destination if it is created.
    pub authority: Pubkey,
    pub admin_destination: Pubkey,
    pub usdt_treasury_vault: Pubkey,
    pub usdt_treasury_pda: Pubkey,
    pub usdt_mint: Pubkey,
    /// The configuration: names the admin and the mint.
    pub config: Pubkey,
}

/// Withdraws stablecoin from the treasury. Admin only.
pub fn withdraw_usdt(
    program: Pubkey,
    accounts: &WithdrawUsdtAccounts,
    amount: u64,
) -> Instruction {
    let mut data = vec![117, 75, 94, 162, 178, 92, 19, 141];
    write(&mut data, &amount);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.authority, true),
            AccountMeta::new(accounts.admin_destination, false),
            AccountMeta::new(accounts.usdt_treasury_vault, false),
            AccountMeta::new_readonly(accounts.usdt_treasury_pda, false),
            AccountMeta::new_readonly(accounts.usdt_mint, false),
            AccountMeta::new_readonly(TOKEN_PROGRAM_2, false),
            AccountMeta::new_readonly(ASSOCIATED_TOKEN_PROGRAM, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
            AccountMeta::new_readonly(accounts.config, false),
        ],
        data,
    }
}
