//! Odds, fixtures and fixture batches.

use linesman_verifier::{
    validate, BatchProof, Error, FixtureLeaf, FixtureProof, FixtureSummary, OddsLeaf, OddsProof, Path, Sha256, Verdict,
};

use super::judge;
use super::seen::Seen;
use super::source::Source;
use crate::reference::{fixture, metadata_leaf, odds, path, sha};

/// Changes a path in one way; it stays a valid list of nodes.
pub fn edit_path(source: &mut Source, path: &mut Vec<u8>) {
    let count = path.len() / 33;
    let place = 33 * source.below(count + 1);
    match source.below(5) {
        0 if place < path.len() => path[place + 32] ^= 1,
        1 if place < path.len() => path[place + source.below(32)] ^= 1,
        2 if place < path.len() => drop(path.drain(place..place + 33)),
        3 => *path = crate::reference::path(&vec![(source.hash(), source.bool()); 31 + source.below(3)]),
        _ => drop(path.splice(place..place, crate::reference::path(&[(source.hash(), source.bool())]))),
    }
}

fn text(source: &mut Source) -> String {
    // A record can be 64 bytes long, and a name can be non-ASCII.
    ["", "a cup", "Ärger ⚽", "\0"][source.below(4)].to_string() + &"x".repeat(source.below(72))
}

fn edit_account(source: &mut Source, account: &mut Vec<u8>) {
    match source.below(64) {
        59 => account.truncate(account.len().saturating_sub(1 + source.below(64))),
        60 => account[source.below(8)] ^= 1,
        61 => account[8 + source.below(2)] ^= 1,
        62 => account[10..].fill(0),
        63 => account.push(0),
        _ => {}
    }
}

/// An edited odds proof, and the bytes of its record.
pub fn edited_odds(source: &mut Source) -> (odds::Owned, Vec<u8>) {
    let count = 1 + source.below(9);
    let mut proof = odds::Owned::new(count, source.below(count));
    let mut bytes = None;
    for _ in 0..source.below(6) {
        let (record, summary) = (&mut proof.record, &mut proof.summary);
        match source.below(20) {
            0 => proof.ts = source.number(proof.ts),
            1 => record.ts = source.number(record.ts),
            2 => {
                let ts = source.number(proof.ts);
                (proof.ts, record.ts, summary.min_timestamp) = (ts, ts, source.number(ts));
                summary.max_timestamp = source.number(ts);
            }
            3 => record.fixture_id = source.number(record.fixture_id),
            4 => summary.fixture_id = source.number(summary.fixture_id),
            5 => summary.update_count = source.number(i64::from(summary.update_count)) as u32,
            6 => summary.min_timestamp = source.number(summary.min_timestamp),
            7 => summary.max_timestamp = source.number(summary.max_timestamp),
            8 => record.message_id = text(source),
            9 => record.game_state = if source.bool() { Some(text(source)) } else { None },
            10 => record.in_running = !record.in_running,
            11 => record.names.push(text(source)),
            12 => drop(record.names.pop()),
            13 => record.prices.push(source.number(1000) as i32),
            14 => drop(record.prices.pop()),
            15 => edit_path(source, &mut proof.sub_tree_path),
            16 => edit_path(source, &mut proof.main_path),
            17 => bytes = Some(short_odds(proof.summary.fixture_id, proof.ts, 44 + source.below(32))),
            18 => {
                let moved = proof.sub_tree_path.split_off(proof.sub_tree_path.len().saturating_sub(33));
                proof.main_path.splice(0..0, moved);
            }
            _ => {
                let mut edited = bytes.unwrap_or_else(|| record.borsh());
                source.edit_bytes(&mut edited);
                bytes = Some(edited);
            }
        }
    }
    let bytes = bytes.unwrap_or_else(|| proof.record.borsh());
    let levels = source.byte();
    if levels & 1 != 0 {
        proof.summary.odds_sub_tree_root = judge::fold(sha(&[&bytes]), &proof.sub_tree_path);
    }
    if levels & 2 != 0 {
        let root = judge::fold(odds::summary_hash(&proof.summary), &proof.main_path);
        // Day and slot follow the record if possible.
        let time = judge::slot(proof.ts).or_else(|_| judge::slot(crate::reference::TS)).unwrap();
        let discriminator = linesman_verifier::roots::ODDS_DISCRIMINATOR;
        proof.account = crate::reference::account(discriminator, time.epoch_day, 288, &[(time.slot.into(), root)], 254);
    }
    edit_account(source, &mut proof.account);
    (proof, bytes)
}

