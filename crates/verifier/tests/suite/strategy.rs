use linesman_verifier::{
    evaluate, evaluate_wide, BinaryExpression, Comparison, Error, Facts, GeometricTarget, Predicate, Sha256,
    StatPredicate, Strategy, Verdict,
};
use proptest::prelude::*;

use crate::random::config;
use crate::reference::*;

/// Facts about a soccer update with these values for keys 1, 2, 3, …; zeros are absent stats.
fn facts(values: &[i32]) -> Facts {
    let update = Update { ts: TS, period: 4, stats: (1..).zip(values.iter().copied()).collect() };
    let batch = Batch::new(linesman_verifier::Layout::Soccer, &[(1, vec![update])].into());
    let keys: Vec<u32> = (1..).take(values.len()).collect();
    let proof = batch.multi(0, 0, &keys);
    let view = proof.view().unwrap();
    let event = view.verify::<Sha256>(&batch.root(), SOCCER).unwrap();
    let found: Vec<i32> = event.facts.as_slice().iter().map(|f| f.value()).collect();
    assert_eq!(found, values);
    event.facts
}

const fn predicate(comparison: Comparison, threshold: i32) -> Predicate {
    Predicate { threshold, comparison }
}

const fn single(index: u8) -> StatPredicate {
    StatPredicate::Single { index, predicate: predicate(Comparison::GreaterThan, i32::MIN) }
}

const fn binary(index_a: u8, index_b: u8) -> StatPredicate {
    StatPredicate::Binary {
        index_a,
        index_b,
        op: BinaryExpression::Subtract,
        predicate: predicate(Comparison::GreaterThan, i32::MIN),
    }
}

const fn target(stat_index: u8) -> GeometricTarget {
    GeometricTarget { stat_index, prediction: 0 }
}

const NEAR: Option<Predicate> = Some(predicate(Comparison::LessThan, 100));

#[test]
fn every_stat_is_covered_exactly_once() {
    let check = |targets: &[GeometricTarget], distance, discrete: &[StatPredicate], count| {
        let strategy = Strategy { targets, distance, discrete };
        strategy.check(count)
    };
    for fine in [
        check(&[], None, &[single(0)], 1),
        check(&[], None, &[single(1), single(0)], 2),
        check(&[], None, &[binary(1, 0)], 2),
        check(&[target(4), target(2)], NEAR, &[binary(3, 0), single(1)], 5),
        // Without targets, the distance is 0.
        check(&[], NEAR, &[single(0)], 1),
    ] {
        assert_eq!(fine, Ok(()));
    }
    let no_distance = Err(Error::MissingDistancePredicate);
    assert_eq!(check(&[target(0)], None, &[], 1), no_distance);
    assert_eq!(check(&[target(9)], None, &[single(0), single(0)], 3), no_distance);
    let outside = Err(Error::IndexOutOfBounds);
    assert_eq!(check(&[], None, &[single(1)], 1), outside);
    assert_eq!(check(&[], None, &[binary(0, 2)], 2), outside);
    assert_eq!(check(&[], None, &[binary(2, 0)], 2), outside);
    assert_eq!(check(&[target(5)], NEAR, &[], 5), outside);
    assert_eq!(check(&[], None, &[single(255)], 5), outside);
    // An index out of range is reported before a stat used twice.
    assert_eq!(check(&[], None, &[single(0), single(0), single(7)], 2), outside);
    let twice = Err(Error::DuplicateStatCoverage);
    assert_eq!(check(&[], None, &[single(0), single(0)], 1), twice);
    assert_eq!(check(&[], None, &[binary(0, 0)], 1), twice);
    assert_eq!(check(&[target(1)], NEAR, &[binary(0, 1)], 2), twice);
    assert_eq!(check(&[target(1), target(1)], NEAR, &[], 2), twice);
    assert_eq!(check(&[], None, &[single(0), single(0), single(0)], 1), twice);
    // A stat used twice is reported before an unused stat.
    assert_eq!(check(&[], None, &[single(0), single(0)], 2), twice);
    let missing = Err(Error::IncompleteStatCoverage);
    assert_eq!(check(&[], None, &[], 1), missing);
    assert_eq!(check(&[], None, &[single(0), single(2)], 3), missing);
    assert_eq!(check(&[target(0)], NEAR, &[], 2), missing);
}

