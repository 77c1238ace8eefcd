//! Calls of each function, beside the accounts and data that Anchor has for the same arguments by the IDL:
//! `LINESMAN_WRITE=1 npx vitest run tools/idl` writes this file.

use linesman_verifier::{Node, ScoresSummary, UpdateStats};
use linesman_wire::{self as wire, call::settlement as by};

use crate::{check, key, PROGRAM};

#[test]
fn buffer_close() {
    check(
        by::buffer_close(PROGRAM, &by::BufferCloseAccounts { owner: key(1), buffer: key(2) }),
        &["1:ws", "2:w"],
        "\
        c1da63e7d4081db2\
        ",
    );
}

#[test]
fn buffer_create() {
    check(
        by::buffer_create(PROGRAM, &by::BufferCreateAccounts { owner: key(1), buffer: key(2) },
        4503599627370497, 2147483650, &[3; 32]),
        &["1:ws", "2:w", "11111111111111111111111111111111:"],
        "\
        0a49a4f633fc09e7010000000000100002000080030303030303030303030303030303030303030303030303030303030303\
        0303\
        ",
    );
}

#[test]
fn buffer_write() {
    check(
        by::buffer_write(PROGRAM, &by::BufferWriteAccounts { owner: key(1), buffer: key(2) }, 2147483649,
        &wire::Chunk(vec![1, 2])),
        &["1:s", "2:w"],
        "\
        7b1d2732446d3f5e01000080020000000102\
        ",
    );
}

#[test]
fn claim() {
    check(
        by::claim(PROGRAM, &by::ClaimAccounts { pool: key(1), position: key(2), owner: key(3), vault: key(4),
        mint: key(5), destination: key(6), payer: key(7), token_program: key(8) }),
        &["1:w", "2:w", "3:w", "4:w", "5:", "6:w", "7:ws", "8:",
        "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL:", "11111111111111111111111111111111:"],
        "\
        3ec6d6c1d59f6cd2\
        ",
    );
}

#[test]
fn close() {
    check(
        by::close(PROGRAM, &by::CloseAccounts { creator: key(1), pool: key(2), vault: key(3), mint: key(4),
        fee_account: key(5), token_program: key(6) }),
        &["1:ws", "2:w", "3:w", "4:", "5:w", "6:"],
        "\
        62a5c9b16c41ce60\
        ",
    );
}

#[test]
fn close_result() {
    check(
        by::close_result(PROGRAM, &by::CloseResultAccounts { payer: key(1), result: key(2) }),
        &["1:ws", "2:w"],
        "\
        8cd2a951133bdb63\
        ",
    );
}

