//! Calls of each function, beside the accounts and data that Anchor has for the same arguments by the IDL:
//! `LINESMAN_WRITE=1 npx vitest run tools/idl` writes this file.

use linesman_verifier::{Node, ScoresSummary, UpdateStats};
use linesman_wire::{self as wire, call::oracle as by};

use crate::{check, key, PROGRAM};

#[test]
fn accept_admin() {
    check(
        by::accept_admin(PROGRAM, &by::AcceptAdminAccounts { new_admin: key(1), config: key(2) }),
        &["1:s", "2:w"],
        "\
        702a2d5a74b50daa\
        ",
    );
}

#[test]
fn attest() {
    check(
        by::attest(PROGRAM, &by::AttestAccounts { attester: key(1), set: key(2), attestation: key(3), roots:
        key(4) }, 1, 1002, &[]),
        &["1:ws", "2:", "3:w", "4:", "11111111111111111111111111111111:"],
        "\
        53947877908b75a001ea0300000000\
        ",
    );
    check(
        by::attest(PROGRAM, &by::AttestAccounts { attester: key(1), set: key(2), attestation: key(3), roots:
        key(4) }, 1, 1002, &[by::AttestedRoot { slot: 1005, root: [6; 32] }, by::AttestedRoot { slot: 1008,
        root: [9; 32] }]),
        &["1:ws", "2:", "3:w", "4:", "11111111111111111111111111111111:"],
        "\
        53947877908b75a001ea0302000000ed030606060606060606060606060606060606060606060606060606060606060606f0\
        030909090909090909090909090909090909090909090909090909090909090909\
        ",
    );
}

#[test]
fn close_attestation() {
    check(
        by::close_attestation(PROGRAM, &by::CloseAttestationAccounts { payer: key(1), attestation: key(2) }),
        &["1:ws", "2:w"],
        "\
        f954851730affcdd\
        ",
    );
}

#[test]
fn close_pricing_matrix() {
    check(
        by::close_pricing_matrix(PROGRAM, &by::ClosePricingMatrixAccounts { pricing_matrix: key(1),
        authority: key(2), config: key(3) }),
        &["1:w", "2:ws", "11111111111111111111111111111111:", "3:"],
        "\
        fb76d775169b2649\
        ",
    );
}

#[test]
fn create_attester_set() {
    check(
        by::create_attester_set(PROGRAM, &by::CreateAttesterSetAccounts { creator: key(1), set: key(2) },
        4503599627370497, &[]),
        &["1:ws", "2:w", "11111111111111111111111111111111:"],
        "\
        ca17d378ef1031b4010000000000100000000000\
        ",
    );
    check(
        by::create_attester_set(PROGRAM, &by::CreateAttesterSetAccounts { creator: key(1), set: key(2) },
        4503599627370497, &[[3; 32], [4; 32]]),
        &["1:ws", "2:w", "11111111111111111111111111111111:"],
        "\
        ca17d378ef1031b4010000000000100002000000030303030303030303030303030303030303030303030303030303030303\
        03030404040404040404040404040404040404040404040404040404040404040404\
        ",
    );
}

#[test]
fn gift_validation_credits() {
    check(
        by::gift_validation_credits(PROGRAM, &by::GiftValidationCreditsAccounts { authority: key(1),
        target_user: key(2), user_validation_state: key(3), config: key(4) }, 2147483649),
        &["1:ws", "2:", "3:w", "11111111111111111111111111111111:", "4:"],
        "\
        d5195261661af08401000080\
        ",
    );
}

#[test]
fn initialize_config() {
    check(
        by::initialize_config(PROGRAM, &by::InitializeConfigAccounts { authority: key(1), config: key(2),
        program_data: key(3) }, &by::ConfigParameters { admin: [2; 32], publisher: [3; 32], backend_admin:
        [4; 32], oracle_key: [5; 32], next_oracle_key: [6; 32], service_mint: [7; 32], stablecoin_mint: [8;
        32], credit_pack_price: 4503599627370505, late_after: 2147483658 }),
        &["1:ws", "2:w", "3:", "11111111111111111111111111111111:"],
        "\
        d07f1501c2bec446020202020202020202020202020202020202020202020202020202020202020203030303030303030303\
        0303030303030303030303030303030303030303030304040404040404040404040404040404040404040404040404040404\
        0404040405050505050505050505050505050505050505050505050505050505050505050606060606060606060606060606\
        0606060606060606060606060606060606060707070707070707070707070707070707070707070707070707070707070707\
        080808080808080808080808080808080808080808080808080808080808080809000000000010000a000080\
        ",
    );
}

#[test]
fn initialize_pricing_matrix() {
    check(
        by::initialize_pricing_matrix(PROGRAM, &by::InitializePricingMatrixAccounts { authority: key(1),
        pricing_matrix: key(2), config: key(3) }, &[]),
        &["1:ws", "2:w", "11111111111111111111111111111111:", "3:"],
        "\
        9320a7f8eb39d20600000000\
        ",
    );
    check(
        by::initialize_pricing_matrix(PROGRAM, &by::InitializePricingMatrixAccounts { authority: key(1),
        pricing_matrix: key(2), config: key(3) }, &[by::ServiceRow { row_id: 1003, price_per_week_token:
        4503599627370500, sampling_interval_sec: 2147483653, league_bundle_id: -31994, market_bundle_id:
        -31993 }, by::ServiceRow { row_id: 1009, price_per_week_token: 4503599627370506,
        sampling_interval_sec: 2147483659, league_bundle_id: -31988, market_bundle_id: -31987 }]),
        &["1:ws", "2:w", "11111111111111111111111111111111:", "3:"],
        "\
        9320a7f8eb39d20602000000eb0304000000000010000500008006830783f1030a000000000010000b0000800c830d83\
        ",
    );
}

#[test]
fn initialize_treasury_v2() {
    check(
        by::initialize_treasury_v2(PROGRAM, &by::InitializeTreasuryV2Accounts { authority: key(1),
        token_treasury_vault: key(2), token_treasury_pda: key(3), subscription_token_mint: key(4), config:
        key(5) }),
        &["1:ws", "2:w", "3:", "4:", "11111111111111111111111111111111:",
        "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb:", "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL:",
        "5:"],
        "\
        128c98d21f1916ab\
        ",
    );
}

#[test]
fn initialize_usdt_treasury() {
    check(
        by::initialize_usdt_treasury(PROGRAM, &by::InitializeUsdtTreasuryAccounts { authority: key(1),
        usdt_treasury_vault: key(2), usdt_treasury_pda: key(3), usdt_mint: key(4), config: key(5) }),
        &["1:ws", "2:w", "3:", "4:", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA:",
        "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL:", "11111111111111111111111111111111:", "5:"],
        "\
        510056f15655f34a\
        ",
    );
}

#[test]
fn insert_batch_root() {
    check(
        by::insert_batch_root(PROGRAM, &by::InsertBatchRootAccounts { authority: key(1), daily_batch_roots:
        key(2), config: key(3) }, 1001, 2, 3, &[4; 32], 5),
        &["1:ws", "2:w", "11111111111111111111111111111111:", "3:"],
        "\
        f3aad09ecf1ded5de9030203040404040404040404040404040404040404040404040404040404040404040405\
        ",
    );
}

#[test]
fn insert_fixtures_root() {
    check(
        by::insert_fixtures_root(PROGRAM, &by::InsertFixturesRootAccounts { authority: key(1),
        ten_daily_fixtures_roots: key(2), config: key(3) }, 1001, 4503599627370498, &[3; 32]),
        &["1:ws", "2:w", "11111111111111111111111111111111:", "3:"],
        "\
        124608a04bc86debe90302000000000010000303030303030303030303030303030303030303030303030303030303030303\
        ",
    );
}

