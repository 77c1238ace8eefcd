//! The order in which a whole instruction reports failures, from the form to the predicate.

use linesman_verifier::validate::{self, StatTerm, StatV1};
use linesman_verifier::{
    BinaryExpression, Comparison, Error, Path, Predicate, Sha256, StatPredicate, Strategy, Trust, Verdict,
};

use crate::reference::*;

const fn above(threshold: i32) -> Predicate {
    Predicate { threshold, comparison: Comparison::GreaterThan }
}

fn all(predicate: Predicate) -> Vec<StatPredicate> {
    (0..4).map(|index| StatPredicate::Single { index, predicate }).collect()
}

/// The arguments of an instruction.
struct Call {
    proof: Proof,
    account: Vec<u8>,
    discrete: Vec<StatPredicate>,
}

impl Call {
    fn new(proof: Proof) -> Self {
        Self { proof, account: sample_account(sample().root()), discrete: all(above(-1)) }
    }

    fn run(&self) -> Result<Verdict, Error> {
        let strategy: Strategy = Strategy { targets: &[], distance: None, discrete: &self.discrete };
        validate::stat::<Sha256, _, _>(&self.proof.view()?, &strategy, &self.account, Trust::AnyOne)
    }
}

fn flip(bytes: &mut [u8], place: usize) {
    bytes[place] ^= 1;
}

type Edit = (Error, fn(&mut Call));

const FAULTS: [Edit; 10] = [
    (Error::TimestampMismatch, |c| c.proof.ts += 1),
    (Error::SliceError, |c| c.account.truncate(9231)),
    (Error::AccountDiscriminatorMismatch, |c| flip(&mut c.account, 7)),
    (Error::ConstraintSeeds, |c| flip(&mut c.account, 9)),
    (Error::RootNotAvailable, |c| c.account[10 + 32 * 96..][..32].fill(0)),
    (Error::InvalidMainTreeProof, |c| flip(&mut c.proof.main_path, 3)),
    (Error::InvalidFixtureSubTreeProof, |c| {
        // Not the first node, which is also the zero-map leaf.
        flip(&mut c.proof.fixture_path, 40);
    }),
    (Error::InvalidStatProof, |c| c.proof.leaves[0].0.value += 1),
    (Error::DuplicateStatCoverage, |c| {
        c.discrete.push(StatPredicate::Single { index: 0, predicate: above(0) });
    }),
    (Error::Overflow, |c| {
        c.discrete[0] =
            StatPredicate::Binary { index_a: 0, index_b: 0, op: BinaryExpression::Add, predicate: above(0) };
    }),
];

#[test]
fn the_first_failing_row_is_reported() {
    let batch = sample();
    for proof in [batch.single(FIXTURE, UPDATE, &[1, 7, 2, 8]), batch.multi(FIXTURE, UPDATE, &[1, 7, 2, 8])] {
        assert_eq!(Call::new(proof.clone()).run(), Ok(Verdict::True));
        // The last fault is also one of the strategy, which uses a stat twice.
        let faults = &FAULTS[..FAULTS.len() - 1];
        for (first, (expected, one)) in faults.iter().enumerate() {
            for (_, other) in &FAULTS[first..] {
                let mut call = Call::new(proof.clone());
                one(&mut call);
                if call.run() != Err(*expected) {
                    panic!("{expected:?}: {:?}", call.run());
                }
                other(&mut call);
                if !std::ptr::fn_addr_eq(*other, *one) {
                    assert_eq!(call.run(), Err(*expected));
                }
            }
        }
    }
}

#[test]
fn a_false_predicate_is_an_answer() {
    let mut call = Call::new(sample().multi(FIXTURE, UPDATE, &[1, 7, 2, 8]));
    call.discrete[2] = StatPredicate::Single { index: 2, predicate: above(0) };
    assert_eq!(call.run(), Ok(Verdict::False));
}