/// A record with only a message id, which pads it to the wanted length.
fn short_odds(fixture_id: i64, ts: i64, length: usize) -> Vec<u8> {
    let id = "m".repeat(length - 44);
    [&fixture_id.to_le_bytes()[..], &odds::string(&id), &ts.to_le_bytes(), &[0; 24]].concat()
}

fn odds(source: &mut Source, seen: &mut Seen) {
    let (proof, bytes) = edited_odds(source);
    let leaf = read_odds(&bytes);
    let verdict = leaf.and_then(|odds| {
        let input = OddsProof {
            ts: proof.ts,
            odds,
            summary: &proof.summary,
            sub_tree_path: Path::from_bytes(&proof.sub_tree_path).unwrap(),
            main_path: Path::from_bytes(&proof.main_path).unwrap(),
        };
        assert_eq!(odds.leaf::<Sha256>(), sha(&[&bytes]));
        assert_eq!(proof.summary.leaf::<Sha256>(), odds::summary_hash(&proof.summary));
        assert_eq!(input.signed_digest::<Sha256>(), sha(&[&odds_payload(&proof, &bytes)]));
        validate::odds::<Sha256>(&input, &proof.account)
    });
    seen.verdict("validate_odds", &verdict);
    assert_eq!(verdict, judge::odds(&proof, &bytes));
}

/// Borsh of the arguments of `validate_odds`.
pub fn odds_payload(proof: &odds::Owned, bytes: &[u8]) -> Vec<u8> {
    let list = |path: &[u8]| [&(path.len() as u32 / 33).to_le_bytes(), path].concat();
    let summary = &proof.summary;
    [
        &proof.ts.to_le_bytes()[..],
        bytes,
        &summary.fixture_id.to_le_bytes(),
        &summary.update_count.to_le_bytes(),
        &summary.min_timestamp.to_le_bytes(),
        &summary.max_timestamp.to_le_bytes(),
        &summary.odds_sub_tree_root,
        &list(&proof.sub_tree_path),
        &list(&proof.main_path),
    ]
    .concat()
}

fn read_odds(bytes: &[u8]) -> Result<OddsLeaf<'_>, Error> {
    let leaf = OddsLeaf::parse(bytes);
    let fields = leaf.ok().map(|leaf| judge::OddsFields {
        fixture_id: leaf.fixture_id,
        message_id: leaf.message_id.into(),
        ts: leaf.ts,
        names: leaf.price_name_count,
        prices: leaf.price_count,
    });
    assert_eq!(fields, judge::odds_fields(bytes));
    leaf
}

fn read_fixture(bytes: &[u8]) -> Result<FixtureLeaf<'_>, Error> {
    let leaf = FixtureLeaf::parse(bytes);
    let fields = leaf.ok().map(|leaf| judge::FixtureFields {
        ts: leaf.ts,
        start_time: leaf.start_time,
        competition: leaf.competition.into(),
        competition_id: leaf.competition_id,
        fixture_id: leaf.fixture_id,
    });
    assert_eq!(fields, judge::fixture_fields(bytes));
    leaf
}

/// An edited fixture proof, and the bytes of its record.
pub fn edited_fixture(source: &mut Source) -> (fixture::Owned, Vec<u8>) {
    let count = 1 + source.below(9);
    let mut proof = fixture::Owned::new(count, source.below(count));
    let mut bytes = None;
    for _ in 0..source.below(6) {
        let record = &mut proof.record;
        match source.below(18) {
            0 => record.ts = source.number(record.ts),
            1 => {
                record.ts = source.number(record.ts);
                proof.times = (source.number(record.ts), source.number(record.ts));
            }
            2 => record.start_time = source.number(record.start_time),
            3 => record.competition = text(source),
            4 => {
                record.competition = text(source);
                proof.competition.clone_from(&record.competition);
            }
            5 => record.competition_id = source.number(41) as i32,
            6 => record.participant1 = text(source),
            7 => record.fixture_id = source.number(record.fixture_id),
            8 => record.home = !record.home,
            9 => proof.fixture_id = source.number(proof.fixture_id),
            10 => proof.competition_id = source.number(41) as i32,
            11 => proof.update_count = source.number(i64::from(proof.update_count)) as u32,
            12 => proof.times.0 = source.number(proof.times.0),
            13 => proof.times.1 = source.number(proof.times.1),
            14 => edit_path(source, &mut proof.sub_tree_path),
            15 => edit_path(source, &mut proof.main_path),
            16 => {
                // 61 to 66 bytes; 64 is the size of an inner node.
                record.competition.clear();
                proof.competition.clear();
                record.participant1.clear();
                record.participant1 = "p".repeat((61 + source.below(6)).saturating_sub(record.borsh().len()));
            }
            _ => {
                let mut edited = bytes.unwrap_or_else(|| record.borsh());
                source.edit_bytes(&mut edited);
                bytes = Some(edited);
            }
        }
    }
    let bytes = bytes.unwrap_or_else(|| proof.record.borsh());
    let levels = source.byte();
    if levels & 1 != 0 {
        proof.sub_tree_root = judge::fold(sha(&[&bytes]), &proof.sub_tree_path);
    }
    if levels & 2 != 0 {
        let root = judge::fold(proof.summary_hash(), &proof.main_path);
        proof.account = hourly_account(proof.record.ts, root);
    }
    edit_account(source, &mut proof.account);
    (proof, bytes)
}