#[test]
fn insert_scores_root() {
    check(
        by::insert_scores_root(PROGRAM, &by::InsertScoresRootAccounts { authority: key(1),
        daily_scores_roots: key(2), config: key(3) }, 1001, 2, 3, &[4; 32]),
        &["1:ws", "2:w", "11111111111111111111111111111111:", "3:"],
        "\
        8927f26183cc6485e90302030404040404040404040404040404040404040404040404040404040404040404\
        ",
    );
}

#[test]
fn propose_admin() {
    check(
        by::propose_admin(PROGRAM, &by::ProposeAdminAccounts { admin: key(1), config: key(2) }, &[1; 32]),
        &["1:s", "2:w"],
        "\
        79d6c7d4572775ea0101010101010101010101010101010101010101010101010101010101010101\
        ",
    );
}

#[test]
fn purchase_subscription_token_usdt() {
    check(
        by::purchase_subscription_token_usdt(PROGRAM, &by::PurchaseSubscriptionTokenUsdtAccounts { buyer:
        key(1), backend_admin: key(2), usdt_mint: key(3), buyer_usdt_account: key(4), usdt_treasury_vault:
        key(5), usdt_treasury_pda: key(6), subscription_token_mint: key(7), token_treasury_vault: key(8),
        token_treasury_pda: key(9), buyer_token_account: key(10), config: key(11) }, 4503599627370497),
        &["1:ws", "2:s", "3:", "4:w", "5:w", "6:", "7:", "8:w", "9:", "10:w",
        "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA:", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb:",
        "11111111111111111111111111111111:", "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL:", "11:"],
        "\
        c6fbdf091fb8a6bc0100000000001000\
        ",
    );
}

#[test]
fn purchase_validation_credits() {
    check(
        by::purchase_validation_credits(PROGRAM, &by::PurchaseValidationCreditsAccounts { user: key(1),
        user_validation_state: key(2), token_mint: key(3), user_token_account: key(4), token_treasury_vault:
        key(5), token_treasury_pda: key(6), config: key(7) }, 2147483649),
        &["1:ws", "2:w", "3:", "4:w", "5:w", "6:", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb:",
        "11111111111111111111111111111111:", "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL:", "7:"],
        "\
        a63b43fcb10d527001000080\
        ",
    );
}

#[test]
fn subscribe() {
    check(
        by::subscribe(PROGRAM, &by::SubscribeAccounts { user: key(1), pricing_matrix: key(2), token_mint:
        key(3), user_token_account: key(4), token_treasury_vault: key(5), token_treasury_pda: key(6), config:
        key(7) }, 1001, 2),
        &["1:ws", "2:", "3:", "4:w", "5:w", "6:", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb:",
        "11111111111111111111111111111111:", "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL:", "7:"],
        "\
        fe1cbf8a9cb3b735e90302\
        ",
    );
}

#[test]
fn update_config() {
    check(
        by::update_config(PROGRAM, &by::UpdateConfigAccounts { admin: key(1), config: key(2) },
        &by::ConfigUpdate { publisher: None, backend_admin: None, oracle_key: None, next_oracle_key: None,
        service_mint: None, stablecoin_mint: None, credit_pack_price: None, late_after: None }),
        &["1:s", "2:w"],
        "\
        1d9efcbf0a53db630000000000000000\
        ",
    );
    check(
        by::update_config(PROGRAM, &by::UpdateConfigAccounts { admin: key(1), config: key(2) },
        &by::ConfigUpdate { publisher: Some([3; 32]), backend_admin: Some([5; 32]), oracle_key: Some([7;
        32]), next_oracle_key: Some([9; 32]), service_mint: Some([11; 32]), stablecoin_mint: Some([13; 32]),
        credit_pack_price: Some(4503599627370511), late_after: Some(2147483665) }),
        &["1:s", "2:w"],
        "\
        1d9efcbf0a53db63010303030303030303030303030303030303030303030303030303030303030303010505050505050505\
        0505050505050505050505050505050505050505050505050107070707070707070707070707070707070707070707070707\
        07070707070707010909090909090909090909090909090909090909090909090909090909090909010b0b0b0b0b0b0b0b0b\
        0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b010d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d\
        0d0d0d0d0d0d010f000000000010000111000080\
        ",
    );
}

#[test]
fn update_pricing_matrix() {
    check(
        by::update_pricing_matrix(PROGRAM, &by::UpdatePricingMatrixAccounts { authority: key(1),
        pricing_matrix: key(2), config: key(3) }, &[]),
        &["1:ws", "2:w", "11111111111111111111111111111111:", "3:"],
        "\
        b1bfacfc2acb08a400000000\
        ",
    );
    check(
        by::update_pricing_matrix(PROGRAM, &by::UpdatePricingMatrixAccounts { authority: key(1),
        pricing_matrix: key(2), config: key(3) }, &[by::ServiceRow { row_id: 1003, price_per_week_token:
        4503599627370500, sampling_interval_sec: 2147483653, league_bundle_id: -31994, market_bundle_id:
        -31993 }, by::ServiceRow { row_id: 1009, price_per_week_token: 4503599627370506,
        sampling_interval_sec: 2147483659, league_bundle_id: -31988, market_bundle_id: -31987 }]),
        &["1:ws", "2:w", "11111111111111111111111111111111:", "3:"],
        "\
        b1bfacfc2acb08a402000000eb0304000000000010000500008006830783f1030a000000000010000b0000800c830d83\
        ",
    );
}

#[test]
fn validate_fixture() {
    check(
        by::validate_fixture(PROGRAM, &by::ValidateFixtureAccounts { ten_daily_fixtures_roots: key(1) },
        &wire::Fixture { ts: -4503599627370494, start_time: -4503599627370493, competition:
        "text-4".to_string(), competition_id: -2147483643, fixture_group_id: -2147483642, participant1_id:
        -2147483641, participant1: "text-8".to_string(), participant2_id: -2147483639, participant2:
        "text-10".to_string(), fixture_id: -4503599627370485, participant1_is_home: false },
        &wire::FixtureBatchSummary { fixture_id: -4503599627370482, competition_id: -2147483633, competition:
        "text-16".to_string(), update_stats: wire::BatchUpdateStats { update_count: 2147483666,
        min_timestamp: -4503599627370477, max_timestamp: -4503599627370476 }, update_sub_tree_root: [21; 32]
        }, &[], &[]),
        &["1:"],
        "\
        e781da56df72157e020000000000f0ff030000000000f0ff06000000746578742d3405000080060000800700008006000000\
        746578742d380900008007000000746578742d31300b0000000000f0ff000e0000000000f0ff0f0000800700000074657874\
        2d313612000080130000000000f0ff140000000000f0ff151515151515151515151515151515151515151515151515151515\
        15151515150000000000000000\
        ",
    );
    check(
        by::validate_fixture(PROGRAM, &by::ValidateFixtureAccounts { ten_daily_fixtures_roots: key(1) },
        &wire::Fixture { ts: -4503599627370494, start_time: -4503599627370493, competition:
        "text-4".to_string(), competition_id: -2147483643, fixture_group_id: -2147483642, participant1_id:
        -2147483641, participant1: "text-8".to_string(), participant2_id: -2147483639, participant2:
        "text-10".to_string(), fixture_id: -4503599627370485, participant1_is_home: true },
        &wire::FixtureBatchSummary { fixture_id: -4503599627370482, competition_id: -2147483633, competition:
        "text-16".to_string(), update_stats: wire::BatchUpdateStats { update_count: 2147483666,
        min_timestamp: -4503599627370477, max_timestamp: -4503599627370476 }, update_sub_tree_root: [21; 32]
        }, &[wire::ProofNode::from(Node::new([24; 32], true)), wire::ProofNode::from(Node::new([27; 32],
        true))], &[wire::ProofNode::from(Node::new([31; 32], true)), wire::ProofNode::from(Node::new([34;
        32], true))]),
        &["1:"],
        "\
        e781da56df72157e020000000000f0ff030000000000f0ff06000000746578742d3405000080060000800700008006000000\
        746578742d380900008007000000746578742d31300b0000000000f0ff010e0000000000f0ff0f0000800700000074657874\
        2d313612000080130000000000f0ff140000000000f0ff151515151515151515151515151515151515151515151515151515\
        1515151515020000001818181818181818181818181818181818181818181818181818181818181818011b1b1b1b1b1b1b1b\
        1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b01020000001f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f\
        1f1f1f1f1f1f1f1f1f1f1f01222222222222222222222222222222222222222222222222222222222222222201\
        ",
    );
}