#[test]
fn create_market() {
    check(
        by::create_market(PROGRAM, &by::CreateMarketAccounts { creator: key(1), market: key(2), vault:
        key(3), mint: key(4), fee_account: key(5), oracle_config: key(6), token_program: key(7) },
        4503599627370497, &by::Terms { oracle_program: [3; 32], splits: None, sources: vec![], agree: 6,
        signer: None, attesters: None, fixture_id: -4503599627370487, sport: 10, stat_keys: vec![], outcomes:
        vec![], finality: by::FinalityPolicy::Finalised, challenge_window: 2147483662, stakes_close:
        -4503599627370481, earliest: -4503599627370480, latest: -4503599627370479, void_after:
        -4503599627370478, mint: [19; 32], fee_bps: 1020, fee_account: [21; 32], minimum_stake:
        4503599627370518, maximum_stake: 4503599627370519, maximum_pool: 4503599627370520, abandonment_voids:
        false, results_settle: false }),
        &["1:ws", "2:w", "3:w", "4:", "5:", "6:", "7:", "11111111111111111111111111111111:"],
        "\
        67e261ebc8bcfbfe010000000000100003030303030303030303030303030303030303030303030303030303030303030000\
        000000060000090000000000f0ff0a0000000000000000000e0000800f0000000000f0ff100000000000f0ff110000000000\
        f0ff120000000000f0ff1313131313131313131313131313131313131313131313131313131313131313fc03151515151515\
        1515151515151515151515151515151515151515151515151515160000000000100017000000000010001800000000001000\
        0000\
        ",
    );
    check(
        by::create_market(PROGRAM, &by::CreateMarketAccounts { creator: key(1), market: key(2), vault:
        key(3), mint: key(4), fee_account: key(5), oracle_config: key(6), token_program: key(7) },
        4503599627370497, &by::Terms { oracle_program: [3; 32], splits: Some(vec![vec![by::Mark::Lose,
        by::Mark::Lose], vec![by::Mark::Lose, by::Mark::Lose]]), sources: vec![by::Source { oracle_program:
        [14; 32], fixture_id: -4503599627370481, swapped: true, attesters: Some(by::Attesters { set: [19;
        32], least: 20 }) }, by::Source { oracle_program: [22; 32], fixture_id: -4503599627370473, swapped:
        true, attesters: Some(by::Attesters { set: [27; 32], least: 28 }) }], agree: 29, signer: Some([31;
        32]), attesters: Some(by::Attesters { set: [34; 32], least: 35 }), fixture_id: -4503599627370460,
        sport: 37, stat_keys: vec![2147483687, 2147483688], outcomes: vec![wire::NDimensionalStrategy {
        geometric_targets: vec![wire::GeometricTarget { stat_index: 45, prediction: -2147483602 },
        wire::GeometricTarget { stat_index: 48, prediction: -2147483599 }], distance_predicate:
        Some(wire::TraderPredicate { threshold: -2147483596, comparison: wire::Comparison::GreaterThan }),
        discrete_predicates: vec![wire::StatPredicate::Single { index: 56, predicate: wire::TraderPredicate {
        threshold: -2147483590, comparison: wire::Comparison::GreaterThan } }, wire::StatPredicate::Single {
        index: 61, predicate: wire::TraderPredicate { threshold: -2147483585, comparison:
        wire::Comparison::GreaterThan } }] }, wire::NDimensionalStrategy { geometric_targets:
        vec![wire::GeometricTarget { stat_index: 68, prediction: -2147483579 }, wire::GeometricTarget {
        stat_index: 71, prediction: -2147483576 }], distance_predicate: Some(wire::TraderPredicate {
        threshold: -2147483573, comparison: wire::Comparison::GreaterThan }), discrete_predicates:
        vec![wire::StatPredicate::Single { index: 79, predicate: wire::TraderPredicate { threshold:
        -2147483567, comparison: wire::Comparison::GreaterThan } }, wire::StatPredicate::Single { index: 84,
        predicate: wire::TraderPredicate { threshold: -2147483562, comparison: wire::Comparison::GreaterThan
        } }] }], finality: by::FinalityPolicy::Finalised, challenge_window: 2147483737, stakes_close:
        -4503599627370406, earliest: -4503599627370405, latest: -4503599627370404, void_after:
        -4503599627370403, mint: [94; 32], fee_bps: 1095, fee_account: [96; 32], minimum_stake:
        4503599627370593, maximum_stake: 4503599627370594, maximum_pool: 4503599627370595, abandonment_voids:
        true, results_settle: true }),
        &["1:ws", "2:w", "3:w", "4:", "5:", "6:", "7:", "11111111111111111111111111111111:"],
        "\
        67e261ebc8bcfbfe010000000000100003030303030303030303030303030303030303030303030303030303030303030102\
        000000020000000000020000000000020000000e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e\
        0e0f0000000000f0ff0101131313131313131313131313131313131313131313131313131313131313131314161616161616\
        1616161616161616161616161616161616161616161616161616170000000000f0ff01011b1b1b1b1b1b1b1b1b1b1b1b1b1b\
        1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1c1d011f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f\
        1f1f1f01222222222222222222222222222222222222222222222222222222222222222223240000000000f0ff2502000000\
        270000802800008002000000020000002d2e00008030310000800134000080000200000000383a00008000003d3f00008000\
        0200000044450000804748000080014b0000800002000000004f51000080000054560000800000590000805a0000000000f0\
        ff5b0000000000f0ff5c0000000000f0ff5d0000000000f0ff5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e\
        5e5e5e5e5e5e5e47046060606060606060606060606060606060606060606060606060606060606060610000000000100062\
        0000000000100063000000000010000101\
        ",
    );
    check(
        by::create_market(PROGRAM, &by::CreateMarketAccounts { creator: key(1), market: key(2), vault:
        key(3), mint: key(4), fee_account: key(5), oracle_config: key(6), token_program: key(7) },
        4503599627370497, &by::Terms { oracle_program: [3; 32], splits: Some(vec![vec![by::Mark::HalfLose,
        by::Mark::HalfLose], vec![by::Mark::HalfLose, by::Mark::HalfLose]]), sources: vec![by::Source {
        oracle_program: [14; 32], fixture_id: -4503599627370481, swapped: true, attesters: Some(by::Attesters
        { set: [19; 32], least: 20 }) }, by::Source { oracle_program: [22; 32], fixture_id:
        -4503599627370473, swapped: true, attesters: Some(by::Attesters { set: [27; 32], least: 28 }) }],
        agree: 29, signer: Some([31; 32]), attesters: Some(by::Attesters { set: [34; 32], least: 35 }),
        fixture_id: -4503599627370460, sport: 37, stat_keys: vec![2147483687, 2147483688], outcomes:
        vec![wire::NDimensionalStrategy { geometric_targets: vec![wire::GeometricTarget { stat_index: 45,
        prediction: -2147483602 }, wire::GeometricTarget { stat_index: 48, prediction: -2147483599 }],
        distance_predicate: Some(wire::TraderPredicate { threshold: -2147483596, comparison:
        wire::Comparison::LessThan }), discrete_predicates: vec![wire::StatPredicate::Binary { index_a: 56,
        index_b: 57, op: wire::BinaryExpression::Subtract, predicate: wire::TraderPredicate { threshold:
        -2147483588, comparison: wire::Comparison::LessThan } }, wire::StatPredicate::Binary { index_a: 63,
        index_b: 64, op: wire::BinaryExpression::Subtract, predicate: wire::TraderPredicate { threshold:
        -2147483581, comparison: wire::Comparison::LessThan } }] }, wire::NDimensionalStrategy {
        geometric_targets: vec![wire::GeometricTarget { stat_index: 72, prediction: -2147483575 },
        wire::GeometricTarget { stat_index: 75, prediction: -2147483572 }], distance_predicate:
        Some(wire::TraderPredicate { threshold: -2147483569, comparison: wire::Comparison::LessThan }),
        discrete_predicates: vec![wire::StatPredicate::Binary { index_a: 83, index_b: 84, op:
        wire::BinaryExpression::Subtract, predicate: wire::TraderPredicate { threshold: -2147483561,
        comparison: wire::Comparison::LessThan } }, wire::StatPredicate::Binary { index_a: 90, index_b: 91,
        op: wire::BinaryExpression::Subtract, predicate: wire::TraderPredicate { threshold: -2147483554,
        comparison: wire::Comparison::LessThan } }] }], finality: by::FinalityPolicy::RegularTime,
        challenge_window: 2147483745, stakes_close: -4503599627370398, earliest: -4503599627370397, latest:
        -4503599627370396, void_after: -4503599627370395, mint: [102; 32], fee_bps: 1103, fee_account: [104;
        32], minimum_stake: 4503599627370601, maximum_stake: 4503599627370602, maximum_pool:
        4503599627370603, abandonment_voids: true, results_settle: true }),
        &["1:ws", "2:w", "3:w", "4:", "5:", "6:", "7:", "11111111111111111111111111111111:"],
        "\
        67e261ebc8bcfbfe010000000000100003030303030303030303030303030303030303030303030303030303030303030102\
        000000020000000101020000000101020000000e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e\
        0e0f0000000000f0ff0101131313131313131313131313131313131313131313131313131313131313131314161616161616\
        1616161616161616161616161616161616161616161616161616170000000000f0ff01011b1b1b1b1b1b1b1b1b1b1b1b1b1b\
        1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1c1d011f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f\
        1f1f1f01222222222222222222222222222222222222222222222222222222222222222223240000000000f0ff2502000000\
        270000802800008002000000020000002d2e000080303100008001340000800102000000013839013c00008001013f400143\
        000080010200000048490000804b4c000080014f0000800102000000015354015700008001015a5b015e0000800101610000\
        80620000000000f0ff630000000000f0ff640000000000f0ff650000000000f0ff6666666666666666666666666666666666\
        6666666666666666666666666666664f04686868686868686868686868686868686868686868686868686868686868686869\
        000000000010006a000000000010006b000000000010000101\
        ",
    );
    check(
        by::create_market(PROGRAM, &by::CreateMarketAccounts { creator: key(1), market: key(2), vault:
        key(3), mint: key(4), fee_account: key(5), oracle_config: key(6), token_program: key(7) },
        4503599627370497, &by::Terms { oracle_program: [3; 32], splits: Some(vec![vec![by::Mark::Push,
        by::Mark::Push], vec![by::Mark::Push, by::Mark::Push]]), sources: vec![by::Source { oracle_program:
        [14; 32], fixture_id: -4503599627370481, swapped: true, attesters: Some(by::Attesters { set: [19;
        32], least: 20 }) }, by::Source { oracle_program: [22; 32], fixture_id: -4503599627370473, swapped:
        true, attesters: Some(by::Attesters { set: [27; 32], least: 28 }) }], agree: 29, signer: Some([31;
        32]), attesters: Some(by::Attesters { set: [34; 32], least: 35 }), fixture_id: -4503599627370460,
        sport: 37, stat_keys: vec![2147483687, 2147483688], outcomes: vec![wire::NDimensionalStrategy {
        geometric_targets: vec![wire::GeometricTarget { stat_index: 45, prediction: -2147483602 },
        wire::GeometricTarget { stat_index: 48, prediction: -2147483599 }], distance_predicate:
        Some(wire::TraderPredicate { threshold: -2147483596, comparison: wire::Comparison::EqualTo }),
        discrete_predicates: vec![wire::StatPredicate::Single { index: 56, predicate: wire::TraderPredicate {
        threshold: -2147483590, comparison: wire::Comparison::EqualTo } }, wire::StatPredicate::Single {
        index: 61, predicate: wire::TraderPredicate { threshold: -2147483585, comparison:
        wire::Comparison::EqualTo } }] }, wire::NDimensionalStrategy { geometric_targets:
        vec![wire::GeometricTarget { stat_index: 68, prediction: -2147483579 }, wire::GeometricTarget {
        stat_index: 71, prediction: -2147483576 }], distance_predicate: Some(wire::TraderPredicate {
        threshold: -2147483573, comparison: wire::Comparison::EqualTo }), discrete_predicates:
        vec![wire::StatPredicate::Single { index: 79, predicate: wire::TraderPredicate { threshold:
        -2147483567, comparison: wire::Comparison::EqualTo } }, wire::StatPredicate::Single { index: 84,
        predicate: wire::TraderPredicate { threshold: -2147483562, comparison: wire::Comparison::EqualTo } }]
        }], finality: by::FinalityPolicy::HalfTime, challenge_window: 2147483737, stakes_close:
        -4503599627370406, earliest: -4503599627370405, latest: -4503599627370404, void_after:
        -4503599627370403, mint: [94; 32], fee_bps: 1095, fee_account: [96; 32], minimum_stake:
        4503599627370593, maximum_stake: 4503599627370594, maximum_pool: 4503599627370595, abandonment_voids:
        true, results_settle: true }),
        &["1:ws", "2:w", "3:w", "4:", "5:", "6:", "7:", "11111111111111111111111111111111:"],
        "\
        67e261ebc8bcfbfe010000000000100003030303030303030303030303030303030303030303030303030303030303030102\
        000000020000000202020000000202020000000e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e\
        0e0f0000000000f0ff0101131313131313131313131313131313131313131313131313131313131313131314161616161616\
        1616161616161616161616161616161616161616161616161616170000000000f0ff01011b1b1b1b1b1b1b1b1b1b1b1b1b1b\
        1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1c1d011f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f\
        1f1f1f01222222222222222222222222222222222222222222222222222222222222222223240000000000f0ff2502000000\
        270000802800008002000000020000002d2e00008030310000800134000080020200000000383a00008002003d3f00008002\
        0200000044450000804748000080014b0000800202000000004f51000080020054560000800202590000805a0000000000f0\
        ff5b0000000000f0ff5c0000000000f0ff5d0000000000f0ff5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e\
        5e5e5e5e5e5e5e47046060606060606060606060606060606060606060606060606060606060606060610000000000100062\
        0000000000100063000000000010000101\
        ",
    );
    check(
        by::create_market(PROGRAM, &by::CreateMarketAccounts { creator: key(1), market: key(2), vault:
        key(3), mint: key(4), fee_account: key(5), oracle_config: key(6), token_program: key(7) },
        4503599627370497, &by::Terms { oracle_program: [3; 32], splits: Some(vec![vec![by::Mark::HalfWin,
        by::Mark::HalfWin], vec![by::Mark::HalfWin, by::Mark::HalfWin]]), sources: vec![by::Source {
        oracle_program: [14; 32], fixture_id: -4503599627370481, swapped: true, attesters: Some(by::Attesters
        { set: [19; 32], least: 20 }) }, by::Source { oracle_program: [22; 32], fixture_id:
        -4503599627370473, swapped: true, attesters: Some(by::Attesters { set: [27; 32], least: 28 }) }],
        agree: 29, signer: Some([31; 32]), attesters: Some(by::Attesters { set: [34; 32], least: 35 }),
        fixture_id: -4503599627370460, sport: 37, stat_keys: vec![2147483687, 2147483688], outcomes:
        vec![wire::NDimensionalStrategy { geometric_targets: vec![wire::GeometricTarget { stat_index: 45,
        prediction: -2147483602 }, wire::GeometricTarget { stat_index: 48, prediction: -2147483599 }],
        distance_predicate: Some(wire::TraderPredicate { threshold: -2147483596, comparison:
        wire::Comparison::GreaterThan }), discrete_predicates: vec![wire::StatPredicate::Binary { index_a:
        56, index_b: 57, op: wire::BinaryExpression::Subtract, predicate: wire::TraderPredicate { threshold:
        -2147483588, comparison: wire::Comparison::GreaterThan } }, wire::StatPredicate::Binary { index_a:
        63, index_b: 64, op: wire::BinaryExpression::Subtract, predicate: wire::TraderPredicate { threshold:
        -2147483581, comparison: wire::Comparison::GreaterThan } }] }, wire::NDimensionalStrategy {
        geometric_targets: vec![wire::GeometricTarget { stat_index: 72, prediction: -2147483575 },
        wire::GeometricTarget { stat_index: 75, prediction: -2147483572 }], distance_predicate:
        Some(wire::TraderPredicate { threshold: -2147483569, comparison: wire::Comparison::GreaterThan }),
        discrete_predicates: vec![wire::StatPredicate::Binary { index_a: 83, index_b: 84, op:
        wire::BinaryExpression::Subtract, predicate: wire::TraderPredicate { threshold: -2147483561,
        comparison: wire::Comparison::GreaterThan } }, wire::StatPredicate::Binary { index_a: 90, index_b:
        91, op: wire::BinaryExpression::Subtract, predicate: wire::TraderPredicate { threshold: -2147483554,
        comparison: wire::Comparison::GreaterThan } }] }], finality: by::FinalityPolicy::SignedFinal,
        challenge_window: 2147483745, stakes_close: -4503599627370398, earliest: -4503599627370397, latest:
        -4503599627370396, void_after: -4503599627370395, mint: [102; 32], fee_bps: 1103, fee_account: [104;
        32], minimum_stake: 4503599627370601, maximum_stake: 4503599627370602, maximum_pool:
        4503599627370603, abandonment_voids: true, results_settle: true }),
        &["1:ws", "2:w", "3:w", "4:", "5:", "6:", "7:", "11111111111111111111111111111111:"],
        "\
        67e261ebc8bcfbfe010000000000100003030303030303030303030303030303030303030303030303030303030303030102\
        000000020000000303020000000303020000000e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e\
        0e0f0000000000f0ff0101131313131313131313131313131313131313131313131313131313131313131314161616161616\
        1616161616161616161616161616161616161616161616161616170000000000f0ff01011b1b1b1b1b1b1b1b1b1b1b1b1b1b\
        1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1c1d011f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f\
        1f1f1f01222222222222222222222222222222222222222222222222222222222222222223240000000000f0ff2502000000\
        270000802800008002000000020000002d2e000080303100008001340000800002000000013839013c00008000013f400143\
        000080000200000048490000804b4c000080014f0000800002000000015354015700008000015a5b015e0000800003610000\
        80620000000000f0ff630000000000f0ff640000000000f0ff650000000000f0ff6666666666666666666666666666666666\
        6666666666666666666666666666664f04686868686868686868686868686868686868686868686868686868686868686869\
        000000000010006a000000000010006b000000000010000101\
        ",
    );
    check(
        by::create_market(PROGRAM, &by::CreateMarketAccounts { creator: key(1), market: key(2), vault:
        key(3), mint: key(4), fee_account: key(5), oracle_config: key(6), token_program: key(7) },
        4503599627370497, &by::Terms { oracle_program: [3; 32], splits: Some(vec![vec![by::Mark::Win,
        by::Mark::Win], vec![by::Mark::Win, by::Mark::Win]]), sources: vec![by::Source { oracle_program: [14;
        32], fixture_id: -4503599627370481, swapped: true, attesters: Some(by::Attesters { set: [19; 32],
        least: 20 }) }, by::Source { oracle_program: [22; 32], fixture_id: -4503599627370473, swapped: true,
        attesters: Some(by::Attesters { set: [27; 32], least: 28 }) }], agree: 29, signer: Some([31; 32]),
        attesters: Some(by::Attesters { set: [34; 32], least: 35 }), fixture_id: -4503599627370460, sport:
        37, stat_keys: vec![2147483687, 2147483688], outcomes: vec![wire::NDimensionalStrategy {
        geometric_targets: vec![wire::GeometricTarget { stat_index: 45, prediction: -2147483602 },
        wire::GeometricTarget { stat_index: 48, prediction: -2147483599 }], distance_predicate:
        Some(wire::TraderPredicate { threshold: -2147483596, comparison: wire::Comparison::LessThan }),
        discrete_predicates: vec![wire::StatPredicate::Single { index: 56, predicate: wire::TraderPredicate {
        threshold: -2147483590, comparison: wire::Comparison::LessThan } }, wire::StatPredicate::Single {
        index: 61, predicate: wire::TraderPredicate { threshold: -2147483585, comparison:
        wire::Comparison::LessThan } }] }, wire::NDimensionalStrategy { geometric_targets:
        vec![wire::GeometricTarget { stat_index: 68, prediction: -2147483579 }, wire::GeometricTarget {
        stat_index: 71, prediction: -2147483576 }], distance_predicate: Some(wire::TraderPredicate {
        threshold: -2147483573, comparison: wire::Comparison::LessThan }), discrete_predicates:
        vec![wire::StatPredicate::Single { index: 79, predicate: wire::TraderPredicate { threshold:
        -2147483567, comparison: wire::Comparison::LessThan } }, wire::StatPredicate::Single { index: 84,
        predicate: wire::TraderPredicate { threshold: -2147483562, comparison: wire::Comparison::LessThan }
        }] }], finality: by::FinalityPolicy::Finalised, challenge_window: 2147483737, stakes_close:
        -4503599627370406, earliest: -4503599627370405, latest: -4503599627370404, void_after:
        -4503599627370403, mint: [94; 32], fee_bps: 1095, fee_account: [96; 32], minimum_stake:
        4503599627370593, maximum_stake: 4503599627370594, maximum_pool: 4503599627370595, abandonment_voids:
        true, results_settle: true }),
        &["1:ws", "2:w", "3:w", "4:", "5:", "6:", "7:", "11111111111111111111111111111111:"],
        "\
        67e261ebc8bcfbfe010000000000100003030303030303030303030303030303030303030303030303030303030303030102\
        000000020000000404020000000404020000000e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e\
        0e0f0000000000f0ff0101131313131313131313131313131313131313131313131313131313131313131314161616161616\
        1616161616161616161616161616161616161616161616161616170000000000f0ff01011b1b1b1b1b1b1b1b1b1b1b1b1b1b\
        1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1c1d011f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f\
        1f1f1f01222222222222222222222222222222222222222222222222222222222222222223240000000000f0ff2502000000\
        270000802800008002000000020000002d2e00008030310000800134000080010200000000383a00008001003d3f00008001\
        0200000044450000804748000080014b0000800102000000004f51000080010054560000800100590000805a0000000000f0\
        ff5b0000000000f0ff5c0000000000f0ff5d0000000000f0ff5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e\
        5e5e5e5e5e5e5e47046060606060606060606060606060606060606060606060606060606060606060610000000000100062\
        0000000000100063000000000010000101\
        ",
    );
}

