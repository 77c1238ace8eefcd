use linesman_verifier::{Error, OddsLeaf, OddsProof, Path, Sha256, Verdict};
use proptest::prelude::*;

use crate::random::config;
use crate::reference::odds::*;
use crate::reference::*;

fn refused(edit: impl Fn(&mut Owned)) -> Error {
    let mut proof = Owned::new(5, 2);
    edit(&mut proof);
    proof.run().unwrap_err()
}

#[test]
fn a_record_is_read_from_its_bytes() {
    let record = Record::new(TS);
    let bytes = record.borsh();
    let leaf = OddsLeaf::parse(&bytes).unwrap();
    assert_eq!(leaf.fixture_id, 9_000_001);
    assert_eq!(leaf.message_id, record.message_id);
    assert_eq!(leaf.ts, TS);
    assert_eq!((leaf.price_name_count, leaf.price_count), (2, 2));
    assert_eq!(leaf.leaf::<Sha256>(), sha(&[&bytes]));
}

/// A record with characters outside ASCII.
#[test]
fn strings_are_utf_8() {
    let mut record = Record::new(TS);
    record.message_id = "Ärger ⚽".into();
    record.game_state = Some("1–0".into());
    let bytes = record.borsh();
    assert_eq!(OddsLeaf::parse(&bytes).unwrap().message_id, record.message_id);
    let mut broken = bytes;
    // The first byte of "Ä".
    broken[12] = 0xff;
    assert_eq!(OddsLeaf::parse(&broken), Err(Error::InstructionDidNotDeserialize));
}