#[test]
fn zero_stats_come_before_the_multiproof() {
    let mut call = Call::new(sample().multi(FIXTURE, UPDATE, &[1, 7, 2, 8]));
    call.proof.leaves[0].0.value += 1;
    call.proof.leaves[2].0.key = 3;
    assert_eq!(call.run(), Err(Error::StatNotZero));
    // With single paths, leaves are checked in order.
    let mut call = Call::new(sample().single(FIXTURE, UPDATE, &[1, 7, 2, 8]));
    call.proof.leaves[0].0.value += 1;
    call.proof.leaves[2].0.key = 3;
    assert_eq!(call.run(), Err(Error::InvalidStatProof));
}

/// The arguments of version 1.
struct V1 {
    proof: Proof,
    second_root: Hash,
    op: Option<BinaryExpression>,
    predicate: Predicate,
    account: Vec<u8>,
}

impl V1 {
    fn new(keys: &[u32]) -> Self {
        let batch = sample();
        let proof = batch.single(FIXTURE, UPDATE, keys);
        Self {
            second_root: proof.event_stat_root,
            proof,
            op: (keys.len() == 2).then_some(BinaryExpression::Subtract),
            predicate: above(-3),
            account: sample_account(batch.root()),
        }
    }

    fn run_as(&self, trust: Trust) -> Result<Verdict, Error> {
        let path = |bytes| Path::from_bytes(bytes).unwrap();
        let term = |place: usize, root| {
            let (stat, bytes) = &self.proof.leaves[place];
            StatTerm { stat: *stat, event_stat_root: root, path: path(bytes) }
        };
        let input = StatV1 {
            ts: self.proof.ts,
            summary: &self.proof.summary,
            fixture_path: path(&self.proof.fixture_path),
            main_path: path(&self.proof.main_path),
            predicate: self.predicate,
            stat_a: term(0, &self.proof.event_stat_root),
            stat_b: (self.proof.leaves.len() == 2).then(|| term(1, &self.second_root)),
            op: self.op,
        };
        validate::stat_v1::<Sha256>(&input, &self.account, trust)
    }

    fn run(&self) -> Result<Verdict, Error> {
        self.run_as(Trust::AnyOne)
    }
}

#[test]
fn v1_compares_one_stat_or_two() {
    for (keys, op, value) in [
        (&[1][..], None, 2),
        (&[2], None, 0),
        (&[7, 8], Some(BinaryExpression::Subtract), 2),
        (&[8, 7], Some(BinaryExpression::Subtract), -2),
        (&[7, 8], Some(BinaryExpression::Add), 8),
        (&[2, 7], Some(BinaryExpression::Subtract), -5),
        (&[1, 2], Some(BinaryExpression::Add), 2),
        // Version 1 accepts the same stat twice, as the reference does.
        (&[7, 7], Some(BinaryExpression::Add), 10),
        (&[2, 4], Some(BinaryExpression::Add), 0),
    ] {
        let mut call = V1::new(keys);
        call.op = op;
        for (comparison, threshold, holds) in [
            (Comparison::EqualTo, value, true),
            (Comparison::EqualTo, value + 1, false),
            (Comparison::GreaterThan, value - 1, true),
            (Comparison::GreaterThan, value, false),
            (Comparison::LessThan, value + 1, true),
            (Comparison::LessThan, value, false),
        ] {
            call.predicate = Predicate { threshold, comparison };
            assert_eq!(call.run(), Ok(Verdict::from(holds)), "{keys:?} {comparison:?}");
            assert_eq!(call.run_as(SOCCER), Ok(Verdict::from(holds)));
        }
    }
}

#[test]
fn v1_takes_both_or_neither_of_second_stat_and_operation() {
    let mut call = V1::new(&[1, 7]);
    call.op = None;
    assert_eq!(call.run(), Err(Error::InvalidStatCombination));
    let mut call = V1::new(&[1]);
    call.op = Some(BinaryExpression::Add);
    assert_eq!(call.run(), Err(Error::InvalidStatCombination));
}

#[test]
fn v1_refuses_long_paths_of_either_stat() {
    for place in 0..2 {
        let mut call = V1::new(&[1, 7]);
        call.proof.leaves[place].1 = path(&vec![([1; 32], true); 33]);
        assert_eq!(call.run(), Err(Error::ProofTooLarge));
        call.proof.leaves[place].1.truncate(32 * 33);
        assert_eq!(call.run(), Err(Error::InvalidStatProof));
    }
}