#[test]
fn create_market_from_buffer() {
    check(
        by::create_market_from_buffer(PROGRAM, &by::CreateMarketFromBufferAccounts { creator: key(1), market:
        key(2), vault: key(3), mint: key(4), fee_account: key(5), oracle_config: key(6), buffer: key(7),
        token_program: key(8) }, 4503599627370497),
        &["1:ws", "2:w", "3:w", "4:", "5:", "6:", "7:", "8:", "11111111111111111111111111111111:"],
        "\
        6672c1cbcd3cf9430100000000001000\
        ",
    );
}

#[test]
fn create_parlay() {
    check(
        by::create_parlay(PROGRAM, &by::CreateParlayAccounts { creator: key(1), parlay: key(2), vault:
        key(3), mint: key(4), fee_account: key(5), token_program: key(6) }, 4503599627370497,
        &by::ParlayTerms { legs: vec![], mint: [4; 32], fee_bps: 1005, fee_account: [6; 32], minimum_stake:
        4503599627370503, maximum_stake: 4503599627370504, stakes_close: -4503599627370487 }),
        &["1:ws", "2:w", "3:w", "4:", "5:", "6:", "11111111111111111111111111111111:"],
        "\
        7f247dada280f6cf010000000000100000000000040404040404040404040404040404040404040404040404040404040404\
        0404ed0306060606060606060606060606060606060606060606060606060606060606060700000000001000080000000000\
        1000090000000000f0ff\
        ",
    );
    check(
        by::create_parlay(PROGRAM, &by::CreateParlayAccounts { creator: key(1), parlay: key(2), vault:
        key(3), mint: key(4), fee_account: key(5), token_program: key(6) }, 4503599627370497,
        &by::ParlayTerms { legs: vec![by::ParlayLeg { market: [5; 32], terms_hash: [6; 32], outcome: 7 },
        by::ParlayLeg { market: [9; 32], terms_hash: [10; 32], outcome: 11 }], mint: [12; 32], fee_bps: 1013,
        fee_account: [14; 32], minimum_stake: 4503599627370511, maximum_stake: 4503599627370512,
        stakes_close: -4503599627370479 }),
        &["1:ws", "2:w", "3:w", "4:", "5:", "6:", "11111111111111111111111111111111:"],
        "\
        7f247dada280f6cf010000000000100002000000050505050505050505050505050505050505050505050505050505050505\
        0505060606060606060606060606060606060606060606060606060606060606060607090909090909090909090909090909\
        09090909090909090909090909090909090a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0b\
        0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0cf5030e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e\
        0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0f000000000010001000000000001000110000000000f0ff\
        ",
    );
}

