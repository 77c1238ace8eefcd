//! A market and a result that fit together, for tests.

use anchor_lang::prelude::*;
use linesman_verifier::Fact;
use linesman_wire::{
    BinaryExpression, Comparison, GeometricTarget, NDimensionalStrategy, StatPredicate, TraderPredicate,
};

use crate::{
    moment::Moment,
    pool::VERSION,
    seed,
    state::{FactRecord, Market, MarketState, MatchResult, Parlay, ParlayState, Pool, Proposal, ResultFact},
    terms::{Attesters, FinalityPolicy, Mark, ParlayLeg, ParlayTerms, Terms},
};

pub const STAKES_CLOSE: i64 = 1_790_000_000;
pub const WINDOW: u32 = 3_600;
pub const FIXTURE: i64 = 9_000_005;
pub const ORDER_KEY: u64 = 20_717 << 40 | 100 << 28 | 3;

/// Participant 1 wins (outcome 0), or not (outcome 1).
pub fn terms() -> Terms {
    let predicate = TraderPredicate { threshold: 0, comparison: Comparison::GreaterThan };
    let ahead = StatPredicate::Binary { index_a: 0, index_b: 1, op: BinaryExpression::Subtract, predicate };
    Terms {
        oracle_program: Pubkey::new_from_array([1; 32]),
        splits: None,
        sources: vec![],
        agree: 1,
        signer: None,
        attesters: None,
        fixture_id: FIXTURE,
        sport: 1,
        stat_keys: vec![2, 1],
        outcomes: vec![NDimensionalStrategy {
            geometric_targets: vec![],
            distance_predicate: None,
            discrete_predicates: vec![ahead],
        }],
        finality: FinalityPolicy::Finalised,
        challenge_window: WINDOW,
        stakes_close: STAKES_CLOSE,
        earliest: STAKES_CLOSE + 10,
        latest: STAKES_CLOSE + 20,
        void_after: STAKES_CLOSE + 1_000_000,
        mint: Pubkey::new_from_array([2; 32]),
        fee_bps: 250,
        fee_account: Pubkey::new_from_array([3; 32]),
        minimum_stake: 1,
        maximum_stake: 10,
        maximum_pool: 0,
        abandonment_voids: true,
        results_settle: true,
    }
}

/// The line of participant 1 at -0.25: ahead wins (case 0); a draw (case 1) loses half, and the other side wins half.
pub fn quarter_line() -> Terms {
    let predicate = TraderPredicate { threshold: 0, comparison: Comparison::EqualTo };
    let equal = StatPredicate::Binary { index_a: 0, index_b: 1, op: BinaryExpression::Subtract, predicate };
    let mut terms = terms();
    terms.outcomes.push(NDimensionalStrategy {
        geometric_targets: vec![],
        distance_predicate: None,
        discrete_predicates: vec![equal],
    });
    let splits = [[Mark::Win, Mark::Lose], [Mark::HalfLose, Mark::HalfWin], [Mark::Lose, Mark::Win]];
    Terms { splits: Some(splits.map(Vec::from).to_vec()), minimum_stake: 2, ..terms }
}

/// Terms of the largest size: 5 keys, 7 strategies with 64 parts, 8 rows of splits, a signer and attesters.
pub fn largest_terms() -> Terms {
    let over = |threshold| TraderPredicate { threshold, comparison: Comparison::GreaterThan };
    let pair = StatPredicate::Binary { index_a: 3, index_b: 4, op: BinaryExpression::Add, predicate: over(1_000) };
    let asks = |predicates: usize| NDimensionalStrategy {
        geometric_targets: vec![GeometricTarget { stat_index: 2, prediction: 1 }],
        distance_predicate: Some(over(1_000)),
        discrete_predicates: vec![pair; predicates],
    };
    let mut outcomes = vec![asks(8); 7];
    outcomes[0] = asks(9);
    let attesters = Some(Attesters { set: Pubkey::new_from_array([10; 32]), least: 3 });
    let mut splits = vec![vec![Mark::Lose; 8]; 8];
    (0..8).for_each(|case| splits[case][case] = Mark::Win);
    let splits = Some(splits);
    Terms {
        splits,
        minimum_stake: 2,
        signer: Some([4; 32]),
        attesters,
        stat_keys: vec![1, 2, 3, 4, 5],
        outcomes,
        ..terms()
    }
}

