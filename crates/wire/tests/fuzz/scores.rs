//! Score proofs as arguments.

use anchor_lang::prelude::*;
use linesman_verifier as verifier;
use linesman_verifier::validate::{self, StatV1};
use linesman_verifier::{Error, Sha256};
use linesman_wire::{
    path, BinaryExpression, CompactProof, NDimensionalStrategy, ProofNode, ScoresBatchSummary, StatTerm,
    StatValidationInput, StatValidationInputV3, StatValidationInputV4, TraderPredicate,
};

use super::plain::{self, borsh, both};
use crate::fuzz::judge::{self, Claim, Question};
use crate::fuzz::scores::{claim, edited_compact, scores_account, Case, Edited};
use crate::fuzz::seen::Seen;
use crate::fuzz::source::Source;
use crate::reference::{compact::Compact, sha, Proof};

/// Encoding faults, and sometimes arbitrary bytes.
pub fn edit(source: &mut Source, bytes: &mut Vec<u8>) {
    match source.below(16) {
        edits @ 0..=3 => (0..edits).for_each(|_| source.edit_bytes(bytes)),
        4 => *bytes = source.rest().to_vec(),
        _ => {}
    }
}

/// A list near the maximum decoded length; the verifier refuses it, whatever it holds.
fn long<T: Clone>(source: &mut Source, list: &mut Vec<T>, entry: T) {
    if source.below(32) == 31 {
        *list = vec![entry; 308 + source.below(5)];
    }
}

fn predicate(predicate: &verifier::Predicate) -> plain::Predicate {
    let comparison = match predicate.comparison {
        verifier::Comparison::GreaterThan => plain::Comparison::GreaterThan,
        verifier::Comparison::LessThan => plain::Comparison::LessThan,
        verifier::Comparison::EqualTo => plain::Comparison::EqualTo,
    };
    plain::Predicate { threshold: predicate.threshold, comparison }
}

fn operation(op: verifier::BinaryExpression) -> plain::Operation {
    match op {
        verifier::BinaryExpression::Add => plain::Operation::Add,
        verifier::BinaryExpression::Subtract => plain::Operation::Subtract,
    }
}

fn plain_strategy(claim: &Claim) -> plain::Strategy {
    let target = |target: &verifier::GeometricTarget| plain::Target {
        stat_index: target.stat_index,
        prediction: target.prediction,
    };
    let discrete = |one: &verifier::StatPredicate| match one {
        verifier::StatPredicate::Single { index, predicate: one } => {
            plain::StatPredicate::Single { index: *index, predicate: predicate(one) }
        }
        verifier::StatPredicate::Binary { index_a, index_b, op, predicate: one } => plain::StatPredicate::Binary {
            index_a: *index_a,
            index_b: *index_b,
            op: operation(*op),
            predicate: predicate(one),
        },
    };
    plain::Strategy {
        targets: claim.targets.iter().map(target).collect(),
        distance: claim.distance.as_ref().map(predicate),
        discrete: claim.discrete.iter().map(discrete).collect(),
    }
}

/// The claim of a decoded strategy, read from its plain twin.
fn claim_of(strategy: &plain::Strategy) -> Claim {
    let predicate = |one: &plain::Predicate| verifier::Predicate {
        threshold: one.threshold,
        comparison: match one.comparison {
            plain::Comparison::GreaterThan => verifier::Comparison::GreaterThan,
            plain::Comparison::LessThan => verifier::Comparison::LessThan,
            plain::Comparison::EqualTo => verifier::Comparison::EqualTo,
        },
    };
    let op = |op: plain::Operation| match op {
        plain::Operation::Add => verifier::BinaryExpression::Add,
        plain::Operation::Subtract => verifier::BinaryExpression::Subtract,
    };
    let discrete = |one: &plain::StatPredicate| match one {
        plain::StatPredicate::Single { index, predicate: one } => {
            verifier::StatPredicate::Single { index: *index, predicate: predicate(one) }
        }
        plain::StatPredicate::Binary { index_a, index_b, op: operation, predicate: one } => {
            let (index_a, index_b) = (*index_a, *index_b);
            verifier::StatPredicate::Binary { index_a, index_b, op: op(*operation), predicate: predicate(one) }
        }
    };
    Claim {
        targets: strategy
            .targets
            .iter()
            .map(|one| verifier::GeometricTarget { stat_index: one.stat_index, prediction: one.prediction })
            .collect(),
        distance: strategy.distance.as_ref().map(predicate),
        discrete: strategy.discrete.iter().map(discrete).collect(),
    }
}