#[test]
fn finalise() {
    check(
        by::finalise(PROGRAM, &by::FinaliseAccounts { market: key(1), vault: key(2) }),
        &["1:w", "2:"],
        "\
        c53f72f9f5482784\
        ",
    );
}

#[test]
fn finalise_many() {
    check(
        by::finalise_many(PROGRAM),
        &[],
        "\
        f1189f3ecb3a8205\
        ",
    );
}

#[test]
fn post_result() {
    check(
        by::post_result(PROGRAM, &by::PostResultAccounts { payer: key(1), result: key(2), roots: key(3) },
        -4503599627370495, 2, &by::FinalityPolicy::Finalised, &None,
        &by::ResultProof::V2(wire::StatValidationInput { ts: -4503599627370489, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370487, update_stats: UpdateStats {
        update_count: -2147483637, min_timestamp: -4503599627370484, max_timestamp: -4503599627370483 },
        events_sub_tree_root: [14; 32] }), fixture_proof: vec![], main_tree_proof: vec![], event_stat_root:
        [17; 32], stats: vec![] }), &None),
        &["1:ws", "2:w", "3:", "11111111111111111111111111111111:"],
        "\
        d10bc16ec0018e09010000000000f0ff02000000070000000000f0ff090000000000f0ff0b0000800c0000000000f0ff0d00\
        00000000f0ff0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e000000000000000011111111\
        111111111111111111111111111111111111111111111111111111110000000000\
        ",
    );
    check(
        by::post_result(PROGRAM, &by::PostResultAccounts { payer: key(1), result: key(2), roots: key(3) },
        -4503599627370495, 2, &by::FinalityPolicy::Finalised, &Some(by::Attesters { set: [6; 32], least: 7
        }), &by::ResultProof::V2(wire::StatValidationInput { ts: -4503599627370486, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370484, update_stats: UpdateStats {
        update_count: -2147483634, min_timestamp: -4503599627370481, max_timestamp: -4503599627370480 },
        events_sub_tree_root: [17; 32] }), fixture_proof: vec![wire::ProofNode::from(Node::new([20; 32],
        true)), wire::ProofNode::from(Node::new([23; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([27; 32], true)), wire::ProofNode::from(Node::new([30; 32],
        true))], event_stat_root: [32; 32], stats: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483684, value: -2147483611, period: -2147483610 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([41; 32], true)), wire::ProofNode::from(Node::new([44; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483696, value: -2147483599, period:
        -2147483598 }, stat_proof: vec![wire::ProofNode::from(Node::new([53; 32], true)),
        wire::ProofNode::from(Node::new([56; 32], true))] }] }), &Some(wire::StatLeaf { stat: wire::ScoreStat
        { key: 2147483709, value: -2147483586, period: -2147483585 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([66; 32], true)), wire::ProofNode::from(Node::new([69; 32],
        true))] })),
        &["1:ws", "2:w", "3:", "11111111111111111111111111111111:"],
        "\
        d10bc16ec0018e09010000000000f0ff02000106060606060606060606060606060606060606060606060606060606060606\
        0607000a0000000000f0ff0c0000000000f0ff0e0000800f0000000000f0ff100000000000f0ff1111111111111111111111\
        1111111111111111111111111111111111111111110200000014141414141414141414141414141414141414141414141414\
        1414141414141401171717171717171717171717171717171717171717171717171717171717171701020000001b1b1b1b1b\
        1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b011e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e\
        1e1e1e1e1e1e1e1e1e1e01202020202020202020202020202020202020202020202020202020202020202002000000240000\
        802500008026000080020000002929292929292929292929292929292929292929292929292929292929292929012c2c2c2c\
        2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c01300000803100008032000080020000003535353535\
        3535353535353535353535353535353535353535353535353535350138383838383838383838383838383838383838383838\
        3838383838383838383801013d0000803e0000803f0000800200000042424242424242424242424242424242424242424242\
        4242424242424242424201454545454545454545454545454545454545454545454545454545454545454501\
        ",
    );
    check(
        by::post_result(PROGRAM, &by::PostResultAccounts { payer: key(1), result: key(2), roots: key(3) },
        -4503599627370495, 2, &by::FinalityPolicy::RegularTime, &Some(by::Attesters { set: [6; 32], least: 7
        }), &by::ResultProof::V3(wire::StatValidationInputV3 { ts: -4503599627370486, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370484, update_stats: UpdateStats {
        update_count: -2147483634, min_timestamp: -4503599627370481, max_timestamp: -4503599627370480 },
        events_sub_tree_root: [17; 32] }), fixture_proof: vec![wire::ProofNode::from(Node::new([20; 32],
        true)), wire::ProofNode::from(Node::new([23; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([27; 32], true)), wire::ProofNode::from(Node::new([30; 32],
        true))], event_stat_root: [32; 32], leaves: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483684, value: -2147483611, period: -2147483610 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([41; 32], true)), wire::ProofNode::from(Node::new([44; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483696, value: -2147483599, period:
        -2147483598 }, stat_proof: vec![wire::ProofNode::from(Node::new([53; 32], true)),
        wire::ProofNode::from(Node::new([56; 32], true))] }], multiproof_hashes:
        vec![wire::ProofNode::from(Node::new([60; 32], true)), wire::ProofNode::from(Node::new([63; 32],
        true))], leaf_indices: vec![2147483714, 2147483715] }), &Some(wire::StatLeaf { stat: wire::ScoreStat
        { key: 2147483719, value: -2147483576, period: -2147483575 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([76; 32], true)), wire::ProofNode::from(Node::new([79; 32],
        true))] })),
        &["1:ws", "2:w", "3:", "11111111111111111111111111111111:"],
        "\
        d10bc16ec0018e09010000000000f0ff02010106060606060606060606060606060606060606060606060606060606060606\
        0607010a0000000000f0ff0c0000000000f0ff0e0000800f0000000000f0ff100000000000f0ff1111111111111111111111\
        1111111111111111111111111111111111111111110200000014141414141414141414141414141414141414141414141414\
        1414141414141401171717171717171717171717171717171717171717171717171717171717171701020000001b1b1b1b1b\
        1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b011e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e\
        1e1e1e1e1e1e1e1e1e1e01202020202020202020202020202020202020202020202020202020202020202002000000240000\
        802500008026000080020000002929292929292929292929292929292929292929292929292929292929292929012c2c2c2c\
        2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c01300000803100008032000080020000003535353535\
        3535353535353535353535353535353535353535353535353535350138383838383838383838383838383838383838383838\
        3838383838383838383801020000003c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c013f3f\
        3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f0102000000420000804300008001470000804800\
        008049000080020000004c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c014f4f4f4f4f4f4f\
        4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f01\
        ",
    );
    check(
        by::post_result(PROGRAM, &by::PostResultAccounts { payer: key(1), result: key(2), roots: key(3) },
        -4503599627370495, 2, &by::FinalityPolicy::HalfTime, &Some(by::Attesters { set: [6; 32], least: 7 }),
        &by::ResultProof::V4(wire::StatValidationInputV4 { ts: -4503599627370486, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370484, update_stats: UpdateStats {
        update_count: -2147483634, min_timestamp: -4503599627370481, max_timestamp: -4503599627370480 },
        events_sub_tree_root: [17; 32] }), fixture_proof: vec![wire::ProofNode::from(Node::new([20; 32],
        true)), wire::ProofNode::from(Node::new([23; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([27; 32], true)), wire::ProofNode::from(Node::new([30; 32],
        true))], event_stat_root: [32; 32], leaves: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483684, value: -2147483611, period: -2147483610 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([41; 32], true)), wire::ProofNode::from(Node::new([44; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483696, value: -2147483599, period:
        -2147483598 }, stat_proof: vec![wire::ProofNode::from(Node::new([53; 32], true)),
        wire::ProofNode::from(Node::new([56; 32], true))] }], multiproof_hashes:
        vec![wire::ProofNode::from(Node::new([60; 32], true)), wire::ProofNode::from(Node::new([63; 32],
        true))], leaf_indices: vec![2147483714, 2147483715] }), &Some(wire::StatLeaf { stat: wire::ScoreStat
        { key: 2147483719, value: -2147483576, period: -2147483575 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([76; 32], true)), wire::ProofNode::from(Node::new([79; 32],
        true))] })),
        &["1:ws", "2:w", "3:", "11111111111111111111111111111111:"],
        "\
        d10bc16ec0018e09010000000000f0ff02020106060606060606060606060606060606060606060606060606060606060606\
        0607020a0000000000f0ff0c0000000000f0ff0e0000800f0000000000f0ff100000000000f0ff1111111111111111111111\
        1111111111111111111111111111111111111111110200000014141414141414141414141414141414141414141414141414\
        1414141414141401171717171717171717171717171717171717171717171717171717171717171701020000001b1b1b1b1b\
        1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b011e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e\
        1e1e1e1e1e1e1e1e1e1e01202020202020202020202020202020202020202020202020202020202020202002000000240000\
        802500008026000080020000002929292929292929292929292929292929292929292929292929292929292929012c2c2c2c\
        2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c01300000803100008032000080020000003535353535\
        3535353535353535353535353535353535353535353535353535350138383838383838383838383838383838383838383838\
        3838383838383838383801020000003c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c013f3f\
        3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f0102000000420000804300008001470000804800\
        008049000080020000004c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c014f4f4f4f4f4f4f\
        4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f01\
        ",
    );
    check(
        by::post_result(PROGRAM, &by::PostResultAccounts { payer: key(1), result: key(2), roots: key(3) },
        -4503599627370495, 2, &by::FinalityPolicy::SignedFinal, &Some(by::Attesters { set: [6; 32], least: 7
        }), &by::ResultProof::Compact { stat_keys: vec![2147483658, 2147483659], proof: wire::CompactProof {
        update_count: 2147483661, min_timestamp: -4503599627370482, max_timestamp: -4503599627370481,
        update_index: 2147483664, fixture_siblings: vec![[18; 32], [19; 32]], main_index: 2147483668,
        main_siblings: vec![[22; 32], [23; 32]], period: -2147483624, values: vec![-2147483622, -2147483621],
        absent: 28, zero_map: Some([30; 32]), witness: Some(wire::CompactWitness { key: 2147483681, value:
        -2147483614 }), leaf_indices: vec![2147483684, 2147483685], hashes: vec![[39; 32], [40; 32]],
        event_stat_root: Some([42; 32]) } }, &Some(wire::StatLeaf { stat: wire::ScoreStat { key: 2147483694,
        value: -2147483601, period: -2147483600 }, stat_proof: vec![wire::ProofNode::from(Node::new([51; 32],
        true)), wire::ProofNode::from(Node::new([54; 32], true))] })),
        &["1:ws", "2:w", "3:", "11111111111111111111111111111111:"],
        "\
        d10bc16ec0018e09010000000000f0ff02030106060606060606060606060606060606060606060606060606060606060606\
        060703020000000a0000800b0000800d0000800e0000000000f0ff0f0000000000f0ff100000800200000012121212121212\
        1212121212121212121212121212121212121212121212121213131313131313131313131313131313131313131313131313\
        1313131313131314000080020000001616161616161616161616161616161616161616161616161616161616161616171717\
        171717171717171717171717171717171717171717171717171717171718000080020000001a0000801b0000801c011e1e1e\
        1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e012100008022000080020000002400008025000080\
        0200000027272727272727272727272727272727272727272727272727272727272727272828282828282828282828282828\
        282828282828282828282828282828282828012a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a\
        2a012e0000802f00008030000080020000003333333333333333333333333333333333333333333333333333333333333333\
        01363636363636363636363636363636363636363636363636363636363636363601\
        ",
    );
}