/// The account of the time's window, with a root for its hour.
fn hourly_account(ts: i64, root: [u8; 32]) -> Vec<u8> {
    let time = judge::hour(ts).or_else(|_| judge::hour(fixture::HOUR)).unwrap();
    let discriminator = linesman_verifier::roots::FIXTURES_DISCRIMINATOR;
    crate::reference::account(discriminator, time.window, 240, &[(time.index.into(), root)], 255)
}

fn fixture(source: &mut Source, seen: &mut Seen) {
    let (proof, bytes) = edited_fixture(source);
    let summary = FixtureSummary {
        fixture_id: proof.fixture_id,
        competition_id: proof.competition_id,
        competition: &proof.competition,
        update_count: proof.update_count,
        min_timestamp: proof.times.0,
        max_timestamp: proof.times.1,
        update_sub_tree_root: proof.sub_tree_root,
    };
    assert_eq!(summary.leaf::<Sha256>(), proof.summary_hash());
    let verdict = read_fixture(&bytes).and_then(|snapshot| {
        let input = FixtureProof {
            snapshot,
            summary: &summary,
            sub_tree_path: Path::from_bytes(&proof.sub_tree_path).unwrap(),
            main_path: Path::from_bytes(&proof.main_path).unwrap(),
        };
        validate::fixture::<Sha256>(&input, &proof.account)
    });
    seen.verdict("validate_fixture", &verdict);
    assert_eq!(verdict, judge::fixture(&proof, &bytes));
}

fn fixture_batch(source: &mut Source, seen: &mut Seen) {
    let mut batch = fixture::Batch::new(1 + source.below(20));
    for _ in 0..source.below(5) {
        let metadata = &mut batch.metadata;
        match source.below(8) {
            0 => batch.index = source.number(i64::from(batch.index)) as u8,
            1 => metadata.total_update_count = source.number(i64::from(metadata.total_update_count)) as i32,
            2 => metadata.num_unique_fixtures = source.number(i64::from(metadata.num_unique_fixtures)) as i32,
            3 => metadata.overall_batch_start_ts = source.number(metadata.overall_batch_start_ts),
            4 => metadata.overall_batch_end_ts = source.number(metadata.overall_batch_end_ts),
            5 => {
                let ts = source.number(metadata.overall_batch_start_ts);
                (metadata.overall_batch_start_ts, metadata.overall_batch_end_ts) = (ts, source.number(ts));
                batch.index = judge::hour(ts).map_or(0, |time| time.index as u8);
            }
            6 => batch.path = path(&vec![([7; 32], true); source.below(34)]),
            _ => edit_path(source, &mut batch.path),
        }
    }
    if source.bool() {
        let metadata = &batch.metadata;
        let leaf = metadata_leaf(
            metadata.total_update_count,
            metadata.num_unique_fixtures,
            metadata.overall_batch_start_ts,
            metadata.overall_batch_end_ts,
        );
        batch.account = hourly_account(metadata.overall_batch_start_ts, judge::fold(leaf, &batch.path));
    }
    edit_account(source, &mut batch.account);
    let input =
        BatchProof { index: batch.index, metadata: &batch.metadata, path: Path::from_bytes(&batch.path).unwrap() };
    let verdict = validate::fixture_batch::<Sha256>(&input, &batch.account);
    seen.verdict("validate_fixture_batch", &verdict);
    assert_eq!(verdict, judge::fixture_batch(&batch));
    assert_ne!(verdict, Ok(Verdict::False));
}

pub fn odds_fixtures(data: &[u8]) -> Seen {
    let mut seen = Seen::default();
    let source = &mut Source::new(data);
    match source.below(4) {
        0 => odds(source, &mut seen),
        1 => fixture(source, &mut seen),
        2 => fixture_batch(source, &mut seen),
        _ => {
            // Arbitrary bytes as records.
            let bytes = source.rest();
            seen.result("odds record", &read_odds(bytes));
            seen.result("fixture record", &read_fixture(bytes));
        }
    }
    seen
}