#[test]
fn validate_fixture_batch() {
    check(
        by::validate_fixture_batch(PROGRAM, &by::ValidateFixtureBatchAccounts { ten_daily_fixtures_roots:
        key(1) }, 1, &wire::BatchMetadata { total_update_count: -2147483645, num_unique_fixtures:
        -2147483644, overall_batch_start_ts: -4503599627370491, overall_batch_end_ts: -4503599627370490 },
        &[]),
        &["1:"],
        "\
        55dfcc0704579d01010300008004000080050000000000f0ff060000000000f0ff00000000\
        ",
    );
    check(
        by::validate_fixture_batch(PROGRAM, &by::ValidateFixtureBatchAccounts { ten_daily_fixtures_roots:
        key(1) }, 1, &wire::BatchMetadata { total_update_count: -2147483645, num_unique_fixtures:
        -2147483644, overall_batch_start_ts: -4503599627370491, overall_batch_end_ts: -4503599627370490 },
        &[wire::ProofNode::from(Node::new([9; 32], true)), wire::ProofNode::from(Node::new([12; 32],
        true))]),
        &["1:"],
        "\
        55dfcc0704579d01010300008004000080050000000000f0ff060000000000f0ff0200000009090909090909090909090909\
        09090909090909090909090909090909090909010c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c\
        0c0c01\
        ",
    );
}

#[test]
fn validate_odds() {
    check(
        by::validate_odds(PROGRAM, &by::ValidateOddsAccounts { daily_odds_merkle_roots: key(1) },
        -4503599627370495, &wire::Odds { fixture_id: -4503599627370493, message_id: "text-4".to_string(), ts:
        -4503599627370491, bookmaker: "text-6".to_string(), bookmaker_id: -2147483641, super_odds_type:
        "text-8".to_string(), game_state: None, in_running: false, market_parameters: None, market_period:
        None, price_names: vec![], prices: vec![] }, &wire::OddsBatchSummary { fixture_id: -4503599627370480,
        update_stats: wire::BatchUpdateStats { update_count: 2147483666, min_timestamp: -4503599627370477,
        max_timestamp: -4503599627370476 }, odds_sub_tree_root: [21; 32] }, &[], &[]),
        &["1:"],
        "\
        c0135b8a6864d456010000000000f0ff030000000000f0ff06000000746578742d34050000000000f0ff0600000074657874\
        2d360700008006000000746578742d38000000000000000000000000100000000000f0ff12000080130000000000f0ff1400\
        00000000f0ff15151515151515151515151515151515151515151515151515151515151515150000000000000000\
        ",
    );
    check(
        by::validate_odds(PROGRAM, &by::ValidateOddsAccounts { daily_odds_merkle_roots: key(1) },
        -4503599627370495, &wire::Odds { fixture_id: -4503599627370493, message_id: "text-4".to_string(), ts:
        -4503599627370491, bookmaker: "text-6".to_string(), bookmaker_id: -2147483641, super_odds_type:
        "text-8".to_string(), game_state: Some("text-10".to_string()), in_running: true, market_parameters:
        Some("text-13".to_string()), market_period: Some("text-15".to_string()), price_names:
        vec!["text-17".to_string(), "text-18".to_string()], prices: vec![-2147483628, -2147483627] },
        &wire::OddsBatchSummary { fixture_id: -4503599627370473, update_stats: wire::BatchUpdateStats {
        update_count: 2147483673, min_timestamp: -4503599627370470, max_timestamp: -4503599627370469 },
        odds_sub_tree_root: [28; 32] }, &[wire::ProofNode::from(Node::new([31; 32], true)),
        wire::ProofNode::from(Node::new([34; 32], true))], &[wire::ProofNode::from(Node::new([38; 32],
        true)), wire::ProofNode::from(Node::new([41; 32], true))]),
        &["1:"],
        "\
        c0135b8a6864d456010000000000f0ff030000000000f0ff06000000746578742d34050000000000f0ff0600000074657874\
        2d360700008006000000746578742d380107000000746578742d3130010107000000746578742d3133010700000074657874\
        2d31350200000007000000746578742d313707000000746578742d3138020000001400008015000080170000000000f0ff19\
        0000801a0000000000f0ff1b0000000000f0ff1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c\
        1c020000001f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f01222222222222222222222222\
        2222222222222222222222222222222222222222010200000026262626262626262626262626262626262626262626262626\
        2626262626262601292929292929292929292929292929292929292929292929292929292929292901\
        ",
    );
}

#[test]
fn validate_odds_v4() {
    check(
        by::validate_odds_v4(PROGRAM, &by::ValidateOddsV4Accounts { user: key(1), user_validation_state:
        key(2), daily_odds_merkle_roots: key(3), config: key(4) }, &wire::OddsValidationInputV4 { ts:
        -4503599627370494, odds_snapshot: wire::Odds { fixture_id: -4503599627370492, message_id:
        "text-5".to_string(), ts: -4503599627370490, bookmaker: "text-7".to_string(), bookmaker_id:
        -2147483640, super_odds_type: "text-9".to_string(), game_state: None, in_running: false,
        market_parameters: None, market_period: None, price_names: vec![], prices: vec![] }, summary:
        wire::OddsBatchSummary { fixture_id: -4503599627370479, update_stats: wire::BatchUpdateStats {
        update_count: 2147483667, min_timestamp: -4503599627370476, max_timestamp: -4503599627370475 },
        odds_sub_tree_root: [22; 32] }, sub_tree_proof: vec![], main_tree_proof: vec![] }),
        &["1:ws", "2:w", "Sysvar1nstructions1111111111111111111111111:", "3:", "4:"],
        "\
        938fc855fb302aad020000000000f0ff040000000000f0ff06000000746578742d35060000000000f0ff0600000074657874\
        2d370800008006000000746578742d39000000000000000000000000110000000000f0ff13000080140000000000f0ff1500\
        00000000f0ff16161616161616161616161616161616161616161616161616161616161616160000000000000000\
        ",
    );
    check(
        by::validate_odds_v4(PROGRAM, &by::ValidateOddsV4Accounts { user: key(1), user_validation_state:
        key(2), daily_odds_merkle_roots: key(3), config: key(4) }, &wire::OddsValidationInputV4 { ts:
        -4503599627370494, odds_snapshot: wire::Odds { fixture_id: -4503599627370492, message_id:
        "text-5".to_string(), ts: -4503599627370490, bookmaker: "text-7".to_string(), bookmaker_id:
        -2147483640, super_odds_type: "text-9".to_string(), game_state: Some("text-11".to_string()),
        in_running: true, market_parameters: Some("text-14".to_string()), market_period:
        Some("text-16".to_string()), price_names: vec!["text-18".to_string(), "text-19".to_string()], prices:
        vec![-2147483627, -2147483626] }, summary: wire::OddsBatchSummary { fixture_id: -4503599627370472,
        update_stats: wire::BatchUpdateStats { update_count: 2147483674, min_timestamp: -4503599627370469,
        max_timestamp: -4503599627370468 }, odds_sub_tree_root: [29; 32] }, sub_tree_proof:
        vec![wire::ProofNode::from(Node::new([32; 32], true)), wire::ProofNode::from(Node::new([35; 32],
        true))], main_tree_proof: vec![wire::ProofNode::from(Node::new([39; 32], true)),
        wire::ProofNode::from(Node::new([42; 32], true))] }),
        &["1:ws", "2:w", "Sysvar1nstructions1111111111111111111111111:", "3:", "4:"],
        "\
        938fc855fb302aad020000000000f0ff040000000000f0ff06000000746578742d35060000000000f0ff0600000074657874\
        2d370800008006000000746578742d390107000000746578742d3131010107000000746578742d3134010700000074657874\
        2d31360200000007000000746578742d313807000000746578742d3139020000001500008016000080180000000000f0ff1a\
        0000801b0000000000f0ff1c0000000000f0ff1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d\
        1d02000000202020202020202020202020202020202020202020202020202020202020202001232323232323232323232323\
        2323232323232323232323232323232323232323010200000027272727272727272727272727272727272727272727272727\
        27272727272727012a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a01\
        ",
    );
}