#[test]
fn post_result_from_buffer() {
    check(
        by::post_result_from_buffer(PROGRAM, &by::PostResultFromBufferAccounts { payer: key(1), result:
        key(2), roots: key(3), buffer: key(4) }, -4503599627370495, 2, &by::FinalityPolicy::Finalised,
        &None),
        &["1:ws", "2:w", "3:", "4:", "11111111111111111111111111111111:"],
        "\
        c6405a2a924d7fa6010000000000f0ff020000\
        ",
    );
    check(
        by::post_result_from_buffer(PROGRAM, &by::PostResultFromBufferAccounts { payer: key(1), result:
        key(2), roots: key(3), buffer: key(4) }, -4503599627370495, 2, &by::FinalityPolicy::Finalised,
        &Some(by::Attesters { set: [6; 32], least: 7 })),
        &["1:ws", "2:w", "3:", "4:", "11111111111111111111111111111111:"],
        "\
        c6405a2a924d7fa6010000000000f0ff02000106060606060606060606060606060606060606060606060606060606060606\
        0607\
        ",
    );
    check(
        by::post_result_from_buffer(PROGRAM, &by::PostResultFromBufferAccounts { payer: key(1), result:
        key(2), roots: key(3), buffer: key(4) }, -4503599627370495, 2, &by::FinalityPolicy::RegularTime,
        &Some(by::Attesters { set: [6; 32], least: 7 })),
        &["1:ws", "2:w", "3:", "4:", "11111111111111111111111111111111:"],
        "\
        c6405a2a924d7fa6010000000000f0ff02010106060606060606060606060606060606060606060606060606060606060606\
        0607\
        ",
    );
    check(
        by::post_result_from_buffer(PROGRAM, &by::PostResultFromBufferAccounts { payer: key(1), result:
        key(2), roots: key(3), buffer: key(4) }, -4503599627370495, 2, &by::FinalityPolicy::HalfTime,
        &Some(by::Attesters { set: [6; 32], least: 7 })),
        &["1:ws", "2:w", "3:", "4:", "11111111111111111111111111111111:"],
        "\
        c6405a2a924d7fa6010000000000f0ff02020106060606060606060606060606060606060606060606060606060606060606\
        0607\
        ",
    );
    check(
        by::post_result_from_buffer(PROGRAM, &by::PostResultFromBufferAccounts { payer: key(1), result:
        key(2), roots: key(3), buffer: key(4) }, -4503599627370495, 2, &by::FinalityPolicy::SignedFinal,
        &Some(by::Attesters { set: [6; 32], least: 7 })),
        &["1:ws", "2:w", "3:", "4:", "11111111111111111111111111111111:"],
        "\
        c6405a2a924d7fa6010000000000f0ff02030106060606060606060606060606060606060606060606060606060606060606\
        0607\
        ",
    );
}

