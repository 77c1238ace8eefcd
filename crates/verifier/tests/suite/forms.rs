//! The form checks, each with its error number, and their order.

use linesman_verifier::{Error, Leaves, Path, ScoresProof, Sha256, SlotTime, Stat, StatLeaf, MAX_PATH};

use crate::reference::*;

fn multi() -> Proof {
    sample().multi(FIXTURE, UPDATE, &[1, 7, 2, 8])
}

fn single() -> Proof {
    sample().single(FIXTURE, UPDATE, &[1, 7, 2, 8])
}

fn form(proof: &Proof) -> Result<SlotTime, Error> {
    let form = proof.view()?.check_form();
    // Verifying makes the same check.
    if let Err(error) = form {
        assert_eq!(proof.verify(&sample().root(), SOCCER), Err(error));
    }
    form
}

fn refused(edit: impl Fn(&mut Proof)) -> Error {
    let mut proof = multi();
    edit(&mut proof);
    form(&proof).unwrap_err()
}

#[test]
fn a_good_form_gives_the_slot() {
    let expected = SlotTime { epoch_day: 20_833, slot: 96 };
    assert_eq!(form(&single()), Ok(expected));
    assert_eq!(form(&multi()), Ok(expected));
    let proof = multi();
    let view = proof.view().unwrap();
    assert_eq!(view.check().unwrap().time(), expected);
}

#[test]
fn one_to_five_stats() {
    let leaf = StatLeaf { stat: Stat { key: 1, value: 1, period: 1 }, path: Path::EMPTY };
    for count in 0..=5 {
        let leaves = Leaves::new(std::iter::repeat_n(leaf, count)).unwrap();
        assert_eq!(leaves.as_slice(), vec![leaf; count]);
    }
    let six = Leaves::new(std::iter::repeat_n(leaf, 6));
    assert_eq!(six.err(), Some(Error::TooManyStats));

    let none = refused(|proof| {
        proof.leaves.clear();
        proof.multi = Some(Default::default());
    });
    assert_eq!(none, Error::TooManyStats);
    let mut proof = single();
    proof.leaves.clear();
    assert_eq!(form(&proof), Err(Error::TooManyStats));
    let five = sample().multi(FIXTURE, UPDATE, &[1, 3, 7, 8, 1001]);
    assert!(form(&five).is_ok());
}

#[test]
fn the_time_argument_is_the_minimum() {
    for ts in [TS - 1, TS + 1, TS + 60_000] {
        assert_eq!(refused(|proof| proof.ts = ts), Error::TimestampMismatch);
    }
}

#[test]
fn no_path_is_longer_than_32() {
    let nodes = |count| path(&vec![([1; 32], false); count]);
    let long = nodes(MAX_PATH + 1);
    assert_eq!(refused(|p| p.fixture_path = long.clone()), Error::ProofTooLarge);
    assert_eq!(refused(|p| p.main_path = long.clone()), Error::ProofTooLarge);
    assert_eq!(refused(|p| p.leaves[2].1 = long.clone()), Error::ProofTooLarge);
    assert_eq!(refused(|p| p.multi.as_mut().unwrap().0 = long.clone()), Error::ProofTooLarge);
    let mut proof = single();
    proof.leaves[3].1 = long;
    assert_eq!(form(&proof), Err(Error::ProofTooLarge));

    // Exactly 32 nodes pass the form check; only hashing refuses them.
    let most = nodes(MAX_PATH);
    for edit in [
        |p: &mut Proof, nodes: &Vec<u8>| p.main_path.clone_from(nodes),
        |p: &mut Proof, nodes: &Vec<u8>| p.fixture_path.clone_from(nodes),
        |p: &mut Proof, nodes: &Vec<u8>| p.leaves[2].1.clone_from(nodes),
        |p: &mut Proof, nodes: &Vec<u8>| p.multi.as_mut().unwrap().0.clone_from(nodes),
    ] {
        let mut proof = multi();
        edit(&mut proof, &most);
        assert!(form(&proof).is_ok());
    }
}

fn times(proof: &mut Proof, minimum: i64, maximum: i64) {
    proof.ts = minimum;
    proof.summary.update_stats.min_timestamp = minimum;
    proof.summary.update_stats.max_timestamp = maximum;
}

#[test]
fn times_lie_in_one_slot_of_a_day_of_16_bits() {
    const END: i64 = 65_536 * 86_400_000;
    for (minimum, maximum) in [(-1, 0), (-1, -1), (i64::MIN, 0), (0, -1), (END, END), (END - 1, END), (TS, i64::MAX)] {
        let error = refused(|proof| times(proof, minimum, maximum));
        assert_eq!(error, Error::Overflow, "{minimum} to {maximum}");
    }
    let slot = TS - TS % 300_000;
    for (minimum, maximum) in [(TS, TS - 1), (slot, slot + 300_000), (slot - 1, slot), (slot, slot + 86_400_000)] {
        let error = refused(|proof| times(proof, minimum, maximum));
        assert_eq!(error, Error::TimeSlotMismatch, "{minimum} to {maximum}");
    }
    for (minimum, maximum, epoch_day, number) in [
        (0, 299_999, 0, 0),
        (300_000, 300_000, 0, 1),
        (86_399_999, 86_399_999, 0, 287),
        (86_400_000, 86_400_000, 1, 0),
        (END - 1, END - 1, 65_535, 287),
    ] {
        let mut proof = multi();
        times(&mut proof, minimum, maximum);
        let slot = SlotTime { epoch_day, slot: number };
        assert_eq!(proof.view().unwrap().check_form(), Ok(slot));
    }
}