fn strategy(source: &mut Source, stats: usize, seen: &mut Seen) -> Option<(NDimensionalStrategy, Claim)> {
    let mut bytes = borsh(&plain_strategy(&claim(source, stats)));
    edit(source, &mut bytes);
    let (wire, plain) = both::<NDimensionalStrategy, plain::Strategy>("NDimensionalStrategy", &bytes, seen)?;
    Some((wire, claim_of(&plain)))
}

/// The common interface of the single-path and multiproof types.
macro_rules! judge_input {
    ($input:expr, $bytes:expr, $proof:expr, $edited:expr, $strategy:expr, $seen:expr, $entrance:literal) => {{
        let (input, proof, Edited { account, trust, .. }) = (&$input, &$proof, $edited);
        let view = input.view();
        let in_place = input.in_place();
        assert_eq!(view.as_ref().err(), in_place.as_ref().err());
        assert_eq!(view.as_ref().err(), (proof.leaves.len() > 5).then_some(&Error::TooManyStats));
        if let (Ok(view), Ok(in_place)) = (view, in_place) {
            assert_eq!(view.signed_digest::<Sha256>(), sha(&[$bytes]));
            assert_eq!(in_place.signed_digest::<Sha256>(), sha(&[$bytes]));
            let proven = in_place.verify_in_account::<Sha256>(account, *trust);
            $seen.result($entrance, &proven);
            assert_eq!(view.verify_in_account::<Sha256>(account, *trust), proven);
            let expected = judge::scores(proof, account, *trust);
            assert_eq!(proven.as_ref().err(), expected.as_ref().err());
            if let (Ok(proven), Ok(expected)) = (&proven, &expected) {
                assert_eq!(proven.facts.as_slice(), expected.facts);
                assert_eq!(u128::from(proven.update_index), expected.update_index);
            }
            if let Some((strategy, claim)) = $strategy {
                let verdict = validate::stat::<Sha256, _, _>(&in_place, &strategy.view(), account, *trust);
                $seen.verdict("strategy of an argument", &verdict);
                assert_eq!(verdict, judge::stat(proof, &claim, account, *trust));
            }
        }
    }};
}

fn full(source: &mut Source, seen: &mut Seen) {
    let mut edited = Edited::new(source);
    if let Some((_, indices)) = &mut edited.proof.multi {
        long(source, indices, 7);
    }
    long(source, &mut edited.proof.leaves, (verifier::Stat { key: 1, value: 1, period: 1 }, Vec::new()));
    first_version(source, &edited, seen);
    let strategy = strategy(source, edited.proof.leaves.len(), seen);
    let mut bytes = edited.proof.borsh();
    edit(source, &mut bytes);
    let multi = edited.proof.multi.is_some();
    // The reference reads it too, but does not check flags and limits.
    let proof = Proof::from_borsh(&bytes, multi);
    if multi {
        let third = both::<StatValidationInputV3, plain::Multi>("StatValidationInputV3", &bytes, seen);
        let fourth = both::<StatValidationInputV4, plain::Multi>("StatValidationInputV4", &bytes, seen);
        assert_eq!(third.is_some(), fourth.is_some());
        let (Some((third, _)), Some((fourth, _))) = (third, fourth) else { return };
        let proof = proof.unwrap();
        judge_input!(third, &bytes, proof, &edited, strategy.clone(), seen, "StatValidationInputV3, verified");
        judge_input!(fourth, &bytes, proof, &edited, strategy, seen, "StatValidationInputV4, verified");
    } else {
        let second = both::<StatValidationInput, plain::Single>("StatValidationInput", &bytes, seen);
        let Some((second, _)) = second else { return };
        judge_input!(second, &bytes, proof.unwrap(), &edited, strategy, seen, "StatValidationInput, verified");
    }
}