#[test]
fn propose_void() {
    check(
        by::propose_void(PROGRAM, &by::ProposeVoidAccounts { market: key(1), roots: key(2) },
        &by::ScoreProof::V2(wire::StatValidationInput { ts: -4503599627370493, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370491, update_stats: UpdateStats {
        update_count: -2147483641, min_timestamp: -4503599627370488, max_timestamp: -4503599627370487 },
        events_sub_tree_root: [10; 32] }), fixture_proof: vec![], main_tree_proof: vec![], event_stat_root:
        [13; 32], stats: vec![] })),
        &["1:w", "2:", "Sysvar1nstructions1111111111111111111111111:"],
        "\
        915624355398091f00030000000000f0ff050000000000f0ff07000080080000000000f0ff090000000000f0ff0a0a0a0a0a\
        0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a00000000000000000d0d0d0d0d0d0d0d0d0d0d0d0d0d0d\
        0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d00000000\
        ",
    );
    check(
        by::propose_void(PROGRAM, &by::ProposeVoidAccounts { market: key(1), roots: key(2) },
        &by::ScoreProof::V2(wire::StatValidationInput { ts: -4503599627370493, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370491, update_stats: UpdateStats {
        update_count: -2147483641, min_timestamp: -4503599627370488, max_timestamp: -4503599627370487 },
        events_sub_tree_root: [10; 32] }), fixture_proof: vec![wire::ProofNode::from(Node::new([13; 32],
        true)), wire::ProofNode::from(Node::new([16; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([20; 32], true)), wire::ProofNode::from(Node::new([23; 32],
        true))], event_stat_root: [25; 32], stats: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483677, value: -2147483618, period: -2147483617 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([34; 32], true)), wire::ProofNode::from(Node::new([37; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483689, value: -2147483606, period:
        -2147483605 }, stat_proof: vec![wire::ProofNode::from(Node::new([46; 32], true)),
        wire::ProofNode::from(Node::new([49; 32], true))] }] })),
        &["1:w", "2:", "Sysvar1nstructions1111111111111111111111111:"],
        "\
        915624355398091f00030000000000f0ff050000000000f0ff07000080080000000000f0ff090000000000f0ff0a0a0a0a0a\
        0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a020000000d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d\
        0d0d0d0d0d0d0d0d0d0d0d0d0d01101010101010101010101010101010101010101010101010101010101010101001020000\
        0014141414141414141414141414141414141414141414141414141414141414140117171717171717171717171717171717\
        1717171717171717171717171717171701191919191919191919191919191919191919191919191919191919191919191902\
        0000001d0000801e0000801f0000800200000022222222222222222222222222222222222222222222222222222222222222\
        2201252525252525252525252525252525252525252525252525252525252525252501290000802a0000802b000080020000\
        002e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e0131313131313131313131313131313131\
        3131313131313131313131313131313101\
        ",
    );
    check(
        by::propose_void(PROGRAM, &by::ProposeVoidAccounts { market: key(1), roots: key(2) },
        &by::ScoreProof::V3(wire::StatValidationInputV3 { ts: -4503599627370493, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370491, update_stats: UpdateStats {
        update_count: -2147483641, min_timestamp: -4503599627370488, max_timestamp: -4503599627370487 },
        events_sub_tree_root: [10; 32] }), fixture_proof: vec![wire::ProofNode::from(Node::new([13; 32],
        true)), wire::ProofNode::from(Node::new([16; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([20; 32], true)), wire::ProofNode::from(Node::new([23; 32],
        true))], event_stat_root: [25; 32], leaves: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483677, value: -2147483618, period: -2147483617 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([34; 32], true)), wire::ProofNode::from(Node::new([37; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483689, value: -2147483606, period:
        -2147483605 }, stat_proof: vec![wire::ProofNode::from(Node::new([46; 32], true)),
        wire::ProofNode::from(Node::new([49; 32], true))] }], multiproof_hashes:
        vec![wire::ProofNode::from(Node::new([53; 32], true)), wire::ProofNode::from(Node::new([56; 32],
        true))], leaf_indices: vec![2147483707, 2147483708] })),
        &["1:w", "2:", "Sysvar1nstructions1111111111111111111111111:"],
        "\
        915624355398091f01030000000000f0ff050000000000f0ff07000080080000000000f0ff090000000000f0ff0a0a0a0a0a\
        0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a020000000d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d\
        0d0d0d0d0d0d0d0d0d0d0d0d0d01101010101010101010101010101010101010101010101010101010101010101001020000\
        0014141414141414141414141414141414141414141414141414141414141414140117171717171717171717171717171717\
        1717171717171717171717171717171701191919191919191919191919191919191919191919191919191919191919191902\
        0000001d0000801e0000801f0000800200000022222222222222222222222222222222222222222222222222222222222222\
        2201252525252525252525252525252525252525252525252525252525252525252501290000802a0000802b000080020000\
        002e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e0131313131313131313131313131313131\
        3131313131313131313131313131313101020000003535353535353535353535353535353535353535353535353535353535\
        35353501383838383838383838383838383838383838383838383838383838383838383801020000003b0000803c000080\
        ",
    );
    check(
        by::propose_void(PROGRAM, &by::ProposeVoidAccounts { market: key(1), roots: key(2) },
        &by::ScoreProof::V4(wire::StatValidationInputV4 { ts: -4503599627370493, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370491, update_stats: UpdateStats {
        update_count: -2147483641, min_timestamp: -4503599627370488, max_timestamp: -4503599627370487 },
        events_sub_tree_root: [10; 32] }), fixture_proof: vec![wire::ProofNode::from(Node::new([13; 32],
        true)), wire::ProofNode::from(Node::new([16; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([20; 32], true)), wire::ProofNode::from(Node::new([23; 32],
        true))], event_stat_root: [25; 32], leaves: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483677, value: -2147483618, period: -2147483617 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([34; 32], true)), wire::ProofNode::from(Node::new([37; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483689, value: -2147483606, period:
        -2147483605 }, stat_proof: vec![wire::ProofNode::from(Node::new([46; 32], true)),
        wire::ProofNode::from(Node::new([49; 32], true))] }], multiproof_hashes:
        vec![wire::ProofNode::from(Node::new([53; 32], true)), wire::ProofNode::from(Node::new([56; 32],
        true))], leaf_indices: vec![2147483707, 2147483708] })),
        &["1:w", "2:", "Sysvar1nstructions1111111111111111111111111:"],
        "\
        915624355398091f02030000000000f0ff050000000000f0ff07000080080000000000f0ff090000000000f0ff0a0a0a0a0a\
        0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a020000000d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d\
        0d0d0d0d0d0d0d0d0d0d0d0d0d01101010101010101010101010101010101010101010101010101010101010101001020000\
        0014141414141414141414141414141414141414141414141414141414141414140117171717171717171717171717171717\
        1717171717171717171717171717171701191919191919191919191919191919191919191919191919191919191919191902\
        0000001d0000801e0000801f0000800200000022222222222222222222222222222222222222222222222222222222222222\
        2201252525252525252525252525252525252525252525252525252525252525252501290000802a0000802b000080020000\
        002e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e0131313131313131313131313131313131\
        3131313131313131313131313131313101020000003535353535353535353535353535353535353535353535353535353535\
        35353501383838383838383838383838383838383838383838383838383838383838383801020000003b0000803c000080\
        ",
    );
    check(
        by::propose_void(PROGRAM, &by::ProposeVoidAccounts { market: key(1), roots: key(2) },
        &by::ScoreProof::Compact(wire::CompactProof { update_count: 2147483651, min_timestamp:
        -4503599627370492, max_timestamp: -4503599627370491, update_index: 2147483654, fixture_siblings:
        vec![[8; 32], [9; 32]], main_index: 2147483658, main_siblings: vec![[12; 32], [13; 32]], period:
        -2147483634, values: vec![-2147483632, -2147483631], absent: 18, zero_map: Some([20; 32]), witness:
        Some(wire::CompactWitness { key: 2147483671, value: -2147483624 }), leaf_indices: vec![2147483674,
        2147483675], hashes: vec![[29; 32], [30; 32]], event_stat_root: Some([32; 32]) })),
        &["1:w", "2:", "Sysvar1nstructions1111111111111111111111111:"],
        "\
        915624355398091f0303000080040000000000f0ff050000000000f0ff060000800200000008080808080808080808080808\
        0808080808080808080808080808080808080809090909090909090909090909090909090909090909090909090909090909\
        090a000080020000000c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0d0d0d0d0d0d0d0d0d\
        0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0e0000800200000010000080110000801201141414141414141414\
        1414141414141414141414141414141414141414141414011700008018000080020000001a0000801b000080020000001d1d\
        1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e\
        1e1e1e1e1e1e1e1e1e1e1e1e012020202020202020202020202020202020202020202020202020202020202020\
        ",
    );
}

