//! Recorded answers of a live deployment, if present; they must not be published.

use std::path::PathBuf;

use linesman_verifier::{
    older::verify_older, roots, Error, Fact, FixtureLeaf, FixtureProof, FixtureSummary, Hasher, HourTime, OddsLeaf,
    OddsProof, OddsSummary, Path, Sha256, Stat, UpdateStats,
};
use linesman_verifier::{BatchMetadata, BatchProof, ScoresSummary};
use serde_json::Value;

use crate::reference::*;

/// The response in an endpoint's only recording.
fn answer_of(folder: &std::path::Path, endpoint: &str) -> Value {
    std::fs::read_dir(folder.join("proofs"))
        .unwrap()
        .map(|entry| read(entry.unwrap().path()))
        .find(|record| record["endpoint"] == endpoint)
        .unwrap()["response"]
        .clone()
}

/// The folder named by LINESMAN_RECORDINGS, else the one beside the repository.
fn folder() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/recordings");
    let folder = std::env::var_os("LINESMAN_RECORDINGS").map_or_else(|| beside.into(), PathBuf::from);
    if folder.join("proofs").is_dir() {
        return Some(folder);
    }
    eprintln!("SKIPPED: no recordings in {}", folder.display());
    None
}

fn read(path: PathBuf) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn bytes32(value: &Value) -> Hash {
    let bytes: Vec<u8> = value.as_array().unwrap().iter().map(|byte| byte.as_u64().unwrap() as u8).collect();
    bytes.try_into().unwrap()
}

fn nodes(value: &Value) -> Vec<u8> {
    let nodes: Vec<_> = value
        .as_array()
        .unwrap()
        .iter()
        .map(|node| (bytes32(&node["hash"]), node["isRightSibling"].as_bool().unwrap()))
        .collect();
    path(&nodes)
}