#[test]
fn validate_stat() {
    check(
        by::validate_stat(PROGRAM, &by::ValidateStatAccounts { daily_scores_merkle_roots: key(1) },
        -4503599627370495, &wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370493,
        update_stats: UpdateStats { update_count: -2147483643, min_timestamp: -4503599627370490,
        max_timestamp: -4503599627370489 }, events_sub_tree_root: [8; 32] }), &[], &[],
        &wire::TraderPredicate { threshold: -2147483636, comparison: wire::Comparison::GreaterThan },
        &wire::StatTerm { stat_to_prove: wire::ScoreStat { key: 2147483664, value: -2147483631, period:
        -2147483630 }, event_stat_root: [19; 32], stat_proof: vec![] }, &None, &None),
        &["1:"],
        "\
        6bc5e85abf8869b9010000000000f0ff030000000000f0ff05000080060000000000f0ff070000000000f0ff080808080808\
        080808080808080808080808080808080808080808080808080800000000000000000c000080001000008011000080120000\
        801313131313131313131313131313131313131313131313131313131313131313000000000000\
        ",
    );
    check(
        by::validate_stat(PROGRAM, &by::ValidateStatAccounts { daily_scores_merkle_roots: key(1) },
        -4503599627370495, &wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370493,
        update_stats: UpdateStats { update_count: -2147483643, min_timestamp: -4503599627370490,
        max_timestamp: -4503599627370489 }, events_sub_tree_root: [8; 32] }),
        &[wire::ProofNode::from(Node::new([11; 32], true)), wire::ProofNode::from(Node::new([14; 32],
        true))], &[wire::ProofNode::from(Node::new([18; 32], true)), wire::ProofNode::from(Node::new([21;
        32], true))], &wire::TraderPredicate { threshold: -2147483624, comparison:
        wire::Comparison::GreaterThan }, &wire::StatTerm { stat_to_prove: wire::ScoreStat { key: 2147483676,
        value: -2147483619, period: -2147483618 }, event_stat_root: [31; 32], stat_proof:
        vec![wire::ProofNode::from(Node::new([34; 32], true)), wire::ProofNode::from(Node::new([37; 32],
        true))] }, &Some(wire::StatTerm { stat_to_prove: wire::ScoreStat { key: 2147483690, value:
        -2147483605, period: -2147483604 }, event_stat_root: [45; 32], stat_proof:
        vec![wire::ProofNode::from(Node::new([48; 32], true)), wire::ProofNode::from(Node::new([51; 32],
        true))] }), &Some(wire::BinaryExpression::Add)),
        &["1:"],
        "\
        6bc5e85abf8869b9010000000000f0ff030000000000f0ff05000080060000000000f0ff070000000000f0ff080808080808\
        0808080808080808080808080808080808080808080808080808020000000b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b\
        0b0b0b0b0b0b0b0b0b0b0b0b010e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0102000000\
        1212121212121212121212121212121212121212121212121212121212121212011515151515151515151515151515151515\
        1515151515151515151515151515150118000080001c0000801d0000801e0000801f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f\
        1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f0200000022222222222222222222222222222222222222222222222222222222222222\
        2201252525252525252525252525252525252525252525252525252525252525252501012a0000802b0000802c0000802d2d\
        2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d0200000030303030303030303030303030303030\
        3030303030303030303030303030303001333333333333333333333333333333333333333333333333333333333333333301\
        0100\
        ",
    );
    check(
        by::validate_stat(PROGRAM, &by::ValidateStatAccounts { daily_scores_merkle_roots: key(1) },
        -4503599627370495, &wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370493,
        update_stats: UpdateStats { update_count: -2147483643, min_timestamp: -4503599627370490,
        max_timestamp: -4503599627370489 }, events_sub_tree_root: [8; 32] }),
        &[wire::ProofNode::from(Node::new([11; 32], true)), wire::ProofNode::from(Node::new([14; 32],
        true))], &[wire::ProofNode::from(Node::new([18; 32], true)), wire::ProofNode::from(Node::new([21;
        32], true))], &wire::TraderPredicate { threshold: -2147483624, comparison: wire::Comparison::LessThan
        }, &wire::StatTerm { stat_to_prove: wire::ScoreStat { key: 2147483676, value: -2147483619, period:
        -2147483618 }, event_stat_root: [31; 32], stat_proof: vec![wire::ProofNode::from(Node::new([34; 32],
        true)), wire::ProofNode::from(Node::new([37; 32], true))] }, &Some(wire::StatTerm { stat_to_prove:
        wire::ScoreStat { key: 2147483690, value: -2147483605, period: -2147483604 }, event_stat_root: [45;
        32], stat_proof: vec![wire::ProofNode::from(Node::new([48; 32], true)),
        wire::ProofNode::from(Node::new([51; 32], true))] }), &Some(wire::BinaryExpression::Subtract)),
        &["1:"],
        "\
        6bc5e85abf8869b9010000000000f0ff030000000000f0ff05000080060000000000f0ff070000000000f0ff080808080808\
        0808080808080808080808080808080808080808080808080808020000000b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b\
        0b0b0b0b0b0b0b0b0b0b0b0b010e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0102000000\
        1212121212121212121212121212121212121212121212121212121212121212011515151515151515151515151515151515\
        1515151515151515151515151515150118000080011c0000801d0000801e0000801f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f\
        1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f0200000022222222222222222222222222222222222222222222222222222222222222\
        2201252525252525252525252525252525252525252525252525252525252525252501012a0000802b0000802c0000802d2d\
        2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d0200000030303030303030303030303030303030\
        3030303030303030303030303030303001333333333333333333333333333333333333333333333333333333333333333301\
        0101\
        ",
    );
    check(
        by::validate_stat(PROGRAM, &by::ValidateStatAccounts { daily_scores_merkle_roots: key(1) },
        -4503599627370495, &wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370493,
        update_stats: UpdateStats { update_count: -2147483643, min_timestamp: -4503599627370490,
        max_timestamp: -4503599627370489 }, events_sub_tree_root: [8; 32] }),
        &[wire::ProofNode::from(Node::new([11; 32], true)), wire::ProofNode::from(Node::new([14; 32],
        true))], &[wire::ProofNode::from(Node::new([18; 32], true)), wire::ProofNode::from(Node::new([21;
        32], true))], &wire::TraderPredicate { threshold: -2147483624, comparison: wire::Comparison::EqualTo
        }, &wire::StatTerm { stat_to_prove: wire::ScoreStat { key: 2147483676, value: -2147483619, period:
        -2147483618 }, event_stat_root: [31; 32], stat_proof: vec![wire::ProofNode::from(Node::new([34; 32],
        true)), wire::ProofNode::from(Node::new([37; 32], true))] }, &Some(wire::StatTerm { stat_to_prove:
        wire::ScoreStat { key: 2147483690, value: -2147483605, period: -2147483604 }, event_stat_root: [45;
        32], stat_proof: vec![wire::ProofNode::from(Node::new([48; 32], true)),
        wire::ProofNode::from(Node::new([51; 32], true))] }), &Some(wire::BinaryExpression::Add)),
        &["1:"],
        "\
        6bc5e85abf8869b9010000000000f0ff030000000000f0ff05000080060000000000f0ff070000000000f0ff080808080808\
        0808080808080808080808080808080808080808080808080808020000000b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b\
        0b0b0b0b0b0b0b0b0b0b0b0b010e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0102000000\
        1212121212121212121212121212121212121212121212121212121212121212011515151515151515151515151515151515\
        1515151515151515151515151515150118000080021c0000801d0000801e0000801f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f\
        1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f0200000022222222222222222222222222222222222222222222222222222222222222\
        2201252525252525252525252525252525252525252525252525252525252525252501012a0000802b0000802c0000802d2d\
        2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d0200000030303030303030303030303030303030\
        3030303030303030303030303030303001333333333333333333333333333333333333333333333333333333333333333301\
        0100\
        ",
    );
}