#[test]
fn settle() {
    check(
        by::settle(PROGRAM, &by::SettleAccounts { market: key(1), roots: key(2) },
        &by::ScoreProof::V2(wire::StatValidationInput { ts: -4503599627370493, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370491, update_stats: UpdateStats {
        update_count: -2147483641, min_timestamp: -4503599627370488, max_timestamp: -4503599627370487 },
        events_sub_tree_root: [10; 32] }), fixture_proof: vec![], main_tree_proof: vec![], event_stat_root:
        [13; 32], stats: vec![] }), &None),
        &["1:w", "2:", "Sysvar1nstructions1111111111111111111111111:"],
        "\
        af2ab957908366d400030000000000f0ff050000000000f0ff07000080080000000000f0ff090000000000f0ff0a0a0a0a0a\
        0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a00000000000000000d0d0d0d0d0d0d0d0d0d0d0d0d0d0d\
        0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0000000000\
        ",
    );
    check(
        by::settle(PROGRAM, &by::SettleAccounts { market: key(1), roots: key(2) },
        &by::ScoreProof::V2(wire::StatValidationInput { ts: -4503599627370493, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370491, update_stats: UpdateStats {
        update_count: -2147483641, min_timestamp: -4503599627370488, max_timestamp: -4503599627370487 },
        events_sub_tree_root: [10; 32] }), fixture_proof: vec![wire::ProofNode::from(Node::new([13; 32],
        true)), wire::ProofNode::from(Node::new([16; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([20; 32], true)), wire::ProofNode::from(Node::new([23; 32],
        true))], event_stat_root: [25; 32], stats: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483677, value: -2147483618, period: -2147483617 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([34; 32], true)), wire::ProofNode::from(Node::new([37; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483689, value: -2147483606, period:
        -2147483605 }, stat_proof: vec![wire::ProofNode::from(Node::new([46; 32], true)),
        wire::ProofNode::from(Node::new([49; 32], true))] }] }), &Some(wire::StatLeaf { stat: wire::ScoreStat
        { key: 2147483702, value: -2147483593, period: -2147483592 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([59; 32], true)), wire::ProofNode::from(Node::new([62; 32],
        true))] })),
        &["1:w", "2:", "Sysvar1nstructions1111111111111111111111111:"],
        "\
        af2ab957908366d400030000000000f0ff050000000000f0ff07000080080000000000f0ff090000000000f0ff0a0a0a0a0a\
        0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a020000000d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d\
        0d0d0d0d0d0d0d0d0d0d0d0d0d01101010101010101010101010101010101010101010101010101010101010101001020000\
        0014141414141414141414141414141414141414141414141414141414141414140117171717171717171717171717171717\
        1717171717171717171717171717171701191919191919191919191919191919191919191919191919191919191919191902\
        0000001d0000801e0000801f0000800200000022222222222222222222222222222222222222222222222222222222222222\
        2201252525252525252525252525252525252525252525252525252525252525252501290000802a0000802b000080020000\
        002e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e0131313131313131313131313131313131\
        313131313131313131313131313131310101360000803700008038000080020000003b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b\
        3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b013e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e01\
        ",
    );
    check(
        by::settle(PROGRAM, &by::SettleAccounts { market: key(1), roots: key(2) },
        &by::ScoreProof::V3(wire::StatValidationInputV3 { ts: -4503599627370493, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370491, update_stats: UpdateStats {
        update_count: -2147483641, min_timestamp: -4503599627370488, max_timestamp: -4503599627370487 },
        events_sub_tree_root: [10; 32] }), fixture_proof: vec![wire::ProofNode::from(Node::new([13; 32],
        true)), wire::ProofNode::from(Node::new([16; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([20; 32], true)), wire::ProofNode::from(Node::new([23; 32],
        true))], event_stat_root: [25; 32], leaves: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483677, value: -2147483618, period: -2147483617 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([34; 32], true)), wire::ProofNode::from(Node::new([37; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483689, value: -2147483606, period:
        -2147483605 }, stat_proof: vec![wire::ProofNode::from(Node::new([46; 32], true)),
        wire::ProofNode::from(Node::new([49; 32], true))] }], multiproof_hashes:
        vec![wire::ProofNode::from(Node::new([53; 32], true)), wire::ProofNode::from(Node::new([56; 32],
        true))], leaf_indices: vec![2147483707, 2147483708] }), &Some(wire::StatLeaf { stat: wire::ScoreStat
        { key: 2147483712, value: -2147483583, period: -2147483582 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([69; 32], true)), wire::ProofNode::from(Node::new([72; 32],
        true))] })),
        &["1:w", "2:", "Sysvar1nstructions1111111111111111111111111:"],
        "\
        af2ab957908366d401030000000000f0ff050000000000f0ff07000080080000000000f0ff090000000000f0ff0a0a0a0a0a\
        0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a020000000d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d\
        0d0d0d0d0d0d0d0d0d0d0d0d0d01101010101010101010101010101010101010101010101010101010101010101001020000\
        0014141414141414141414141414141414141414141414141414141414141414140117171717171717171717171717171717\
        1717171717171717171717171717171701191919191919191919191919191919191919191919191919191919191919191902\
        0000001d0000801e0000801f0000800200000022222222222222222222222222222222222222222222222222222222222222\
        2201252525252525252525252525252525252525252525252525252525252525252501290000802a0000802b000080020000\
        002e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e0131313131313131313131313131313131\
        3131313131313131313131313131313101020000003535353535353535353535353535353535353535353535353535353535\
        35353501383838383838383838383838383838383838383838383838383838383838383801020000003b0000803c00008001\
        4000008041000080420000800200000045454545454545454545454545454545454545454545454545454545454545450148\
        4848484848484848484848484848484848484848484848484848484848484801\
        ",
    );
    check(
        by::settle(PROGRAM, &by::SettleAccounts { market: key(1), roots: key(2) },
        &by::ScoreProof::V4(wire::StatValidationInputV4 { ts: -4503599627370493, fixture_summary:
        wire::ScoresBatchSummary(ScoresSummary { fixture_id: -4503599627370491, update_stats: UpdateStats {
        update_count: -2147483641, min_timestamp: -4503599627370488, max_timestamp: -4503599627370487 },
        events_sub_tree_root: [10; 32] }), fixture_proof: vec![wire::ProofNode::from(Node::new([13; 32],
        true)), wire::ProofNode::from(Node::new([16; 32], true))], main_tree_proof:
        vec![wire::ProofNode::from(Node::new([20; 32], true)), wire::ProofNode::from(Node::new([23; 32],
        true))], event_stat_root: [25; 32], leaves: vec![wire::StatLeaf { stat: wire::ScoreStat { key:
        2147483677, value: -2147483618, period: -2147483617 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([34; 32], true)), wire::ProofNode::from(Node::new([37; 32],
        true))] }, wire::StatLeaf { stat: wire::ScoreStat { key: 2147483689, value: -2147483606, period:
        -2147483605 }, stat_proof: vec![wire::ProofNode::from(Node::new([46; 32], true)),
        wire::ProofNode::from(Node::new([49; 32], true))] }], multiproof_hashes:
        vec![wire::ProofNode::from(Node::new([53; 32], true)), wire::ProofNode::from(Node::new([56; 32],
        true))], leaf_indices: vec![2147483707, 2147483708] }), &Some(wire::StatLeaf { stat: wire::ScoreStat
        { key: 2147483712, value: -2147483583, period: -2147483582 }, stat_proof:
        vec![wire::ProofNode::from(Node::new([69; 32], true)), wire::ProofNode::from(Node::new([72; 32],
        true))] })),
        &["1:w", "2:", "Sysvar1nstructions1111111111111111111111111:"],
        "\
        af2ab957908366d402030000000000f0ff050000000000f0ff07000080080000000000f0ff090000000000f0ff0a0a0a0a0a\
        0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a020000000d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d\
        0d0d0d0d0d0d0d0d0d0d0d0d0d01101010101010101010101010101010101010101010101010101010101010101001020000\
        0014141414141414141414141414141414141414141414141414141414141414140117171717171717171717171717171717\
        1717171717171717171717171717171701191919191919191919191919191919191919191919191919191919191919191902\
        0000001d0000801e0000801f0000800200000022222222222222222222222222222222222222222222222222222222222222\
        2201252525252525252525252525252525252525252525252525252525252525252501290000802a0000802b000080020000\
        002e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e0131313131313131313131313131313131\
        3131313131313131313131313131313101020000003535353535353535353535353535353535353535353535353535353535\
        35353501383838383838383838383838383838383838383838383838383838383838383801020000003b0000803c00008001\
        4000008041000080420000800200000045454545454545454545454545454545454545454545454545454545454545450148\
        4848484848484848484848484848484848484848484848484848484848484801\
        ",
    );
    check(
        by::settle(PROGRAM, &by::SettleAccounts { market: key(1), roots: key(2) },
        &by::ScoreProof::Compact(wire::CompactProof { update_count: 2147483651, min_timestamp:
        -4503599627370492, max_timestamp: -4503599627370491, update_index: 2147483654, fixture_siblings:
        vec![[8; 32], [9; 32]], main_index: 2147483658, main_siblings: vec![[12; 32], [13; 32]], period:
        -2147483634, values: vec![-2147483632, -2147483631], absent: 18, zero_map: Some([20; 32]), witness:
        Some(wire::CompactWitness { key: 2147483671, value: -2147483624 }), leaf_indices: vec![2147483674,
        2147483675], hashes: vec![[29; 32], [30; 32]], event_stat_root: Some([32; 32]) }),
        &Some(wire::StatLeaf { stat: wire::ScoreStat { key: 2147483684, value: -2147483611, period:
        -2147483610 }, stat_proof: vec![wire::ProofNode::from(Node::new([41; 32], true)),
        wire::ProofNode::from(Node::new([44; 32], true))] })),
        &["1:w", "2:", "Sysvar1nstructions1111111111111111111111111:"],
        "\
        af2ab957908366d40303000080040000000000f0ff050000000000f0ff060000800200000008080808080808080808080808\
        0808080808080808080808080808080808080809090909090909090909090909090909090909090909090909090909090909\
        090a000080020000000c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0d0d0d0d0d0d0d0d0d\
        0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0e0000800200000010000080110000801201141414141414141414\
        1414141414141414141414141414141414141414141414011700008018000080020000001a0000801b000080020000001d1d\
        1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e\
        1e1e1e1e1e1e1e1e1e1e1e1e0120202020202020202020202020202020202020202020202020202020202020200124000080\
        2500008026000080020000002929292929292929292929292929292929292929292929292929292929292929012c2c2c2c2c\
        2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c01\
        ",
    );
}