fn int(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

fn int32(value: &Value) -> i32 {
    int(value).try_into().unwrap()
}

fn stat(value: &Value) -> Stat {
    Stat { key: int(&value["key"]) as u32, value: int32(&value["value"]), period: int32(&value["period"]) }
}

/// A stats answer of any version; the time argument is the summary's minimum.
fn scores_proof(answer: &Value) -> Proof {
    let summary = &answer["summary"];
    let stats = &summary["updateStats"];
    let summary = ScoresSummary {
        fixture_id: int(&summary["fixtureId"]),
        update_stats: UpdateStats {
            update_count: int32(&stats["updateCount"]),
            min_timestamp: int(&stats["minTimestamp"]),
            max_timestamp: int(&stats["maxTimestamp"]),
        },
        events_sub_tree_root: bytes32(&summary["eventStatsSubTreeRoot"]),
    };
    let mut leaves = Vec::new();
    if let Some(stats) = answer.get("statsToProve") {
        let paths = answer["statProofs"].as_array().unwrap();
        for (value, path) in stats.as_array().unwrap().iter().zip(paths) {
            leaves.push((stat(value), nodes(path)));
        }
    } else {
        leaves.push((stat(&answer["statToProve"]), nodes(&answer["statProof"])));
        if let Some(second) = answer.get("statToProve2") {
            leaves.push((stat(second), nodes(&answer["statProof2"])));
        }
    }
    Proof {
        ts: summary.update_stats.min_timestamp,
        summary,
        fixture_path: nodes(&answer["subTreeProof"]),
        main_path: nodes(&answer["mainTreeProof"]),
        event_stat_root: bytes32(&answer["eventStatRoot"]),
        leaves,
        multi: None,
    }
}

fn base64(text: &str) -> Vec<u8> {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for digit in text.trim_end_matches('=').chars() {
        bits = bits << 6 | ALPHABET.find(digit).unwrap() as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

#[test]
fn recorded_stats() {
    let Some(folder) = folder() else { return };
    let (mut current, mut older, mut published) = (0, 0, 0);
    for entry in std::fs::read_dir(folder.join("proofs")).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let record = read(file);
        if record["endpoint"] != "/api/scores/stat-validation" {
            continue;
        }
        let proof = scores_proof(&record["response"]);
        let view = proof.view().unwrap();
        let folded = view.main_path.fold::<Sha256>(summary_leaf(&proof.summary));
        let root = match record["roots"].as_str() {
            None => folded,
            Some(file) => {
                published += 1;
                let account = base64(read(folder.join(file))["data"].as_str().unwrap());
                *roots::scores_root(&account, view.check_form().unwrap()).unwrap()
            }
        };
        assert_eq!(root, folded, "{name}");
        if name.ends_with("older-tree") {
            older += 1;
            assert_eq!(proof.verify(&root, SOCCER), Err(Error::InvalidFixtureSubTreeProof));
            let event = verify_older::<Sha256>(&view, &root).unwrap();
            assert!(event.facts.as_slice().iter().all(|fact| fact.period().is_some()));
            continue;
        }
        current += 1;
        let event = proof.verify(&root, SOCCER).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (fact, (stat, path)) in event.facts.as_slice().iter().zip(&proof.leaves) {
            let expected = if path.get(1) == Some(&0xff) {
                Fact::Absent { key: stat.key }
            } else {
                Fact::Present { key: stat.key, value: stat.value, period: stat.period }
            };
            assert_eq!(*fact, expected, "{name}");
        }
        assert!(verify_older::<Sha256>(&view, &root).is_err(), "{name}");
    }
    assert!(current >= 8 && older >= 2 && published >= 2, "{current} {older} {published}");
}

fn string(value: &Value) -> Vec<u8> {
    let text = value.as_str().unwrap();
    [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat()
}

fn optional(value: &Value) -> Vec<u8> {
    match value {
        Value::Null => vec![0],
        value => [vec![1], string(value)].concat(),
    }
}

#[test]
fn recorded_odds() {
    let Some(folder) = folder() else { return };
    let answer = &answer_of(&folder, "/api/odds/validation");
    let odds = &answer["odds"];
    let mut borsh = [
        &int(&odds["FixtureId"]).to_le_bytes()[..],
        &string(&odds["MessageId"]),
        &int(&odds["Ts"]).to_le_bytes(),
        &string(&odds["Bookmaker"]),
        &int32(&odds["BookmakerId"]).to_le_bytes(),
        &string(&odds["SuperOddsType"]),
        &optional(&odds["GameState"]),
        &[u8::from(odds["InRunning"].as_bool().unwrap())],
        &optional(&odds["MarketParameters"]),
        &optional(&odds["MarketPeriod"]),
    ]
    .concat();
    let names = odds["PriceNames"].as_array().unwrap();
    borsh.extend((names.len() as u32).to_le_bytes());
    names.iter().for_each(|name| borsh.extend(string(name)));
    let prices = odds["Prices"].as_array().unwrap();
    borsh.extend((prices.len() as u32).to_le_bytes());
    prices.iter().for_each(|price| borsh.extend(int32(price).to_le_bytes()));

    let summary = &answer["summary"];
    let stats = &summary["updateStats"];
    let summary = OddsSummary {
        fixture_id: int(&summary["fixtureId"]),
        update_count: int32(&stats["updateCount"]) as u32,
        min_timestamp: int(&stats["minTimestamp"]),
        max_timestamp: int(&stats["maxTimestamp"]),
        odds_sub_tree_root: bytes32(&summary["oddsSubTreeRoot"]),
    };
    let (sub_tree, main) = (nodes(&answer["subTreeProof"]), nodes(&answer["mainTreeProof"]));
    let main_path = Path::from_bytes(&main).unwrap();
    let root = main_path.fold::<Sha256>(summary.leaf::<Sha256>());
    let proof = OddsProof {
        ts: int(&odds["Ts"]),
        odds: OddsLeaf::parse(&borsh).unwrap(),
        summary: &summary,
        sub_tree_path: Path::from_bytes(&sub_tree).unwrap(),
        main_path,
    };
    let time = proof.check_form().unwrap();
    let slots = [(usize::from(time.slot), root)];
    let bytes = account(roots::ODDS_DISCRIMINATOR, time.epoch_day, 288, &slots, 0);
    assert!(proof.verify_in_account::<Sha256>(&bytes).unwrap().is_true());
}

#[test]
fn recorded_fixture_and_batch_lead_to_one_root() {
    let Some(folder) = folder() else { return };
    let answer = &answer_of(&folder, "/api/fixtures/batch-validation");
    let metadata = &answer["metadata"];
    let metadata = BatchMetadata {
        total_update_count: int32(&metadata["totalUpdateCount"]),
        num_unique_fixtures: int32(&metadata["numUniqueFixtures"]),
        overall_batch_start_ts: int(&metadata["overallBatchStartTs"]),
        overall_batch_end_ts: int(&metadata["overallBatchEndTs"]),
    };
    let bytes = nodes(&answer["proof"]);
    let time = HourTime::from_millis(metadata.overall_batch_start_ts).unwrap();
    let batch = BatchProof { index: time.index as u8, metadata: &metadata, path: Path::from_bytes(&bytes).unwrap() };
    let root = batch.path.fold::<Sha256>(metadata.leaf::<Sha256>());
    let account = account(roots::FIXTURES_DISCRIMINATOR, 20_620, 240, &[(153, root)], 0);
    assert!(batch.verify_in_account::<Sha256>(&account).unwrap().is_true());

    let answer = &answer_of(&folder, "/api/fixtures/validation");
    let record = &answer["snapshot"];
    let borsh = [
        &int(&record["Ts"]).to_le_bytes()[..],
        &int(&record["StartTime"]).to_le_bytes(),
        &string(&record["Competition"]),
        &int32(&record["CompetitionId"]).to_le_bytes(),
        &int32(&record["FixtureGroupId"]).to_le_bytes(),
        &int32(&record["Participant1Id"]).to_le_bytes(),
        &string(&record["Participant1"]),
        &int32(&record["Participant2Id"]).to_le_bytes(),
        &string(&record["Participant2"]),
        &int(&record["FixtureId"]).to_le_bytes(),
        &[u8::from(record["Participant1IsHome"].as_bool().unwrap())],
    ]
    .concat();
    let summary = &answer["summary"];
    let stats = &summary["updateStats"];
    let summary = FixtureSummary {
        fixture_id: int(&summary["fixtureId"]),
        competition_id: int32(&summary["competitionId"]),
        competition: summary["competition"].as_str().unwrap(),
        update_count: int32(&stats["updateCount"]) as u32,
        min_timestamp: int(&stats["minTimestamp"]),
        max_timestamp: int(&stats["maxTimestamp"]),
        update_sub_tree_root: bytes32(&summary["updateSubTreeRoot"]),
    };
    let (sub_tree, main) = (nodes(&answer["subTreeProof"]), nodes(&answer["mainTreeProof"]));
    let proof = FixtureProof {
        snapshot: FixtureLeaf::parse(&borsh).unwrap(),
        summary: &summary,
        sub_tree_path: Path::from_bytes(&sub_tree).unwrap(),
        main_path: Path::from_bytes(&main).unwrap(),
    };
    assert!(proof.verify_in_account::<Sha256>(&account).unwrap().is_true());
    // The crate's hasher and the naive one agree.
    assert_eq!(Sha256::hashv(&[&borsh[..7], &borsh[7..]]), sha(&[&borsh]));
}