#[test]
fn one_of_several_strategies_may_repeat_and_leave_out() {
    let strategy = Strategy { targets: &[target(1)], distance: NEAR, discrete: &[single(3), binary(1, 3)] };
    assert_eq!(strategy.check_partial(5), Ok(0b1010));
    assert_eq!(strategy.check_partial(4), Ok(0b1010));
    assert_eq!(strategy.check_partial(3), Err(Error::IndexOutOfBounds));
    let strategy = Strategy { distance: None, ..strategy };
    assert_eq!(strategy.check_partial(4), Err(Error::MissingDistancePredicate));
    let nothing: Strategy = Strategy { targets: &[], distance: None, discrete: &[] };
    assert_eq!(nothing.check_partial(0), Ok(0));
}

#[test]
fn an_invalid_strategy_has_no_verdict() {
    // The sum of both overflows.
    let facts = facts(&[i32::MAX, i32::MAX]);
    let add = |index_a, index_b| StatPredicate::Binary {
        index_a,
        index_b,
        op: BinaryExpression::Add,
        predicate: predicate(Comparison::GreaterThan, 0),
    };
    let far = |stat_index| GeometricTarget { stat_index, prediction: i32::MIN };
    for (targets, distance, discrete, error) in [
        (&[][..], None, &[add(0, 1), single(2)][..], Error::IndexOutOfBounds),
        (&[], None, &[add(0, 2)], Error::IndexOutOfBounds),
        (&[], None, &[add(2, 0)], Error::IndexOutOfBounds),
        (&[target(2)], NEAR, &[add(0, 1)], Error::IndexOutOfBounds),
        (&[target(2)], None, &[add(0, 1)], Error::MissingDistancePredicate),
        (&[target(0)], None, &[], Error::MissingDistancePredicate),
        (&[], None, &[add(0, 1), single(0)], Error::DuplicateStatCoverage),
        (&[], None, &[add(0, 0)], Error::DuplicateStatCoverage),
        (&[target(0)], NEAR, &[], Error::IncompleteStatCoverage),
        (&[], None, &[single(1)], Error::IncompleteStatCoverage),
        (&[], None, &[], Error::IncompleteStatCoverage),
        (&[], None, &[add(0, 1)], Error::Overflow),
        (&[far(0), far(1)], NEAR, &[], Error::Overflow),
    ] {
        let strategy = Strategy { targets, distance, discrete };
        assert_eq!(strategy.evaluate(&facts), Err(error));
        assert_eq!(strategy.check(2).err(), (error != Error::Overflow).then_some(error));
    }
}

#[test]
fn comparisons_are_strict() {
    for (comparison, results) in [
        (Comparison::GreaterThan, [false, false, true]),
        (Comparison::LessThan, [true, false, false]),
        (Comparison::EqualTo, [false, true, false]),
    ] {
        for threshold in [-5, 0, 7] {
            let predicate = predicate(comparison, threshold);
            let holds = [threshold - 1, threshold, threshold + 1].map(|v| predicate.holds(v));
            assert_eq!(holds, results, "{comparison:?}");
        }
    }
    assert!(!predicate(Comparison::GreaterThan, 0).holds(i32::MIN));
}

#[test]
fn arithmetic_is_checked() {
    let (add, subtract) = (BinaryExpression::Add, BinaryExpression::Subtract);
    assert_eq!(add.apply(3, 4), Ok(7));
    assert_eq!(subtract.apply(3, 4), Ok(-1));
    assert_eq!(add.apply(i32::MAX, 0), Ok(i32::MAX));
    assert_eq!(add.apply(i32::MAX, 1), Err(Error::Overflow));
    assert_eq!(add.apply(i32::MIN, -1), Err(Error::Overflow));
    assert_eq!(subtract.apply(i32::MIN, 1), Err(Error::Overflow));
    assert_eq!(subtract.apply(0, i32::MIN), Err(Error::Overflow));
}

#[test]
fn the_distance_is_unsigned() {
    let evaluate = |values: &[i32], predictions: &[i32], comparison, threshold| {
        let targets: Vec<_> = (0..)
            .zip(predictions)
            .map(|(stat_index, prediction)| GeometricTarget { stat_index, prediction: *prediction })
            .collect();
        let strategy: Strategy =
            Strategy { targets: &targets, distance: Some(predicate(comparison, threshold)), discrete: &[] };
        strategy.check(values.len()).unwrap();
        strategy.evaluate(&facts(values))
    };
    let (equal, less, greater) = (Comparison::EqualTo, Comparison::LessThan, Comparison::GreaterThan);
    // |2 − 5| + |0 − 1| = 4
    for (comparison, threshold, holds) in [
        (equal, 4, true),
        (equal, 3, false),
        (less, 5, true),
        (less, 4, false),
        (greater, 3, true),
        (greater, 4, false),
        // Thresholds are read as unsigned: −1 is the largest.
        (less, -1, true),
        (greater, -1, false),
        (equal, -1, false),
    ] {
        let verdict = evaluate(&[2, 0], &[5, 1], comparison, threshold);
        assert_eq!(verdict, Ok(Verdict::from(holds)), "{comparison:?} {threshold}");
    }
    let far = evaluate(&[i32::MAX], &[i32::MIN], equal, -1);
    assert_eq!(far, Ok(Verdict::True));
    let beyond = evaluate(&[i32::MAX, 1], &[i32::MIN, 0], greater, 0);
    assert_eq!(beyond, Err(Error::Overflow));
}