#[test]
fn at_least_one_update() {
    for count in [0, -1, i32::MIN] {
        let error = refused(|proof| proof.summary.update_stats.update_count = count);
        assert_eq!(error, Error::InvalidUpdateCount);
    }
    for count in [1, i32::MAX] {
        let mut proof = multi();
        proof.summary.update_stats.update_count = count;
        assert!(form(&proof).is_ok());
    }
}

#[test]
fn one_index_for_each_present_leaf() {
    let indices = |edit: &dyn Fn(&mut Vec<u32>)| refused(|p| edit(&mut p.multi.as_mut().unwrap().1));
    assert_eq!(indices(&|list| list.push(20)), Error::LengthMismatch);
    assert_eq!(indices(&|list| list.truncate(2)), Error::LengthMismatch);
    assert_eq!(indices(&|list| list.clear()), Error::LengthMismatch);
    // A zero stat takes no index.
    assert_eq!(refused(|p| p.leaves[2].1.clear()), Error::LengthMismatch);
    assert_eq!(refused(|p| p.leaves.truncate(3)), Error::LengthMismatch);
}

#[test]
fn indices_are_distinct_leaves_of_one_depth() {
    let good = [16, 18, 19];
    assert_eq!(multi().multi.unwrap().1, good);
    for bad in [
        [16, 16, 19],
        [16, 19, 19],
        [19, 18, 19],
        [0, 18, 19],
        [16, 18, 0],
        [0, 0, 0],
        [15, 18, 19],
        [16, 18, 32],
        [16, 32, 19],
        [8, 18, 19],
        [16, 9, 19],
        [16, 18, 9],
        [16, 1, 19],
        [1, 18, 19],
        [u32::MAX, 18, 19],
    ] {
        let error = refused(|proof| proof.multi.as_mut().unwrap().1 = bad.to_vec());
        assert_eq!(error, Error::InvalidMultiproof, "{bad:?}");
    }
    for fine in [[16, 17, 31], [31, 16, 20], [1 << 31, u32::MAX, 1 << 31 | 5]] {
        let mut proof = multi();
        proof.multi.as_mut().unwrap().1 = fine.to_vec();
        assert!(form(&proof).is_ok(), "{fine:?}");
    }
}

#[test]
fn a_single_index_is_no_zero() {
    let mut proof = sample().multi(FIXTURE, UPDATE, &[1]);
    assert!(form(&proof).is_ok());
    proof.multi.as_mut().unwrap().1 = vec![0];
    assert_eq!(form(&proof), Err(Error::InvalidMultiproof));
}

#[test]
fn keys_are_distinct_in_multiproofs_only() {
    for (place, key) in [(0, 7), (3, 1), (1, 2), (2, 8)] {
        let error = refused(|proof| proof.leaves[place].0.key = key);
        assert_eq!(error, Error::InvalidMultiproof, "key {key} again at {place}");
    }
    let batch = sample();
    let repeated = batch.single(FIXTURE, UPDATE, &[1, 2, 1, 2]);
    assert_eq!(repeated.verify(&batch.root(), SOCCER).unwrap().facts.as_slice().len(), 4);
}

/// Of two faults, the first in the interface's order is reported.
#[test]
fn the_first_fault_is_reported() {
    let long = path(&vec![([1; 32], false); 33]);
    type Edit<'a> = (Error, Box<dyn Fn(&mut Proof) + 'a>);
    let faults: Vec<Edit> = vec![
        (Error::TooManyStats, Box::new(|p| p.leaves.clear())),
        (Error::TimestampMismatch, Box::new(|p| p.ts += 1)),
        (Error::ProofTooLarge, Box::new(|p| p.main_path.clone_from(&long))),
        (Error::Overflow, Box::new(|p| p.summary.update_stats.max_timestamp = i64::MAX)),
        (Error::TimeSlotMismatch, Box::new(|p| p.summary.update_stats.max_timestamp = TS - 1)),
        (Error::InvalidUpdateCount, Box::new(|p| p.summary.update_stats.update_count = 0)),
        (Error::LengthMismatch, Box::new(|p| p.multi.as_mut().unwrap().1.push(16))),
        (Error::InvalidMultiproof, Box::new(|p| p.multi.as_mut().unwrap().1[0] = 18)),
    ];
    for (first, (expected, one)) in faults.iter().enumerate() {
        for (_, other) in &faults[first + 1..] {
            let mut proof = multi();
            other(&mut proof);
            one(&mut proof);
            assert_eq!(form(&proof), Err(*expected));
        }
    }
}

/// A caller's own slice of stats works and follows the same rules.
#[test]
fn stats_are_read_where_they_lie() {
    let batch = sample();
    for proof in [multi(), single()] {
        let view = proof.view().unwrap();
        let own: Vec<StatLeaf> = view.leaves.as_slice().to_vec();
        let with = |leaves| ScoresProof {
            ts: view.ts,
            summary: view.summary,
            fixture_path: view.fixture_path,
            main_path: view.main_path,
            event_stat_root: view.event_stat_root,
            leaves,
            stat_proof: view.stat_proof,
        };
        let event = with(&own[..]).verify::<Sha256>(&batch.root(), SOCCER);
        assert_eq!(event, proof.verify(&batch.root(), SOCCER));
        assert!(event.is_ok());
        assert_eq!(with(&own[..]).signed_digest::<Sha256>(), view.signed_digest::<Sha256>());
        assert_eq!(with(&[]).check_form(), Err(Error::TooManyStats));
        let six = [&own[..], &own[..2]].concat();
        assert_eq!(with(&six[..]).check_form(), Err(Error::TooManyStats));
        // More than five stats cannot be signed, but must not panic.
        let _ = with(&six[..]).signed_digest::<Sha256>();
    }
    assert_eq!(batch.single(FIXTURE, UPDATE, &[1, 2, 3, 4, 7]).view().unwrap().check_form().map(|t| t.slot), Ok(96));
}
