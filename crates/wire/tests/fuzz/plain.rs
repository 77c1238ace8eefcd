//! Twins of the argument types with derived Borsh, and the limits of their lists.

use anchor_lang::prelude::*;

use crate::fuzz::seen::Seen;

pub fn borsh(value: &impl AnchorSerialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.serialize(&mut bytes).unwrap();
    bytes
}

/// Whether all lists and strings are within the limits of the argument types.
pub trait Bounded {
    fn is_bounded(&self) -> bool {
        true
    }
}

/// Decodes the argument type and its plain twin: both or neither must succeed, and re-encode to the same bytes.
pub fn both<W, P>(entrance: &'static str, bytes: &[u8], seen: &mut Seen) -> Option<(W, P)>
where
    W: AnchorSerialize + AnchorDeserialize,
    P: AnchorSerialize + AnchorDeserialize + Bounded,
{
    let wire = W::try_from_slice(bytes).ok();
    let plain = P::try_from_slice(bytes).ok();
    seen.option(entrance, &wire);
    assert_eq!(wire.is_some(), plain.as_ref().is_some_and(P::is_bounded), "{entrance}");
    let (wire, plain) = (wire?, plain?);
    assert_eq!(borsh(&wire), bytes, "{entrance}");
    assert_eq!(borsh(&plain), bytes, "{entrance}");
    // Trailing bytes must be left for the next argument.
    let longer = [bytes, &[0xa5; 3]].concat();
    let mut rest = &longer[..];
    assert!(W::deserialize(&mut rest).is_ok());
    assert_eq!(rest, [0xa5; 3], "{entrance}");
    Some((wire, plain))
}

fn list<T>(list: &[T]) -> bool {
    list.len() <= 310
}

fn string(text: &str) -> bool {
    text.len() <= 10_240
}

macro_rules! plain {
    ($($name:ident { $($field:ident: $type:ty),* $(,)? } $(, |$this:ident| $bounded:expr)?;)*) => {$(
        #[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug, PartialEq)]
        pub struct $name {
            $(pub $field: $type,)*
        }

        impl Bounded for $name {
            $(fn is_bounded(&self) -> bool {
                let $this = self;
                $bounded
            })?
        }
    )*};
}

pub type Hash = [u8; 32];

plain! {
    Node { hash: Hash, is_right_sibling: bool };
    Summary { fixture_id: i64, update_count: i32, min_timestamp: i64, max_timestamp: i64, root: Hash };
    Stat { key: u32, value: i32, period: i32 };
    StatLeaf { stat: Stat, path: Vec<Node> }, |this| list(&this.path);
    StatTerm { stat: Stat, event_stat_root: Hash, path: Vec<Node> }, |this| list(&this.path);
    Single {
        ts: i64,
        summary: Summary,
        fixture_path: Vec<Node>,
        main_path: Vec<Node>,
        event_stat_root: Hash,
        stats: Vec<StatLeaf>,
    }, |this| list(&this.fixture_path)
        && list(&this.main_path)
        && list(&this.stats)
        && this.stats.iter().all(StatLeaf::is_bounded);
    Multi { single: Single, hashes: Vec<Node>, indices: Vec<u32> },
        |this| this.single.is_bounded() && list(&this.hashes) && list(&this.indices);
    Witness { key: u32, value: i32 };
    Compact {
        update_count: u32,
        min_timestamp: i64,
        max_timestamp: i64,
        update_index: u32,
        fixture_siblings: Vec<Hash>,
        main_index: u32,
        main_siblings: Vec<Hash>,
        period: i32,
        values: Vec<i32>,
        absent: u8,
        zero_map: Option<Hash>,
        witness: Option<Witness>,
        leaf_indices: Vec<u32>,
        hashes: Vec<Hash>,
        event_stat_root: Option<Hash>,
    }, |this| list(&this.fixture_siblings)
        && list(&this.main_siblings)
        && list(&this.values)
        && list(&this.leaf_indices)
        && list(&this.hashes);
    Predicate { threshold: i32, comparison: Comparison };
    Target { stat_index: u8, prediction: i32 };
    Strategy { targets: Vec<Target>, distance: Option<Predicate>, discrete: Vec<StatPredicate> },
        |this| list(&this.targets) && list(&this.discrete);
    V1 {
        ts: i64,
        summary: Summary,
        fixture_path: Vec<Node>,
        main_path: Vec<Node>,
        predicate: Predicate,
        stat_a: StatTerm,
        stat_b: Option<StatTerm>,
        op: Option<Operation>,
    }, |this| list(&this.fixture_path)
        && list(&this.main_path)
        && this.stat_a.is_bounded()
        && this.stat_b.as_ref().is_none_or(StatTerm::is_bounded);
    Odds {
        fixture_id: i64,
        message_id: String,
        ts: i64,
        bookmaker: String,
        bookmaker_id: i32,
        super_odds_type: String,
        game_state: Option<String>,
        in_running: bool,
        market_parameters: Option<String>,
        market_period: Option<String>,
        price_names: Vec<String>,
        prices: Vec<i32>,
    }, |this| [&this.message_id, &this.bookmaker, &this.super_odds_type]
        .into_iter()
        .chain(&this.game_state)
        .chain(&this.market_parameters)
        .chain(&this.market_period)
        .chain(&this.price_names)
        .all(|text| string(text))
        && list(&this.price_names)
        && list(&this.prices);
    OddsSummary { fixture_id: i64, update_count: u32, min_timestamp: i64, max_timestamp: i64, root: Hash };
    OddsInput { ts: i64, odds: Odds, summary: OddsSummary, sub_tree_path: Vec<Node>, main_path: Vec<Node> },
        |this| this.odds.is_bounded() && list(&this.sub_tree_path) && list(&this.main_path);
    Fixture {
        ts: i64,
        start_time: i64,
        competition: String,
        competition_id: i32,
        fixture_group_id: i32,
        participant1_id: i32,
        participant1: String,
        participant2_id: i32,
        participant2: String,
        fixture_id: i64,
        participant1_is_home: bool,
    }, |this| [&this.competition, &this.participant1, &this.participant2].into_iter().all(|text| string(text));
    FixtureSummary {
        fixture_id: i64,
        competition_id: i32,
        competition: String,
        update_count: u32,
        min_timestamp: i64,
        max_timestamp: i64,
        root: Hash,
    }, |this| string(&this.competition);
    FixtureInput { record: Fixture, summary: FixtureSummary, sub_tree_path: Vec<Node>, main_path: Vec<Node> },
        |this| this.record.is_bounded()
            && this.summary.is_bounded()
            && list(&this.sub_tree_path)
            && list(&this.main_path);
    BatchInput { index: u8, total: i32, fixtures: i32, start: i64, end: i64, path: Vec<Node> }, |this| list(&this.path);
    Bytes { bytes: Vec<u8> }, |this| this.bytes.len() <= 10_240;
}

#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq)]
pub enum Comparison {
    GreaterThan,
    LessThan,
    EqualTo,
}

#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    Add,
    Subtract,
}

#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug, PartialEq)]
pub enum StatPredicate {
    Single { index: u8, predicate: Predicate },
    Binary { index_a: u8, index_b: u8, op: Operation, predicate: Predicate },
}