#[test]
fn all_parts_must_hold() {
    let facts = facts(&[3, 1]);
    let part = |index, threshold| StatPredicate::Single { index, predicate: predicate(Comparison::EqualTo, threshold) };
    for distance in [true, false] {
        for first in [true, false] {
            for second in [true, false] {
                let strategy: Strategy = Strategy {
                    targets: &[],
                    distance: Some(predicate(Comparison::EqualTo, i32::from(!distance))),
                    discrete: &[part(0, if first { 3 } else { 4 }), part(1, if second { 1 } else { 0 })],
                };
                let expected = Verdict::from(distance && first && second);
                assert_eq!(strategy.evaluate(&facts), Ok(expected));
            }
        }
    }
}

#[test]
fn an_overflow_is_an_error_whatever_else_is_false() {
    let facts = facts(&[i32::MAX, 1, 1]);
    let never = StatPredicate::Single { index: 2, predicate: predicate(Comparison::LessThan, 0) };
    let overflow = StatPredicate::Binary {
        index_a: 0,
        index_b: 1,
        op: BinaryExpression::Add,
        predicate: predicate(Comparison::GreaterThan, 0),
    };
    let strategy: Strategy = Strategy { targets: &[], distance: None, discrete: &[never, overflow] };
    assert_eq!(strategy.evaluate(&facts), Err(Error::Overflow));
}

/// A program's own argument types work directly.
#[test]
fn other_types_convert() {
    #[derive(Clone, Copy)]
    struct Target(u8);
    impl From<Target> for GeometricTarget {
        fn from(target: Target) -> Self {
            GeometricTarget { stat_index: target.0, prediction: 3 }
        }
    }
    let strategy: Strategy<'_, Target> =
        Strategy { targets: &[Target(0)], distance: Some(predicate(Comparison::EqualTo, 0)), discrete: &[] };
    assert_eq!(strategy.check(1), Ok(()));
    assert_eq!(strategy.evaluate(&facts(&[3])), Ok(Verdict::True));
}

fn comparisons() -> impl proptest::strategy::Strategy<Value = Comparison> {
    prop_oneof![Just(Comparison::GreaterThan), Just(Comparison::LessThan), Just(Comparison::EqualTo)]
}

fn compare(value: i64, comparison: Comparison, threshold: i64) -> bool {
    match comparison {
        Comparison::GreaterThan => value > threshold,
        Comparison::LessThan => value < threshold,
        Comparison::EqualTo => value == threshold,
    }
}