/// An open market with stakes of 30 and 1,000, at its address.
pub fn market(id: u64, terms: Terms) -> (Pubkey, Market) {
    let creator = Pubkey::new_from_array([9; 32]);
    let (key, bump) = Pubkey::find_program_address(&[seed::MARKET, creator.as_ref(), &id.to_le_bytes()], &crate::ID);
    let mut market = Market {
        version: VERSION,
        bump,
        vault_bump: 3,
        creator,
        id,
        terms_hash: [8; 32],
        state: MarketState::Open,
        pool: Pool::default(),
        proposal: Proposal::default(),
        parlays: 2,
        terms,
    };
    market.pool.add_stake(0, 30).unwrap();
    market.pool.add_stake(1, 1_000).unwrap();
    (key, market)
}

/// An open parlay at its address.
pub fn parlay(legs: u8) -> (Pubkey, Parlay) {
    let (creator, id) = (Pubkey::new_from_array([9; 32]), 4u64);
    let (key, bump) = Pubkey::find_program_address(&[seed::PARLAY, creator.as_ref(), &id.to_le_bytes()], &crate::ID);
    let leg = |number: u8| ParlayLeg {
        market: Pubkey::new_from_array([number; 32]),
        terms_hash: [100 + number; 32],
        outcome: 1,
    };
    let parlay = Parlay {
        version: VERSION,
        bump,
        vault_bump: 3,
        creator,
        id,
        terms_hash: [8; 32],
        state: ParlayState::Open,
        pool: Pool::default(),
        outcome: 0,
        results: Default::default(),
        terms: ParlayTerms {
            legs: (0..legs).map(leg).collect(),
            mint: Pubkey::new_from_array([5; 32]),
            fee_bps: 250,
            fee_account: Pubkey::new_from_array([6; 32]),
            minimum_stake: 1,
            maximum_stake: 10,
            stakes_close: 7,
        },
    };
    (key, parlay)
}

/// The bytes of a market's account.
pub fn account(market: &Market) -> Vec<u8> {
    let mut bytes = Market::DISCRIMINATOR.to_vec();
    market.serialize(&mut bytes).unwrap();
    bytes
}

/// A result of the market's fixture without facts.
pub fn result() -> MatchResult {
    MatchResult {
        version: VERSION,
        bump: 254,
        payer: Pubkey::new_from_array([7; 32]),
        oracle_program: Pubkey::new_from_array([1; 32]),
        fixture_id: FIXTURE,
        sport: 1,
        finality: FinalityPolicy::Finalised,
        attesters: Attesters::NONE,
        order_key: ORDER_KEY,
        min_timestamp: (STAKES_CLOSE + 15) * 1_000,
        max_timestamp: (STAKES_CLOSE + 15) * 1_000 + 900,
        event_node: [6; 32],
        period: 100,
        contradicted: false,
        count: 0,
    }
}

/// The fact that a proof shows; 0 is absent.
pub fn shown(key: u32, value: i32) -> Fact {
    match value {
        0 => Fact::Absent { key },
        value => Fact::Present { key, value, period: 100 },
    }
}

/// A current fact; 0 is absent.
pub fn fact(key: u32, value: i32, since: i64) -> FactRecord {
    ResultFact::new(&shown(key, value), moment(since)).record()
}

/// A moment on a chain with a slot each second.
pub const fn moment(seconds: i64) -> Moment {
    Moment { seconds: seconds as u32, slot: seconds as u32 }
}

/// The clock of that chain.
pub fn clock(seconds: i64) -> Clock {
    Clock { unix_timestamp: seconds, slot: seconds as u64, ..Clock::default() }
}