#[test]
fn only_exact_bytes_are_a_record() {
    let mut record = Record::new(TS);
    record.game_state = Some("live".into());
    let bytes = record.borsh();
    for length in 0..bytes.len() {
        let error = OddsLeaf::parse(&bytes[..length]);
        assert_eq!(error, Err(Error::InstructionDidNotDeserialize), "{length}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(OddsLeaf::parse(&longer), Err(Error::InstructionDidNotDeserialize));
    // Option tag and bool: 0 or 1.
    let option = bytes.len() - record.borsh_after_super_odds_type();
    assert_eq!(bytes[option], 1);
    for (place, good) in [(option, 1), (option + 1 + 4 + 4, 1)] {
        assert_eq!(bytes[place], good);
        let mut bytes = bytes.clone();
        bytes[place] = 2;
        assert_eq!(OddsLeaf::parse(&bytes), Err(Error::InstructionDidNotDeserialize));
    }
    // A length without content.
    let mut bytes = bytes;
    bytes[8..12].fill(0xff);
    assert_eq!(OddsLeaf::parse(&bytes), Err(Error::InstructionDidNotDeserialize));
}

impl Record {
    /// Bytes from the tag of `game_state` on.
    fn borsh_after_super_odds_type(&self) -> usize {
        let before = 8 + 4 + self.message_id.len() + 8 + 4 + "a bookmaker".len() + 4 + 4 + 6;
        self.borsh().len() - before
    }
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn every_record_of_every_count_is_proven(count in 1..20usize, pick in any::<proptest::sample::Index>()) {
        let place = pick.index(count);
        prop_assert_eq!(Owned::new(count, place).run(), Ok(Verdict::True));
    }

    #[test]
    fn lists_of_any_length_are_read(
        names in proptest::collection::vec(".{0,9}", 0..6),
        prices in proptest::collection::vec(any::<i32>(), 0..6),
    ) {
        let record = Record { names, prices, ..Record::new(TS) };
        let bytes = record.borsh();
        let leaf = OddsLeaf::parse(&bytes).unwrap();
        prop_assert_eq!(leaf.price_name_count as usize, record.names.len());
        prop_assert_eq!(leaf.price_count as usize, record.prices.len());
        let mut proof = Owned::of(std::slice::from_ref(&record), 0);
        proof.republish();
        let expected = match bytes.len() {
            _ if record.names.len() != record.prices.len() => Err(Error::PricesMismatch),
            64 => Err(Error::AmbiguousLeaf),
            _ => Ok(Verdict::True),
        };
        prop_assert_eq!(proof.run(), expected);
    }
}

#[test]
fn each_rule() {
    let long = path(&vec![([1; 32], false); 33]);
    let most = path(&vec![([1; 32], true); 32]);
    assert_eq!(refused(|p| p.ts += 1), Error::TimestampMismatch);
    assert_eq!(refused(|p| p.sub_tree_path.clone_from(&long)), Error::ProofTooLarge);
    assert_eq!(refused(|p| p.main_path.clone_from(&long)), Error::ProofTooLarge);
    assert_eq!(refused(|p| p.main_path.clone_from(&most)), Error::InvalidMainTreeProof);
    for ts in [-1, 65_536 * 86_400_000] {
        let error = refused(|p| {
            p.ts = ts;
            p.record.ts = ts;
        });
        assert_eq!(error, Error::Overflow);
    }
    for edit in [|p: &mut Owned| p.summary.min_timestamp = p.ts + 1, |p: &mut Owned| p.summary.max_timestamp = p.ts - 1]
    {
        assert_eq!(refused(edit), Error::TimeSlotMismatch);
    }
    assert_eq!(refused(|p| p.summary.update_count = 0), Error::InvalidUpdateCount);
    assert_eq!(refused(|p| p.record.prices.push(1)), Error::PricesMismatch);
    assert_eq!(refused(|p| p.record.names.push("x".into())), Error::PricesMismatch);
    assert_eq!(refused(|p| p.record.fixture_id += 1), Error::FixtureMismatch);
    assert_eq!(refused(|p| p.record.fixture_id += 1 << 48), Error::FixtureMismatch);
    assert_eq!(refused(|p| p.account.truncate(9231)), Error::SliceError);
    assert_eq!(refused(|p| p.account[0] ^= 1), Error::AccountDiscriminatorMismatch);
    assert_eq!(refused(|p| p.account[8] ^= 1), Error::ConstraintSeeds);
    assert_eq!(refused(|p| p.account[10 + 96 * 32..][..32].fill(0)), Error::RootNotAvailable);
    assert_eq!(refused(|p| p.record.in_running = false), Error::InvalidSubTreeProof);
    assert_eq!(refused(|p| p.sub_tree_path[0] ^= 1), Error::InvalidSubTreeProof);
    assert_eq!(refused(|p| p.main_path[0] ^= 1), Error::InvalidMainTreeProof);
    assert_eq!(refused(|p| p.summary.max_timestamp += 1), Error::InvalidMainTreeProof);
    assert_eq!(refused(|p| p.summary.min_timestamp -= 1), Error::InvalidMainTreeProof);
}

#[test]
fn the_signed_digest_is_that_of_the_borsh_bytes() {
    for count in [1, 2, 9] {
        let owned = Owned::new(count, 0);
        let record = owned.record.borsh();
        let proof = OddsProof {
            ts: owned.ts,
            odds: OddsLeaf::parse(&record).unwrap(),
            summary: &owned.summary,
            sub_tree_path: Path::from_bytes(&owned.sub_tree_path).unwrap(),
            main_path: Path::from_bytes(&owned.main_path).unwrap(),
        };
        let list = |bytes: &[u8]| [&(bytes.len() as u32 / 33).to_le_bytes(), bytes].concat();
        let summary = [
            &owned.summary.fixture_id.to_le_bytes()[..],
            &owned.summary.update_count.to_le_bytes(),
            &owned.summary.min_timestamp.to_le_bytes(),
            &owned.summary.max_timestamp.to_le_bytes(),
            &owned.summary.odds_sub_tree_root,
        ]
        .concat();
        let payload =
            [&owned.ts.to_le_bytes()[..], &record, &summary, &list(&owned.sub_tree_path), &list(&owned.main_path)]
                .concat();
        assert_eq!(proof.signed_digest::<Sha256>(), sha(&[&payload]));
    }
}

#[test]
fn a_record_at_either_end_of_the_range_is_inside() {
    for place in [0, 4] {
        assert_eq!(Owned::new(5, place).run(), Ok(Verdict::True));
    }
}

#[test]
fn a_record_of_64_bytes_is_refused() {
    let mut record = Record::new(TS);
    let mut proof = Owned::of(&[record.clone()], 0);
    assert_eq!(proof.run(), Ok(Verdict::True));
    // Otherwise the fixed parts and list names rule out a record of 64 bytes.
    record.names.clear();
    record.prices.clear();
    let spare = record.borsh().len() - record.message_id.len();
    assert!(spare > 64, "this record cannot be 64 bytes long");
    let bytes = short_record(64);
    let leaf = OddsLeaf::parse(&bytes).unwrap();
    proof.summary.update_count = 1;
    proof.summary.odds_sub_tree_root = sha(&[&bytes]);
    proof.republish();
    for (length, expected) in [(63, None), (64, Some(Error::AmbiguousLeaf)), (65, None)] {
        let bytes = short_record(length);
        let leaf = OddsLeaf::parse(&bytes).unwrap();
        let proof = OddsProof {
            ts: leaf.ts,
            odds: leaf,
            summary: &proof.summary,
            sub_tree_path: Path::EMPTY,
            main_path: Path::EMPTY,
        };
        assert_eq!(proof.check_form().err(), expected, "{length} bytes");
    }
    assert_eq!(leaf.fixture_id, 9_000_001);
}

/// The smallest record, 44 bytes, padded by its message id.
fn short_record(length: usize) -> Vec<u8> {
    let message_id = "m".repeat(length - 44);
    [
        &9_000_001i64.to_le_bytes()[..],
        &string(&message_id),
        &TS.to_le_bytes(),
        &string(""),
        &[0; 4],
        &string(""),
        &[0, 0, 0, 0],
        &[0; 8],
    ]
    .concat()
}

#[test]
fn the_sub_tree_is_pinned_by_its_count() {
    // Depth for 1 to 9 records: ceil(log2(n)).
    for (count, depth) in [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4)] {
        for length in 0..6usize {
            for index in 0..1u64 << length {
                let nodes: Vec<_> = (0..length).map(|i| ([i as u8 + 20; 32], index >> i & 1 == 0)).collect();
                let mut proof = Owned::new(1, 0);
                proof.sub_tree_path = path(&nodes);
                proof.summary.update_count = count;
                let leaf = sha(&[&proof.record.borsh()]);
                proof.summary.odds_sub_tree_root = Path::from_bytes(&proof.sub_tree_path).unwrap().fold::<Sha256>(leaf);
                proof.republish();
                let fits = length == depth && index < u64::from(count);
                let expected = if fits { Ok(Verdict::True) } else { Err(Error::InvalidSubTreeProof) };
                assert_eq!(proof.run(), expected, "{count} records, leaf {index} of depth {length}");
            }
        }
    }
}

#[test]
fn the_summary_never_stands_alone() {
    let mut proof = Owned::new(5, 2);
    proof.main_path.clear();
    proof.republish();
    assert_eq!(proof.run(), Err(Error::InvalidMainTreeProof));
}

#[test]
fn the_first_fault_is_reported() {
    type Edit = (Error, fn(&mut Owned));
    let faults: [Edit; 13] = [
        (Error::TimestampMismatch, |p| p.ts += 1),
        (Error::ProofTooLarge, |p| p.main_path = path(&vec![([1; 32], false); 33])),
        (Error::TimeSlotMismatch, |p| p.summary.min_timestamp = TS + 10_000),
        (Error::InvalidUpdateCount, |p| p.summary.update_count = 0),
        (Error::PricesMismatch, |p| p.record.prices.push(1)),
        (Error::FixtureMismatch, |p| p.summary.fixture_id += 1),
        (Error::SliceError, |p| p.account.truncate(9231)),
        (Error::AccountDiscriminatorMismatch, |p| p.account[0] ^= 1),
        (Error::ConstraintSeeds, |p| p.account[8] ^= 1),
        (Error::RootNotAvailable, |p| p.account[10..9226].fill(0)),
        (Error::InvalidSubTreeProof, |p| p.record.in_running = false),
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