proptest! {
    #![proptest_config(config(512))]

    /// Compared with the same rules in wide integers.
    #[test]
    fn verdicts_agree_with_wide_arithmetic(
        values in proptest::collection::vec(prop_oneof![-4..5i32, any::<i32>()], 4),
        prediction in prop_oneof![-4..5i32, any::<i32>()],
        thresholds in proptest::collection::vec(prop_oneof![-4..5i32, any::<i32>()], 3),
        kinds in proptest::collection::vec(comparisons(), 3),
        add in any::<bool>(),
    ) {
        let op = if add { BinaryExpression::Add } else { BinaryExpression::Subtract };
        let targets = [GeometricTarget { stat_index: 2, prediction }];
        let discrete = [
            StatPredicate::Binary { index_a: 3, index_b: 0, op, predicate: predicate(kinds[0], thresholds[0]) },
            StatPredicate::Single { index: 1, predicate: predicate(kinds[1], thresholds[1]) },
        ];
        let strategy: Strategy = Strategy {
            targets: &targets,
            distance: Some(predicate(kinds[2], thresholds[2])),
            discrete: &discrete,
        };
        prop_assert_eq!(strategy.check(4), Ok(()));
        let wide: Vec<i64> = values.iter().map(|value| i64::from(*value)).collect();
        let combined = if add { wide[3] + wide[0] } else { wide[3] - wide[0] };
        let distance = (wide[2] - i64::from(prediction)).abs();
        let expected = if i32::try_from(combined).is_err() || u32::try_from(distance).is_err() {
            Err(Error::Overflow)
        } else {
            Ok(Verdict::from(
                compare(combined, kinds[0], thresholds[0].into())
                    && compare(wide[1], kinds[1], thresholds[1].into())
                    && compare(distance, kinds[2], i64::from(thresholds[2] as u32)),
            ))
        };
        let facts = facts(&values);
        prop_assert_eq!(strategy.evaluate(&facts), expected);
        // Wide evaluation has a verdict for all values, the same one where 32 bits suffice.
        let wide = Verdict::from(
            compare(combined, kinds[0], thresholds[0].into())
                && compare(wide[1], kinds[1], thresholds[1].into())
                && compare(distance, kinds[2], i64::from(thresholds[2] as u32)),
        );
        prop_assert_eq!(strategy.evaluate_wide(&facts), Ok(wide));
        // The parts one by one, the last of which cannot be read.
        let targets = || strategy.targets.iter().copied();
        let discrete = |end: Option<Error>| strategy.discrete.iter().map(|one| Ok(*one)).chain(end.map(Err));
        let unread = Error::InstructionDidNotDeserialize;
        prop_assert_eq!(evaluate(&facts, targets(), strategy.distance, discrete(None)), expected);
        prop_assert_eq!(evaluate(&facts, targets(), strategy.distance, discrete(Some(unread))), Err(unread));
        prop_assert_eq!(evaluate_wide(&facts, targets(), strategy.distance, discrete(None)), Ok(wide));
        prop_assert_eq!(evaluate_wide(&facts, targets(), strategy.distance, discrete(Some(unread))), Err(unread));
    }
}

#[test]
fn wide_integers_hold_every_sum() {
    let values = [i32::MAX, i32::MIN];
    let facts = facts(&values);
    let far = |prediction| [0, 1].map(|stat_index| GeometricTarget { stat_index, prediction });
    let distance = |targets: &[GeometricTarget], comparison, threshold| {
        let strategy: Strategy = Strategy { targets, distance: Some(predicate(comparison, threshold)), discrete: &[] };
        let invalid = strategy.check(2).err();
        assert_eq!(strategy.evaluate(&facts), Err(invalid.unwrap_or(Error::Overflow)));
        strategy.evaluate_wide(&facts).unwrap()
    };
    // 32 pairs of targets, two stats at distance 2^32 - 1 and one at 0: the sum exceeds any threshold and differs from
    // its low 32 bits.
    let targets: Vec<_> = (0..32).flat_map(|_| [far(i32::MIN)[0], far(i32::MAX)[1]]).collect();
    assert_eq!(distance(&targets, Comparison::GreaterThan, i32::MAX), Verdict::True);
    assert_eq!(distance(&targets, Comparison::EqualTo, -64), Verdict::False);
    assert_eq!(distance(&targets, Comparison::LessThan, -1), Verdict::False);
    let sum = |op, index_a, index_b, comparison, threshold| {
        let discrete = [StatPredicate::Binary { index_a, index_b, op, predicate: predicate(comparison, threshold) }];
        let strategy: Strategy = Strategy { targets: &[], distance: None, discrete: &discrete };
        let invalid = strategy.check(2).err();
        assert_eq!(strategy.evaluate(&facts), Err(invalid.unwrap_or(Error::Overflow)));
        strategy.evaluate_wide(&facts).unwrap()
    };
    use BinaryExpression::{Add, Subtract};
    assert_eq!(sum(Add, 0, 0, Comparison::GreaterThan, i32::MAX), Verdict::True);
    assert_eq!(sum(Add, 0, 0, Comparison::EqualTo, -2), Verdict::False);
    assert_eq!(sum(Add, 1, 1, Comparison::LessThan, i32::MIN), Verdict::True);
    assert_eq!(sum(Subtract, 1, 0, Comparison::LessThan, i32::MIN), Verdict::True);
    assert_eq!(sum(Subtract, 0, 1, Comparison::EqualTo, -1), Verdict::False);
    // An unchecked strategy is an error, never a wrong verdict.
    let outside = [single(2)];
    let strategy: Strategy = Strategy { targets: &[], distance: None, discrete: &outside };
    assert_eq!(strategy.evaluate_wide(&facts), Err(Error::IndexOutOfBounds));
}