fn nodes(path: &[u8]) -> Vec<plain::Node> {
    judge::nodes(path).into_iter().map(|(hash, is_right_sibling)| plain::Node { hash, is_right_sibling }).collect()
}

fn path_bytes(nodes: &[plain::Node]) -> Vec<u8> {
    nodes.iter().flat_map(borsh).collect()
}

fn plain_stat(stat: &verifier::Stat) -> plain::Stat {
    plain::Stat { key: stat.key, value: stat.value, period: stat.period }
}

fn stat_of(stat: &plain::Stat) -> verifier::Stat {
    verifier::Stat { key: stat.key, value: stat.value, period: stat.period }
}

/// The arguments of `validate_stat`, in the order that Anchor decodes them.
#[derive(AnchorSerialize, AnchorDeserialize)]
struct FirstVersion {
    ts: i64,
    fixture_summary: ScoresBatchSummary,
    fixture_proof: Vec<ProofNode>,
    main_tree_proof: Vec<ProofNode>,
    predicate: TraderPredicate,
    stat_a: StatTerm,
    stat_b: Option<StatTerm>,
    op: Option<BinaryExpression>,
}

fn first_version(source: &mut Source, edited: &Edited, seen: &mut Seen) {
    let Edited { proof, account, trust, .. } = edited;
    let Some((stat, stat_path)) = proof.leaves.first() else { return };
    let term = |stat, path| plain::StatTerm {
        stat: plain_stat(stat),
        event_stat_root: proof.event_stat_root,
        path: nodes(path),
    };
    let second = proof.leaves.get(1).filter(|_| source.bool()).map(|(stat, path)| term(stat, path));
    let stats = &proof.summary.update_stats;
    let arguments = plain::V1 {
        ts: proof.ts,
        summary: plain::Summary {
            fixture_id: proof.summary.fixture_id,
            update_count: stats.update_count,
            min_timestamp: stats.min_timestamp,
            max_timestamp: stats.max_timestamp,
            root: proof.summary.events_sub_tree_root,
        },
        fixture_path: nodes(&proof.fixture_path),
        main_path: nodes(&proof.main_path),
        predicate: plain::Predicate { threshold: source.number(1) as i32, comparison: plain::Comparison::GreaterThan },
        stat_a: term(stat, stat_path),
        op: (second.is_some() != (source.below(16) == 15)).then_some(plain::Operation::Subtract),
        stat_b: second,
    };
    let mut bytes = borsh(&arguments);
    edit(source, &mut bytes);
    let Some((wire, plain)) = both::<FirstVersion, plain::V1>("validate_stat's arguments", &bytes, seen) else {
        return;
    };
    let input = StatV1 {
        ts: wire.ts,
        summary: &wire.fixture_summary,
        fixture_path: path(&wire.fixture_proof),
        main_path: path(&wire.main_tree_proof),
        predicate: wire.predicate.into(),
        stat_a: wire.stat_a.view(),
        stat_b: wire.stat_b.as_ref().map(StatTerm::view),
        op: wire.op.map(Into::into),
    };
    let leaf = |term: &plain::StatTerm| (stat_of(&term.stat), path_bytes(&term.path));
    let proof = Proof {
        ts: plain.ts,
        summary: verifier::ScoresSummary {
            fixture_id: plain.summary.fixture_id,
            update_stats: verifier::UpdateStats {
                update_count: plain.summary.update_count,
                min_timestamp: plain.summary.min_timestamp,
                max_timestamp: plain.summary.max_timestamp,
            },
            events_sub_tree_root: plain.summary.root,
        },
        fixture_path: path_bytes(&plain.fixture_path),
        main_path: path_bytes(&plain.main_path),
        event_stat_root: plain.stat_a.event_stat_root,
        leaves: [&plain.stat_a].into_iter().chain(&plain.stat_b).map(leaf).collect(),
        multi: None,
    };
    let op = plain.op.map(|op| match op {
        plain::Operation::Add => verifier::BinaryExpression::Add,
        plain::Operation::Subtract => verifier::BinaryExpression::Subtract,
    });
    let question = Question {
        predicate: wire.predicate.into(),
        second: plain.stat_b.as_ref().map(|term| term.event_stat_root),
        op,
    };
    let verdict = validate::stat_v1::<Sha256>(&input, account, *trust);
    seen.verdict("validate_stat's arguments, verified", &verdict);
    assert_eq!(verdict, judge::stat_v1(&proof, &question, account, *trust));
}