#[test]
fn v1_layouts_are_one_per_call() {
    let mut call = V1::new(&[2, 4]);
    assert_eq!(call.run(), Ok(Verdict::True));
    call.proof.leaves[1].1[0] = 6;
    assert_eq!(call.run(), Err(Error::IndexOutOfBounds));
    call.proof.leaves[0].1[0] = 6;
    // Two proofs with the same wrong layout are accepted, as documented; a known sport refuses them.
    assert_eq!(call.run(), Ok(Verdict::True));
    assert_eq!(call.run_as(SOCCER), Err(Error::IndexOutOfBounds));
}

#[test]
fn v1_reports_the_first_failing_row() {
    type Edit = (Error, fn(&mut V1));
    let faults: [Edit; 13] = [
        (Error::TimestampMismatch, |c| c.proof.ts += 1),
        (Error::ProofTooLarge, |c| {
            c.proof.main_path = path(&vec![([1; 32], true); 33]);
        }),
        (Error::TimeSlotMismatch, |c| {
            c.proof.summary.update_stats.max_timestamp = TS - 1;
        }),
        (Error::InvalidUpdateCount, |c| {
            c.proof.summary.update_stats.update_count = 0;
        }),
        (Error::InvalidStatCombination, |c| c.op = None),
        (Error::SliceError, |c| c.account.truncate(9231)),
        (Error::AccountDiscriminatorMismatch, |c| flip(&mut c.account, 0)),
        (Error::ConstraintSeeds, |c| flip(&mut c.account, 8)),
        (Error::RootNotAvailable, |c| c.account[10 + 32 * 96..][..32].fill(0)),
        (Error::InvalidMainTreeProof, |c| flip(&mut c.proof.main_path, 3)),
        (Error::InvalidStatProof, |c| c.proof.leaves[0].0.value += 1),
        (Error::InvalidStatCombination, |c| flip(&mut c.second_root, 0)),
        (Error::InvalidStatProof, |c| c.proof.leaves[1].0.value += 1),
    ];
    assert_eq!(V1::new(&[7, 8]).run(), Ok(Verdict::True));
    for (first, (expected, one)) in faults.iter().enumerate() {
        let mut call = V1::new(&[7, 8]);
        one(&mut call);
        assert_eq!(call.run(), Err(*expected), "fault {first}");
        for (_, other) in &faults[first + 1..] {
            let mut call = V1::new(&[7, 8]);
            other(&mut call);
            one(&mut call);
            assert_eq!(call.run(), Err(*expected), "fault {first}");
        }
    }
}

/// The event stat root is checked against the fixture last: after the arithmetic, before the predicate.
#[test]
fn v1_checks_the_event_last() {
    let mut call = V1::new(&[7, 8]);
    flip(&mut call.proof.fixture_path, 40);
    assert_eq!(call.run(), Err(Error::InvalidFixtureSubTreeProof));
    call.proof.leaves[1].0.value += 1;
    assert_eq!(call.run(), Err(Error::InvalidStatProof));

    // No update of the sample has values that overflow.
    let update = |values: [i32; 2]| Update { ts: TS, period: 4, stats: [(1, values[0]), (2, values[1])].into() };
    for (values, op, overflows) in [
        ([i32::MAX, 1], BinaryExpression::Add, true),
        ([i32::MIN, 1], BinaryExpression::Subtract, true),
        ([i32::MAX, -1], BinaryExpression::Add, false),
    ] {
        let batch = Batch::new(linesman_verifier::Layout::Soccer, &[(5, vec![update(values)])].into());
        let mut call = V1::new(&[1, 7]);
        call.proof = batch.single(0, 0, &[1, 2]);
        call.second_root = call.proof.event_stat_root;
        call.account = sample_account(batch.root());
        call.op = Some(op);
        let expected = if overflows { Err(Error::Overflow) } else { Ok(Verdict::True) };
        assert_eq!(call.run(), expected);
        flip(&mut call.proof.fixture_path, 3);
        let expected = if overflows { Error::Overflow } else { Error::InvalidFixtureSubTreeProof };
        assert_eq!(call.run(), Err(expected));
    }
}