#[test]
fn validate_stat_v2() {
    check(
        by::validate_stat_v2(PROGRAM, &by::ValidateStatV2Accounts { daily_scores_merkle_roots: key(1) },
        &wire::StatValidationInput { ts: -4503599627370494, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370492, update_stats: UpdateStats {
        update_count: -2147483642, min_timestamp: -4503599627370489, max_timestamp: -4503599627370488 },
        events_sub_tree_root: [9; 32] }), fixture_proof: vec![], main_tree_proof: vec![], event_stat_root:
        [12; 32], stats: vec![] }, &wire::NDimensionalStrategy { geometric_targets: vec![],
        distance_predicate: None, discrete_predicates: vec![] }),
        &["1:"],
        "\
        d0d7c2d6f147f6b2020000000000f0ff040000000000f0ff06000080070000000000f0ff080000000000f0ff090909090909\
        090909090909090909090909090909090909090909090909090900000000000000000c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c\
        0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c00000000000000000000000000\
        ",
    );
    check(
        by::validate_stat_v2(PROGRAM, &by::ValidateStatV2Accounts { daily_scores_merkle_roots: key(1) },
        &wire::StatValidationInput { ts: -4503599627370494, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370492, update_stats: UpdateStats {
        update_count: -2147483642, min_timestamp: -4503599627370489, max_timestamp: -4503599627370488 },
        events_sub_tree_root: [9; 32] }), fixture_proof: vec![wire::ProofNode::from(Node::new([12; 32],
        true)), wire::ProofNode::from(Node::new([15; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([19; 32], true)), wire::ProofNode::from(Node::new([22; 32],
        true))], event_stat_root: [24; 32], stats: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483676, value: -2147483619, period: -2147483618 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([33; 32], true)), wire::ProofNode::from(Node::new([36; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483688, value: -2147483607, period:
        -2147483606 }, stat_proof: vec![wire::ProofNode::from(Node::new([45; 32], true)),
        wire::ProofNode::from(Node::new([48; 32], true))] }] }, &wire::NDimensionalStrategy {
        geometric_targets: vec![wire::GeometricTarget { stat_index: 53, prediction: -2147483594 },
        wire::GeometricTarget { stat_index: 56, prediction: -2147483591 }], distance_predicate:
        Some(wire::TraderPredicate { threshold: -2147483588, comparison: wire::Comparison::GreaterThan }),
        discrete_predicates: vec![wire::StatPredicate::Single { index: 64, predicate: wire::TraderPredicate {
        threshold: -2147483582, comparison: wire::Comparison::GreaterThan } }, wire::StatPredicate::Single {
        index: 69, predicate: wire::TraderPredicate { threshold: -2147483577, comparison:
        wire::Comparison::GreaterThan } }] }),
        &["1:"],
        "\
        d0d7c2d6f147f6b2020000000000f0ff040000000000f0ff06000080070000000000f0ff080000000000f0ff090909090909\
        0909090909090909090909090909090909090909090909090909020000000c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c\
        0c0c0c0c0c0c0c0c0c0c0c0c010f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0102000000\
        1313131313131313131313131313131313131313131313131313131313131313011616161616161616161616161616161616\
        1616161616161616161616161616160118181818181818181818181818181818181818181818181818181818181818180200\
        00001c0000801d0000801e000080020000002121212121212121212121212121212121212121212121212121212121212121\
        0124242424242424242424242424242424242424242424242424242424242424240128000080290000802a00008002000000\
        2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d013030303030303030303030303030303030\
        303030303030303030303030303030010200000035360000803839000080013c000080000200000000404200008000004547\
        00008000\
        ",
    );
    check(
        by::validate_stat_v2(PROGRAM, &by::ValidateStatV2Accounts { daily_scores_merkle_roots: key(1) },
        &wire::StatValidationInput { ts: -4503599627370494, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370492, update_stats: UpdateStats {
        update_count: -2147483642, min_timestamp: -4503599627370489, max_timestamp: -4503599627370488 },
        events_sub_tree_root: [9; 32] }), fixture_proof: vec![wire::ProofNode::from(Node::new([12; 32],
        true)), wire::ProofNode::from(Node::new([15; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([19; 32], true)), wire::ProofNode::from(Node::new([22; 32],
        true))], event_stat_root: [24; 32], stats: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483676, value: -2147483619, period: -2147483618 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([33; 32], true)), wire::ProofNode::from(Node::new([36; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483688, value: -2147483607, period:
        -2147483606 }, stat_proof: vec![wire::ProofNode::from(Node::new([45; 32], true)),
        wire::ProofNode::from(Node::new([48; 32], true))] }] }, &wire::NDimensionalStrategy {
        geometric_targets: vec![wire::GeometricTarget { stat_index: 53, prediction: -2147483594 },
        wire::GeometricTarget { stat_index: 56, prediction: -2147483591 }], distance_predicate:
        Some(wire::TraderPredicate { threshold: -2147483588, comparison: wire::Comparison::LessThan }),
        discrete_predicates: vec![wire::StatPredicate::Binary { index_a: 64, index_b: 65, op:
        wire::BinaryExpression::Subtract, predicate: wire::TraderPredicate { threshold: -2147483580,
        comparison: wire::Comparison::LessThan } }, wire::StatPredicate::Binary { index_a: 71, index_b: 72,
        op: wire::BinaryExpression::Subtract, predicate: wire::TraderPredicate { threshold: -2147483573,
        comparison: wire::Comparison::LessThan } }] }),
        &["1:"],
        "\
        d0d7c2d6f147f6b2020000000000f0ff040000000000f0ff06000080070000000000f0ff080000000000f0ff090909090909\
        0909090909090909090909090909090909090909090909090909020000000c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c\
        0c0c0c0c0c0c0c0c0c0c0c0c010f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0102000000\
        1313131313131313131313131313131313131313131313131313131313131313011616161616161616161616161616161616\
        1616161616161616161616161616160118181818181818181818181818181818181818181818181818181818181818180200\
        00001c0000801d0000801e000080020000002121212121212121212121212121212121212121212121212121212121212121\
        0124242424242424242424242424242424242424242424242424242424242424240128000080290000802a00008002000000\
        2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d013030303030303030303030303030303030\
        303030303030303030303030303030010200000035360000803839000080013c000080010200000001404101440000800101\
        4748014b00008001\
        ",
    );
    check(
        by::validate_stat_v2(PROGRAM, &by::ValidateStatV2Accounts { daily_scores_merkle_roots: key(1) },
        &wire::StatValidationInput { ts: -4503599627370494, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370492, update_stats: UpdateStats {
        update_count: -2147483642, min_timestamp: -4503599627370489, max_timestamp: -4503599627370488 },
        events_sub_tree_root: [9; 32] }), fixture_proof: vec![wire::ProofNode::from(Node::new([12; 32],
        true)), wire::ProofNode::from(Node::new([15; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([19; 32], true)), wire::ProofNode::from(Node::new([22; 32],
        true))], event_stat_root: [24; 32], stats: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483676, value: -2147483619, period: -2147483618 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([33; 32], true)), wire::ProofNode::from(Node::new([36; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483688, value: -2147483607, period:
        -2147483606 }, stat_proof: vec![wire::ProofNode::from(Node::new([45; 32], true)),
        wire::ProofNode::from(Node::new([48; 32], true))] }] }, &wire::NDimensionalStrategy {
        geometric_targets: vec![wire::GeometricTarget { stat_index: 53, prediction: -2147483594 },
        wire::GeometricTarget { stat_index: 56, prediction: -2147483591 }], distance_predicate:
        Some(wire::TraderPredicate { threshold: -2147483588, comparison: wire::Comparison::EqualTo }),
        discrete_predicates: vec![wire::StatPredicate::Single { index: 64, predicate: wire::TraderPredicate {
        threshold: -2147483582, comparison: wire::Comparison::EqualTo } }, wire::StatPredicate::Single {
        index: 69, predicate: wire::TraderPredicate { threshold: -2147483577, comparison:
        wire::Comparison::EqualTo } }] }),
        &["1:"],
        "\
        d0d7c2d6f147f6b2020000000000f0ff040000000000f0ff06000080070000000000f0ff080000000000f0ff090909090909\
        0909090909090909090909090909090909090909090909090909020000000c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c\
        0c0c0c0c0c0c0c0c0c0c0c0c010f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0102000000\
        1313131313131313131313131313131313131313131313131313131313131313011616161616161616161616161616161616\
        1616161616161616161616161616160118181818181818181818181818181818181818181818181818181818181818180200\
        00001c0000801d0000801e000080020000002121212121212121212121212121212121212121212121212121212121212121\
        0124242424242424242424242424242424242424242424242424242424242424240128000080290000802a00008002000000\
        2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d013030303030303030303030303030303030\
        303030303030303030303030303030010200000035360000803839000080013c000080020200000000404200008002004547\
        00008002\
        ",
    );
}