pub fn plain_compact(proof: Compact) -> plain::Compact {
    plain::Compact {
        update_count: proof.update_count,
        min_timestamp: proof.min_timestamp,
        max_timestamp: proof.max_timestamp,
        update_index: proof.update_index,
        fixture_siblings: proof.fixture_siblings,
        main_index: proof.main_index,
        main_siblings: proof.main_siblings,
        period: proof.period,
        values: proof.values,
        absent: proof.absent,
        zero_map: proof.zero_map,
        witness: proof.witness.map(|one| plain::Witness { key: one.key, value: one.value }),
        leaf_indices: proof.leaf_indices,
        hashes: proof.hashes,
        event_stat_root: proof.event_stat_root,
    }
}

fn compact(source: &mut Source, seen: &mut Seen) {
    let case = Case::new(source);
    let mut proof = edited_compact(source, &case);
    long(source, &mut proof.values, 0);
    long(source, &mut proof.hashes, [3; 32]);
    let sport = case.batch.layout;
    let account = scores_account(source, proof.min_timestamp, case.batch.root());
    let (fixture_id, keys) = (proof.fixture_id, proof.keys.clone());
    let mut bytes = borsh(&plain_compact(proof));
    edit(source, &mut bytes);
    let Some((wire, plain)) = both::<CompactProof, plain::Compact>("CompactProof", &bytes, seen) else { return };
    let view = wire.view(fixture_id, &keys);
    let expected = Compact {
        fixture_id,
        keys: keys.clone(),
        update_count: plain.update_count,
        min_timestamp: plain.min_timestamp,
        max_timestamp: plain.max_timestamp,
        update_index: plain.update_index,
        fixture_siblings: plain.fixture_siblings,
        main_index: plain.main_index,
        main_siblings: plain.main_siblings,
        period: plain.period,
        values: plain.values,
        absent: plain.absent,
        zero_map: plain.zero_map,
        witness: plain.witness.map(|one| verifier::CompactWitness { key: one.key, value: one.value }),
        leaf_indices: plain.leaf_indices,
        hashes: plain.hashes,
        event_stat_root: plain.event_stat_root,
    };
    let proven = view.verify_in_account::<Sha256>(&account, sport);
    seen.result("CompactProof, verified", &proven);
    let expected = judge::compact(&expected, &account, sport);
    assert_eq!(proven.as_ref().err(), expected.as_ref().err());
    if let (Ok(proven), Ok((event, witness))) = (proven, expected) {
        assert_eq!(proven.event.facts.as_slice(), event.facts);
        assert_eq!(proven.witness, witness);
    }
}

pub fn scores(data: &[u8]) -> Seen {
    let mut seen = Seen::default();
    let source = &mut Source::new(data);
    if source.below(3) == 0 {
        compact(source, &mut seen);
    } else {
        full(source, &mut seen);
    }
    seen
}