#[test]
fn settle_from_buffer() {
    check(
        by::settle_from_buffer(PROGRAM, &by::SettleFromBufferAccounts { market: key(1), roots: key(2),
        buffer: key(3) }),
        &["1:w", "2:", "Sysvar1nstructions1111111111111111111111111:", "3:"],
        "\
        4c869ab671d8198c\
        ",
    );
}

#[test]
fn settle_many() {
    check(
        by::settle_many(PROGRAM, &by::SettleManyAccounts { result: key(1) }),
        &["1:"],
        "\
        a04931249a4fa635\
        ",
    );
}

#[test]
fn settle_parlay() {
    check(
        by::settle_parlay(PROGRAM, &by::SettleParlayAccounts { parlay: key(1), market: key(2) }, 1),
        &["1:w", "2:w"],
        "\
        333cb14fd634061601\
        ",
    );
}

#[test]
fn stake() {
    check(
        by::stake(PROGRAM, &by::StakeAccounts { owner: key(1), pool: key(2), position: key(3), vault: key(4),
        mint: key(5), source: key(6), token_program: key(7) }, 1, 4503599627370498, &[3; 32]),
        &["1:ws", "2:w", "3:w", "4:w", "5:", "6:w", "7:", "11111111111111111111111111111111:"],
        "\
        ceb0ca12c8d1b36c0102000000000010000303030303030303030303030303030303030303030303030303030303030303\
        ",
    );
}

#[test]
fn sweep() {
    check(
        by::sweep(PROGRAM, &by::SweepAccounts { pool: key(1), vault: key(2), mint: key(3), fee_account:
        key(4), token_program: key(5) }),
        &["1:w", "2:w", "3:", "4:w", "5:"],
        "\
        2817eaaf0e3d9ab1\
        ",
    );
}

#[test]
fn verify_signer() {
    check(
        by::verify_signer(PROGRAM, &[1; 32], &[2; 64], &[3; 32]),
        &[],
        "\
        82c872bb7e1a015d010101010101010101010101010101010101010101010101010101010101010102020202020202020202\
        0202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202\
        020202020303030303030303030303030303030303030303030303030303030303030303\
        ",
    );
}

#[test]
fn void() {
    check(
        by::void(PROGRAM, &by::VoidAccounts { pool: key(1), vault: key(2) }),
        &["1:w", "2:"],
        "\
        37824a18eb0e1003\
        ",
    );
}