#[test]
fn validate_stat_v3() {
    check(
        by::validate_stat_v3(PROGRAM, &by::ValidateStatV3Accounts { daily_scores_merkle_roots: key(1) },
        &wire::StatValidationInputV3 { ts: -4503599627370494, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370492, update_stats: UpdateStats {
        update_count: -2147483642, min_timestamp: -4503599627370489, max_timestamp: -4503599627370488 },
        events_sub_tree_root: [9; 32] }), fixture_proof: vec![], main_tree_proof: vec![], event_stat_root:
        [12; 32], leaves: vec![], multiproof_hashes: vec![], leaf_indices: vec![] },
        &wire::NDimensionalStrategy { geometric_targets: vec![], distance_predicate: None,
        discrete_predicates: vec![] }),
        &["1:"],
        "\
        96259b598dbe4dcb020000000000f0ff040000000000f0ff06000080070000000000f0ff080000000000f0ff090909090909\
        090909090909090909090909090909090909090909090909090900000000000000000c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c\
        0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c000000000000000000000000000000000000000000\
        ",
    );
    check(
        by::validate_stat_v3(PROGRAM, &by::ValidateStatV3Accounts { daily_scores_merkle_roots: key(1) },
        &wire::StatValidationInputV3 { ts: -4503599627370494, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370492, update_stats: UpdateStats {
        update_count: -2147483642, min_timestamp: -4503599627370489, max_timestamp: -4503599627370488 },
        events_sub_tree_root: [9; 32] }), fixture_proof: vec![wire::ProofNode::from(Node::new([12; 32],
        true)), wire::ProofNode::from(Node::new([15; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([19; 32], true)), wire::ProofNode::from(Node::new([22; 32],
        true))], event_stat_root: [24; 32], leaves: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483676, value: -2147483619, period: -2147483618 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([33; 32], true)), wire::ProofNode::from(Node::new([36; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483688, value: -2147483607, period:
        -2147483606 }, stat_proof: vec![wire::ProofNode::from(Node::new([45; 32], true)),
        wire::ProofNode::from(Node::new([48; 32], true))] }], multiproof_hashes:
        vec![wire::ProofNode::from(Node::new([52; 32], true)), wire::ProofNode::from(Node::new([55; 32],
        true))], leaf_indices: vec![2147483706, 2147483707] }, &wire::NDimensionalStrategy {
        geometric_targets: vec![wire::GeometricTarget { stat_index: 63, prediction: -2147483584 },
        wire::GeometricTarget { stat_index: 66, prediction: -2147483581 }], distance_predicate:
        Some(wire::TraderPredicate { threshold: -2147483578, comparison: wire::Comparison::GreaterThan }),
        discrete_predicates: vec![wire::StatPredicate::Single { index: 74, predicate: wire::TraderPredicate {
        threshold: -2147483572, comparison: wire::Comparison::GreaterThan } }, wire::StatPredicate::Single {
        index: 79, predicate: wire::TraderPredicate { threshold: -2147483567, comparison:
        wire::Comparison::GreaterThan } }] }),
        &["1:"],
        "\
        96259b598dbe4dcb020000000000f0ff040000000000f0ff06000080070000000000f0ff080000000000f0ff090909090909\
        0909090909090909090909090909090909090909090909090909020000000c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c\
        0c0c0c0c0c0c0c0c0c0c0c0c010f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0102000000\
        1313131313131313131313131313131313131313131313131313131313131313011616161616161616161616161616161616\
        1616161616161616161616161616160118181818181818181818181818181818181818181818181818181818181818180200\
        00001c0000801d0000801e000080020000002121212121212121212121212121212121212121212121212121212121212121\
        0124242424242424242424242424242424242424242424242424242424242424240128000080290000802a00008002000000\
        2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d013030303030303030303030303030303030\
        3030303030303030303030303030300102000000343434343434343434343434343434343434343434343434343434343434\
        343401373737373737373737373737373737373737373737373737373737373737373701020000003a0000803b0000800200\
        00003f40000080424300008001460000800002000000004a4c00008000004f5100008000\
        ",
    );
    check(
        by::validate_stat_v3(PROGRAM, &by::ValidateStatV3Accounts { daily_scores_merkle_roots: key(1) },
        &wire::StatValidationInputV3 { ts: -4503599627370494, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370492, update_stats: UpdateStats {
        update_count: -2147483642, min_timestamp: -4503599627370489, max_timestamp: -4503599627370488 },
        events_sub_tree_root: [9; 32] }), fixture_proof: vec![wire::ProofNode::from(Node::new([12; 32],
        true)), wire::ProofNode::from(Node::new([15; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([19; 32], true)), wire::ProofNode::from(Node::new([22; 32],
        true))], event_stat_root: [24; 32], leaves: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483676, value: -2147483619, period: -2147483618 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([33; 32], true)), wire::ProofNode::from(Node::new([36; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483688, value: -2147483607, period:
        -2147483606 }, stat_proof: vec![wire::ProofNode::from(Node::new([45; 32], true)),
        wire::ProofNode::from(Node::new([48; 32], true))] }], multiproof_hashes:
        vec![wire::ProofNode::from(Node::new([52; 32], true)), wire::ProofNode::from(Node::new([55; 32],
        true))], leaf_indices: vec![2147483706, 2147483707] }, &wire::NDimensionalStrategy {
        geometric_targets: vec![wire::GeometricTarget { stat_index: 63, prediction: -2147483584 },
        wire::GeometricTarget { stat_index: 66, prediction: -2147483581 }], distance_predicate:
        Some(wire::TraderPredicate { threshold: -2147483578, comparison: wire::Comparison::LessThan }),
        discrete_predicates: vec![wire::StatPredicate::Binary { index_a: 74, index_b: 75, op:
        wire::BinaryExpression::Subtract, predicate: wire::TraderPredicate { threshold: -2147483570,
        comparison: wire::Comparison::LessThan } }, wire::StatPredicate::Binary { index_a: 81, index_b: 82,
        op: wire::BinaryExpression::Subtract, predicate: wire::TraderPredicate { threshold: -2147483563,
        comparison: wire::Comparison::LessThan } }] }),
        &["1:"],
        "\
        96259b598dbe4dcb020000000000f0ff040000000000f0ff06000080070000000000f0ff080000000000f0ff090909090909\
        0909090909090909090909090909090909090909090909090909020000000c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c\
        0c0c0c0c0c0c0c0c0c0c0c0c010f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0102000000\
        1313131313131313131313131313131313131313131313131313131313131313011616161616161616161616161616161616\
        1616161616161616161616161616160118181818181818181818181818181818181818181818181818181818181818180200\
        00001c0000801d0000801e000080020000002121212121212121212121212121212121212121212121212121212121212121\
        0124242424242424242424242424242424242424242424242424242424242424240128000080290000802a00008002000000\
        2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d013030303030303030303030303030303030\
        3030303030303030303030303030300102000000343434343434343434343434343434343434343434343434343434343434\
        343401373737373737373737373737373737373737373737373737373737373737373701020000003a0000803b0000800200\
        00003f40000080424300008001460000800102000000014a4b014e00008001015152015500008001\
        ",
    );
    check(
        by::validate_stat_v3(PROGRAM, &by::ValidateStatV3Accounts { daily_scores_merkle_roots: key(1) },
        &wire::StatValidationInputV3 { ts: -4503599627370494, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370492, update_stats: UpdateStats {
        update_count: -2147483642, min_timestamp: -4503599627370489, max_timestamp: -4503599627370488 },
        events_sub_tree_root: [9; 32] }), fixture_proof: vec![wire::ProofNode::from(Node::new([12; 32],
        true)), wire::ProofNode::from(Node::new([15; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([19; 32], true)), wire::ProofNode::from(Node::new([22; 32],
        true))], event_stat_root: [24; 32], leaves: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483676, value: -2147483619, period: -2147483618 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([33; 32], true)), wire::ProofNode::from(Node::new([36; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483688, value: -2147483607, period:
        -2147483606 }, stat_proof: vec![wire::ProofNode::from(Node::new([45; 32], true)),
        wire::ProofNode::from(Node::new([48; 32], true))] }], multiproof_hashes:
        vec![wire::ProofNode::from(Node::new([52; 32], true)), wire::ProofNode::from(Node::new([55; 32],
        true))], leaf_indices: vec![2147483706, 2147483707] }, &wire::NDimensionalStrategy {
        geometric_targets: vec![wire::GeometricTarget { stat_index: 63, prediction: -2147483584 },
        wire::GeometricTarget { stat_index: 66, prediction: -2147483581 }], distance_predicate:
        Some(wire::TraderPredicate { threshold: -2147483578, comparison: wire::Comparison::EqualTo }),
        discrete_predicates: vec![wire::StatPredicate::Single { index: 74, predicate: wire::TraderPredicate {
        threshold: -2147483572, comparison: wire::Comparison::EqualTo } }, wire::StatPredicate::Single {
        index: 79, predicate: wire::TraderPredicate { threshold: -2147483567, comparison:
        wire::Comparison::EqualTo } }] }),
        &["1:"],
        "\
        96259b598dbe4dcb020000000000f0ff040000000000f0ff06000080070000000000f0ff080000000000f0ff090909090909\
        0909090909090909090909090909090909090909090909090909020000000c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c\
        0c0c0c0c0c0c0c0c0c0c0c0c010f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0102000000\
        1313131313131313131313131313131313131313131313131313131313131313011616161616161616161616161616161616\
        1616161616161616161616161616160118181818181818181818181818181818181818181818181818181818181818180200\
        00001c0000801d0000801e000080020000002121212121212121212121212121212121212121212121212121212121212121\
        0124242424242424242424242424242424242424242424242424242424242424240128000080290000802a00008002000000\
        2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d013030303030303030303030303030303030\
        3030303030303030303030303030300102000000343434343434343434343434343434343434343434343434343434343434\
        343401373737373737373737373737373737373737373737373737373737373737373701020000003a0000803b0000800200\
        00003f40000080424300008001460000800202000000004a4c00008002004f5100008002\
        ",
    );
}

