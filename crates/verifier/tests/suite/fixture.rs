use linesman_verifier::{Error, FixtureLeaf, Path, Sha256, Verdict};
use proptest::prelude::*;

use crate::random::config;
use crate::reference::fixture::*;
use crate::reference::{path, sha};

fn refused(edit: impl Fn(&mut Owned)) -> Error {
    let mut proof = Owned::new(5, 2);
    edit(&mut proof);
    proof.run().unwrap_err()
}

#[test]
fn a_record_is_read_from_its_bytes() {
    let record = Record::new();
    let bytes = record.borsh();
    let leaf = FixtureLeaf::parse(&bytes).unwrap();
    assert_eq!(leaf.ts, HOUR);
    assert_eq!(leaf.start_time, HOUR + 7);
    assert_eq!(leaf.competition, "a cup");
    assert_eq!(leaf.competition_id, 41);
    assert_eq!(leaf.fixture_id, 9_000_001);
    assert_eq!(leaf.leaf::<Sha256>(), sha(&[&bytes]));
    for length in 0..bytes.len() {
        let error = FixtureLeaf::parse(&bytes[..length]);
        assert_eq!(error, Err(Error::InstructionDidNotDeserialize), "{length}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(FixtureLeaf::parse(&longer), Err(Error::InstructionDidNotDeserialize));
    let mut other = bytes;
    *other.last_mut().unwrap() = 2;
    assert_eq!(FixtureLeaf::parse(&other), Err(Error::InstructionDidNotDeserialize));
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn every_record_of_every_count_is_proven(count in 1..20usize, pick in any::<proptest::sample::Index>()) {
        let place = pick.index(count);
        prop_assert_eq!(Owned::new(count, place).run(), Ok(Verdict::True));
    }
}

#[test]
fn the_state_of_a_fixture_is_no_part_of_its_id() {
    for bits in [1i64 << 48, 0x7fff << 48, i64::MIN] {
        let mut proof = Owned::new(1, 0);
        proof.record.fixture_id |= bits;
        proof.sub_tree_root = sha(&[&proof.record.borsh()]);
        proof.republish();
        assert_eq!(proof.run(), Ok(Verdict::True));
        proof.record.fixture_id ^= 1 << 47;
        assert_eq!(proof.run(), Err(Error::FixtureMismatch));
    }
}

#[test]
fn each_rule() {
    let long = path(&vec![([1; 32], false); 33]);
    assert_eq!(refused(|p| p.sub_tree_path.clone_from(&long)), Error::ProofTooLarge);
    assert_eq!(refused(|p| p.main_path.clone_from(&long)), Error::ProofTooLarge);
    for ts in [-1, 65_536 * 86_400_000] {
        assert_eq!(refused(|p| p.record.ts = ts), Error::Overflow);
    }
    assert_eq!(refused(|p| p.times.0 = p.record.ts + 1), Error::TimeSlotMismatch);
    assert_eq!(refused(|p| p.times.1 = p.record.ts - 1), Error::TimeSlotMismatch);
    assert_eq!(refused(|p| p.update_count = 0), Error::InvalidUpdateCount);
    assert_eq!(refused(|p| p.fixture_id += 1), Error::FixtureMismatch);
    assert_eq!(refused(|p| p.competition_id += 1), Error::FixtureMismatch);
    assert_eq!(refused(|p| p.competition.push('s')), Error::FixtureMismatch);
    assert_eq!(refused(|p| p.account.truncate(7695)), Error::AccountDataTooSmall);
    assert_eq!(refused(|p| p.account[0] ^= 1), Error::AccountDiscriminatorMismatch);
    assert_eq!(refused(|p| p.account[8] ^= 1), Error::TimeSlotMismatch);
    assert_eq!(refused(|p| p.account[10..7690].fill(0)), Error::RootNotAvailable);
    assert_eq!(refused(|p| p.record.home = false), Error::InvalidSubTreeProof);
    assert_eq!(refused(|p| p.sub_tree_path.truncate(33)), Error::InvalidSubTreeProof);
    assert_eq!(refused(|p| p.main_path[0] ^= 1), Error::InvalidMainTreeProof);
    assert_eq!(refused(|p| p.times.1 += 1), Error::InvalidMainTreeProof);
    assert_eq!(refused(|p| p.times.0 -= 1), Error::InvalidMainTreeProof);
    // The update count still fits the depth, but the summary differs.
    assert_eq!(refused(|p| p.update_count = 6), Error::InvalidMainTreeProof);
    let alone = refused(|p| {
        p.main_path.clear();
        p.republish();
    });
    assert_eq!(alone, Error::InvalidMainTreeProof);
}

#[test]
fn a_record_of_64_bytes_is_refused() {
    for (length, expected) in [(63, Ok(Verdict::True)), (64, Err(Error::AmbiguousLeaf)), (65, Ok(Verdict::True))] {
        let mut proof = Owned::new(1, 0);
        proof.record.participant1.clear();
        proof.record.competition = String::new();
        let spare = length - proof.record.borsh().len();
        proof.record.participant1 = "p".repeat(spare);
        proof.competition = String::new();
        assert_eq!(proof.record.borsh().len(), length);
        proof.sub_tree_root = sha(&[&proof.record.borsh()]);
        proof.republish();
        assert_eq!(proof.run(), expected, "{length} bytes");
    }
}

#[test]
fn the_first_fault_is_reported() {
    type Edit = (Error, fn(&mut Owned));
    let faults: [Edit; 10] = [
        (Error::ProofTooLarge, |p| p.main_path = path(&vec![([1; 32], false); 33])),
        (Error::TimeSlotMismatch, |p| p.times.0 = HOUR + 10_000),
        (Error::InvalidUpdateCount, |p| p.update_count = 0),
        (Error::FixtureMismatch, |p| p.fixture_id = 4),
        (Error::AccountDataTooSmall, |p| p.account.truncate(7695)),
        (Error::AccountDiscriminatorMismatch, |p| p.account[0] = 1),
        (Error::TimeSlotMismatch, |p| p.account[8] = 1),
        (Error::RootNotAvailable, |p| {
            let end = p.account.len().min(7690);
            p.account[10..end].fill(0);
        }),
        (Error::InvalidSubTreeProof, |p| p.sub_tree_path.clear()),
        (Error::InvalidMainTreeProof, |p| p.main_path.clear()),
    ];
    for (first, (expected, one)) in faults.iter().enumerate() {
        for (_, other) in &faults[first + 1..] {
            let error = refused(|proof| {
                other(proof);
                one(proof);
            });
            assert_eq!(error, *expected);
        }
    }
}

fn batch_refused(edit: impl Fn(&mut Batch)) -> Error {
    let mut batch = Batch::new(5);
    edit(&mut batch);
    batch.run().unwrap_err()
}

#[test]
fn batches_of_any_size() {
    for fixtures in 1..70 {
        assert_eq!(Batch::new(fixtures).run(), Ok(Verdict::True), "{fixtures}");
    }
}

#[test]
fn each_rule_of_batches() {
    assert_eq!(batch_refused(|b| b.index = 78), Error::TimestampMismatch);
    let longest = batch_refused(|b| b.path = path(&vec![([1; 32], true); 33]));
    assert_eq!(longest, Error::ProofTooLarge);
    for ts in [-1, 65_536 * 86_400_000, i64::MAX] {
        assert_eq!(batch_refused(|b| b.metadata.overall_batch_start_ts = ts), Error::Overflow);
    }
    let reversed = batch_refused(|b| b.metadata.overall_batch_end_ts = HOUR - 1);
    assert_eq!(reversed, Error::TimeSlotMismatch);
    for count in [0, -1] {
        let error = batch_refused(|b| b.metadata.total_update_count = count);
        assert_eq!(error, Error::InvalidUpdateCount);
        let error = batch_refused(|b| b.metadata.num_unique_fixtures = count);
        assert_eq!(error, Error::InvalidUpdateCount);
    }
    assert_eq!(batch_refused(|b| b.account.truncate(7695)), Error::AccountDataTooSmall);
    assert_eq!(batch_refused(|b| b.account[0] ^= 1), Error::AccountDiscriminatorMismatch);
    assert_eq!(batch_refused(|b| b.account[8] ^= 1), Error::ConstraintSeeds);
    assert_eq!(batch_refused(|b| b.account[10..7690].fill(0)), Error::RootNotAvailable);
    for place in [0, 32, 33, 65, 98] {
        let error = batch_refused(|b| b.path[place] ^= 1);
        assert_eq!(error, Error::InvalidMainTreeProof, "byte {place}");
    }
    assert_eq!(batch_refused(|b| b.metadata.total_update_count += 1), Error::InvalidMainTreeProof);
    assert_eq!(batch_refused(|b| b.metadata.overall_batch_end_ts = HOUR), Error::InvalidMainTreeProof);
}

#[test]
fn one_point_in_time_is_a_range() {
    let error = batch_refused(|b| b.metadata.overall_batch_end_ts = HOUR);
    assert_ne!(error, Error::TimeSlotMismatch);
    assert_eq!(Owned::new(1, 0).run(), Ok(Verdict::True));
}

/// The metadata must be leaf 0 at the depth for the number of fixtures, even if another path leads to a published root.
#[test]
fn the_metadata_is_the_first_leaf() {
    for fixtures in 1..6 {
        for length in 0..5usize {
            for index in 0..1u64 << length {
                let mut batch = Batch::new(fixtures);
                let nodes: Vec<_> = (0..length).map(|i| ([i as u8 + 9; 32], index >> i & 1 == 0)).collect();
                batch.path = path(&nodes);
                let root = Path::from_bytes(&batch.path).unwrap().fold::<Sha256>(batch.metadata.leaf::<Sha256>());
                batch.account = hourly_account(root);
                let depth = [1, 2, 2, 3, 3][fixtures - 1];
                let expected =
                    if length == depth && index == 0 { Ok(Verdict::True) } else { Err(Error::InvalidMainTreeProof) };
                assert_eq!(batch.run(), expected, "{fixtures} fixtures, leaf {index} of depth {length}");
            }
        }
    }
}

#[test]
fn batches_report_the_first_fault() {
    type Edit = (Error, fn(&mut Batch));
    let faults: [Edit; 9] = [
        (Error::TimestampMismatch, |b| b.index = 3),
        (Error::ProofTooLarge, |b| b.path = path(&vec![([1; 32], true); 33])),
        (Error::TimeSlotMismatch, |b| b.metadata.overall_batch_end_ts = 0),
        (Error::InvalidUpdateCount, |b| b.metadata.total_update_count = 0),
        (Error::AccountDataTooSmall, |b| b.account.truncate(7695)),
        (Error::AccountDiscriminatorMismatch, |b| b.account[0] = 1),
        (Error::ConstraintSeeds, |b| b.account[8] = 1),
        (Error::RootNotAvailable, |b| {
            let end = b.account.len().min(7690);
            b.account[10..end].fill(0);
        }),
        (Error::InvalidMainTreeProof, |b| b.path.clear()),
    ];
    for (first, (expected, one)) in faults.iter().enumerate() {
        for (_, other) in &faults[first + 1..] {
            let error = batch_refused(|batch| {
                other(batch);
                one(batch);
            });
            assert_eq!(error, *expected);
        }
    }
    // The path length comes before the time range, and that before the order of the times.
    let error = batch_refused(|b| {
        b.path = path(&vec![([1; 32], true); 33]);
        b.metadata.overall_batch_start_ts = -1;
    });
    assert_eq!(error, Error::ProofTooLarge);
    let error = batch_refused(|b| {
        b.metadata.overall_batch_start_ts = i64::MAX;
        b.metadata.total_update_count = 0;
    });
    assert_eq!(error, Error::Overflow);
}