#[test]
fn validate_stat_v4() {
    check(
        by::validate_stat_v4(PROGRAM, &by::ValidateStatV4Accounts { user: key(1), user_validation_state:
        key(2), daily_scores_merkle_roots: key(3), config: key(4) }, &wire::StatValidationInputV4 { ts:
        -4503599627370494, fixture_summary: wire::ScoresBatchSummary(ScoresSummary { fixture_id:
        -4503599627370492, update_stats: UpdateStats { update_count: -2147483642, min_timestamp:
        -4503599627370489, max_timestamp: -4503599627370488 }, events_sub_tree_root: [9; 32] }),
        fixture_proof: vec![], main_tree_proof: vec![], event_stat_root: [12; 32], leaves: vec![],
        multiproof_hashes: vec![], leaf_indices: vec![] }, &wire::NDimensionalStrategy { geometric_targets:
        vec![], distance_predicate: None, discrete_predicates: vec![] }),
        &["1:ws", "2:w", "Sysvar1nstructions1111111111111111111111111:", "3:", "4:"],
        "\
        110bc340fa1a1bd3020000000000f0ff040000000000f0ff06000080070000000000f0ff080000000000f0ff090909090909\
        090909090909090909090909090909090909090909090909090900000000000000000c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c\
        0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c000000000000000000000000000000000000000000\
        ",
    );
    check(
        by::validate_stat_v4(PROGRAM, &by::ValidateStatV4Accounts { user: key(1), user_validation_state:
        key(2), daily_scores_merkle_roots: key(3), config: key(4) }, &wire::StatValidationInputV4 { ts:
        -4503599627370494, fixture_summary: wire::ScoresBatchSummary(ScoresSummary { fixture_id:
        -4503599627370492, update_stats: UpdateStats { update_count: -2147483642, min_timestamp:
        -4503599627370489, max_timestamp: -4503599627370488 }, events_sub_tree_root: [9; 32] }),
        fixture_proof: vec![wire::ProofNode::from(Node::new([12; 32], true)),
        wire::ProofNode::from(Node::new([15; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([19; 32], true)), wire::ProofNode::from(Node::new([22; 32],
        true))], event_stat_root: [24; 32], leaves: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483676, value: -2147483619, period: -2147483618 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([33; 32], true)), wire::ProofNode::from(Node::new([36; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483688, value: -2147483607, period:
        -2147483606 }, stat_proof: vec![wire::ProofNode::from(Node::new([45; 32], true)),
        wire::ProofNode::from(Node::new([48; 32], true))] }], multiproof_hashes:
        vec![wire::ProofNode::from(Node::new([52; 32], true)), wire::ProofNode::from(Node::new([55; 32],
        true))], leaf_indices: vec![2147483706, 2147483707] }, &wire::NDimensionalStrategy {
        geometric_targets: vec![wire::GeometricTarget { stat_index: 63, prediction: -2147483584 },
        wire::GeometricTarget { stat_index: 66, prediction: -2147483581 }], distance_predicate:
        Some(wire::TraderPredicate { threshold: -2147483578, comparison: wire::Comparison::GreaterThan }),
        discrete_predicates: vec![wire::StatPredicate::Single { index: 74, predicate: wire::TraderPredicate {
        threshold: -2147483572, comparison: wire::Comparison::GreaterThan } }, wire::StatPredicate::Single {
        index: 79, predicate: wire::TraderPredicate { threshold: -2147483567, comparison:
        wire::Comparison::GreaterThan } }] }),
        &["1:ws", "2:w", "Sysvar1nstructions1111111111111111111111111:", "3:", "4:"],
        "\
        110bc340fa1a1bd3020000000000f0ff040000000000f0ff06000080070000000000f0ff080000000000f0ff090909090909\
        0909090909090909090909090909090909090909090909090909020000000c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c\
        0c0c0c0c0c0c0c0c0c0c0c0c010f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0102000000\
        1313131313131313131313131313131313131313131313131313131313131313011616161616161616161616161616161616\
        1616161616161616161616161616160118181818181818181818181818181818181818181818181818181818181818180200\
        00001c0000801d0000801e000080020000002121212121212121212121212121212121212121212121212121212121212121\
        0124242424242424242424242424242424242424242424242424242424242424240128000080290000802a00008002000000\
        2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d013030303030303030303030303030303030\
        3030303030303030303030303030300102000000343434343434343434343434343434343434343434343434343434343434\
        343401373737373737373737373737373737373737373737373737373737373737373701020000003a0000803b0000800200\
        00003f40000080424300008001460000800002000000004a4c00008000004f5100008000\
        ",
    );
    check(
        by::validate_stat_v4(PROGRAM, &by::ValidateStatV4Accounts { user: key(1), user_validation_state:
        key(2), daily_scores_merkle_roots: key(3), config: key(4) }, &wire::StatValidationInputV4 { ts:
        -4503599627370494, fixture_summary: wire::ScoresBatchSummary(ScoresSummary { fixture_id:
        -4503599627370492, update_stats: UpdateStats { update_count: -2147483642, min_timestamp:
        -4503599627370489, max_timestamp: -4503599627370488 }, events_sub_tree_root: [9; 32] }),
        fixture_proof: vec![wire::ProofNode::from(Node::new([12; 32], true)),
        wire::ProofNode::from(Node::new([15; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([19; 32], true)), wire::ProofNode::from(Node::new([22; 32],
        true))], event_stat_root: [24; 32], leaves: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483676, value: -2147483619, period: -2147483618 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([33; 32], true)), wire::ProofNode::from(Node::new([36; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483688, value: -2147483607, period:
        -2147483606 }, stat_proof: vec![wire::ProofNode::from(Node::new([45; 32], true)),
        wire::ProofNode::from(Node::new([48; 32], true))] }], multiproof_hashes:
        vec![wire::ProofNode::from(Node::new([52; 32], true)), wire::ProofNode::from(Node::new([55; 32],
        true))], leaf_indices: vec![2147483706, 2147483707] }, &wire::NDimensionalStrategy {
        geometric_targets: vec![wire::GeometricTarget { stat_index: 63, prediction: -2147483584 },
        wire::GeometricTarget { stat_index: 66, prediction: -2147483581 }], distance_predicate:
        Some(wire::TraderPredicate { threshold: -2147483578, comparison: wire::Comparison::LessThan }),
        discrete_predicates: vec![wire::StatPredicate::Binary { index_a: 74, index_b: 75, op:
        wire::BinaryExpression::Subtract, predicate: wire::TraderPredicate { threshold: -2147483570,
        comparison: wire::Comparison::LessThan } }, wire::StatPredicate::Binary { index_a: 81, index_b: 82,
        op: wire::BinaryExpression::Subtract, predicate: wire::TraderPredicate { threshold: -2147483563,
        comparison: wire::Comparison::LessThan } }] }),
        &["1:ws", "2:w", "Sysvar1nstructions1111111111111111111111111:", "3:", "4:"],
        "\
        110bc340fa1a1bd3020000000000f0ff040000000000f0ff06000080070000000000f0ff080000000000f0ff090909090909\
        0909090909090909090909090909090909090909090909090909020000000c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c\
        0c0c0c0c0c0c0c0c0c0c0c0c010f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0102000000\
        1313131313131313131313131313131313131313131313131313131313131313011616161616161616161616161616161616\
        1616161616161616161616161616160118181818181818181818181818181818181818181818181818181818181818180200\
        00001c0000801d0000801e000080020000002121212121212121212121212121212121212121212121212121212121212121\
        0124242424242424242424242424242424242424242424242424242424242424240128000080290000802a00008002000000\
        2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d013030303030303030303030303030303030\
        3030303030303030303030303030300102000000343434343434343434343434343434343434343434343434343434343434\
        343401373737373737373737373737373737373737373737373737373737373737373701020000003a0000803b0000800200\
        00003f40000080424300008001460000800102000000014a4b014e00008001015152015500008001\
        ",
    );
    check(
        by::validate_stat_v4(PROGRAM, &by::ValidateStatV4Accounts { user: key(1), user_validation_state:
        key(2), daily_scores_merkle_roots: key(3), config: key(4) }, &wire::StatValidationInputV4 { ts:
        -4503599627370494, fixture_summary: wire::ScoresBatchSummary(ScoresSummary { fixture_id:
        -4503599627370492, update_stats: UpdateStats { update_count: -2147483642, min_timestamp:
        -4503599627370489, max_timestamp: -4503599627370488 }, events_sub_tree_root: [9; 32] }),
        fixture_proof: vec![wire::ProofNode::from(Node::new([12; 32], true)),
        wire::ProofNode::from(Node::new([15; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([19; 32], true)), wire::ProofNode::from(Node::new([22; 32],
        true))], event_stat_root: [24; 32], leaves: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483676, value: -2147483619, period: -2147483618 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([33; 32], true)), wire::ProofNode::from(Node::new([36; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483688, value: -2147483607, period:
        -2147483606 }, stat_proof: vec![wire::ProofNode::from(Node::new([45; 32], true)),
        wire::ProofNode::from(Node::new([48; 32], true))] }], multiproof_hashes:
        vec![wire::ProofNode::from(Node::new([52; 32], true)), wire::ProofNode::from(Node::new([55; 32],
        true))], leaf_indices: vec![2147483706, 2147483707] }, &wire::NDimensionalStrategy {
        geometric_targets: vec![wire::GeometricTarget { stat_index: 63, prediction: -2147483584 },
        wire::GeometricTarget { stat_index: 66, prediction: -2147483581 }], distance_predicate:
        Some(wire::TraderPredicate { threshold: -2147483578, comparison: wire::Comparison::EqualTo }),
        discrete_predicates: vec![wire::StatPredicate::Single { index: 74, predicate: wire::TraderPredicate {
        threshold: -2147483572, comparison: wire::Comparison::EqualTo } }, wire::StatPredicate::Single {
        index: 79, predicate: wire::TraderPredicate { threshold: -2147483567, comparison:
        wire::Comparison::EqualTo } }] }),
        &["1:ws", "2:w", "Sysvar1nstructions1111111111111111111111111:", "3:", "4:"],
        "\
        110bc340fa1a1bd3020000000000f0ff040000000000f0ff06000080070000000000f0ff080000000000f0ff090909090909\
        0909090909090909090909090909090909090909090909090909020000000c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c\
        0c0c0c0c0c0c0c0c0c0c0c0c010f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0102000000\
        1313131313131313131313131313131313131313131313131313131313131313011616161616161616161616161616161616\
        1616161616161616161616161616160118181818181818181818181818181818181818181818181818181818181818180200\
        00001c0000801d0000801e000080020000002121212121212121212121212121212121212121212121212121212121212121\
        0124242424242424242424242424242424242424242424242424242424242424240128000080290000802a00008002000000\
        2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d013030303030303030303030303030303030\
        3030303030303030303030303030300102000000343434343434343434343434343434343434343434343434343434343434\
        343401373737373737373737373737373737373737373737373737373737373737373701020000003a0000803b0000800200\
        00003f40000080424300008001460000800202000000004a4c00008002004f5100008002\
        ",
    );
}

#[test]
fn verify_signature() {
    check(
        by::verify_signature(PROGRAM, &[1; 32], &[2; 64], &[3; 32]),
        &[],
        "\
        5b8b1845fba2f570010101010101010101010101010101010101010101010101010101010101010102020202020202020202\
        0202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202\
        020202020303030303030303030303030303030303030303030303030303030303030303\
        ",
    );
}

#[test]
fn withdraw_usdt() {
    check(
        by::withdraw_usdt(PROGRAM, &by::WithdrawUsdtAccounts { authority: key(1), admin_destination: key(2),
        usdt_treasury_vault: key(3), usdt_treasury_pda: key(4), usdt_mint: key(5), config: key(6) },
        4503599627370497),
        &["1:ws", "2:w", "3:w", "4:", "5:", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA:",
        "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL:", "11111111111111111111111111111111:", "6:"],
        "\
        754b5ea2b25c138d0100000000001000\
        ",
    );
}
