//! The shared vectors on the host: what they say, and what the crate answers. `tests/vectors/README.md` explains the
//! fields.

use linesman_verifier::validate::{self, StatTerm, StatV1};
use linesman_verifier::{
    ed25519, older::verify_older, roots, BatchMetadata, BatchProof, BinaryExpression, CompactProof, CompactWitness,
    Comparison, Error, Fact, FixtureLeaf, FixtureProof, FixtureSummary, GeometricTarget, Layout, Leaves, OddsLeaf,
    OddsProof, OddsSummary, Path, Predicate, ScoresProof, ScoresSummary, Sha256, Stat, StatLeaf, StatPredicate,
    StatProof, Strategy, Trust, UpdateStats, Verdict,
};
use serde_json::Value;
use std::{fs, path::PathBuf};

pub type Outcome = Result<Verdict, Error>;

pub fn hex(value: &Value) -> Vec<u8> {
    let text = value.as_str().unwrap();
    assert!(text.len().is_multiple_of(2), "odd number of hex digits: {text}");
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

pub fn hash(value: &Value) -> [u8; 32] {
    hex(value).try_into().unwrap()
}

fn nodes(value: &Value) -> Vec<u8> {
    value.as_array().unwrap().iter().flat_map(hex).collect()
}

fn path(bytes: &[u8]) -> Path<'_> {
    Path::from_bytes(bytes).unwrap()
}

/// 64-bit integers are decimal strings.
fn wide(value: &Value) -> i64 {
    value.as_str().unwrap().parse().unwrap()
}

fn int(value: &Value) -> i32 {
    value.as_i64().unwrap().try_into().unwrap()
}

fn count(value: &Value) -> u32 {
    value.as_i64().unwrap().try_into().unwrap()
}

fn byte(value: &Value) -> u8 {
    value.as_i64().unwrap().try_into().unwrap()
}

fn stat(value: &Value) -> Stat {
    Stat { key: count(&value["key"]), value: int(&value["value"]), period: int(&value["period"]) }
}

fn predicate(value: &Value) -> Predicate {
    Predicate {
        threshold: int(&value["threshold"]),
        comparison: match value["comparison"].as_str().unwrap() {
            "GreaterThan" => Comparison::GreaterThan,
            "LessThan" => Comparison::LessThan,
            "EqualTo" => Comparison::EqualTo,
            other => panic!("comparison {other}"),
        },
    }
}

fn operation(value: &Value) -> Option<BinaryExpression> {
    match value.as_str()? {
        "Add" => Some(BinaryExpression::Add),
        "Subtract" => Some(BinaryExpression::Subtract),
        other => panic!("operation {other}"),
    }
}

/// A strategy that owns its parts.
struct Question {
    targets: Vec<GeometricTarget>,
    distance: Option<Predicate>,
    discrete: Vec<StatPredicate>,
}

impl Question {
    fn read(value: &Value) -> Self {
        let list = |name: &str| value[name].as_array().unwrap();
        Self {
            targets: list("geometricTargets")
                .iter()
                .map(|target| GeometricTarget {
                    stat_index: byte(&target["statIndex"]),
                    prediction: int(&target["prediction"]),
                })
                .collect(),
            distance: value["distancePredicate"].is_object().then(|| predicate(&value["distancePredicate"])),
            discrete: list("discretePredicates").iter().map(discrete).collect(),
        }
    }

    fn strategy(&self) -> Strategy<'_> {
        Strategy { targets: &self.targets, distance: self.distance, discrete: &self.discrete }
    }
}

fn discrete(value: &Value) -> StatPredicate {
    if let Some(single) = value.get("single") {
        return StatPredicate::Single { index: byte(&single["index"]), predicate: predicate(&single["predicate"]) };
    }
    let binary = &value["binary"];
    StatPredicate::Binary {
        index_a: byte(&binary["indexA"]),
        index_b: byte(&binary["indexB"]),
        op: operation(&binary["op"]).unwrap(),
        predicate: predicate(&binary["predicate"]),
    }
}

/// The bytes of the roots account.
fn account(value: &Value) -> Vec<u8> {
    let (discriminator, slots) = match value["kind"].as_str().unwrap() {
        "scores" => (roots::SCORES_DISCRIMINATOR, 288),
        "odds" => (roots::ODDS_DISCRIMINATOR, 288),
        "fixtures" => (roots::FIXTURES_DISCRIMINATOR, 240),
        other => panic!("kind {other}"),
    };
    let tamper = &value["tamper"];
    let day = tamper.get("storedDay").unwrap_or(&value["day"]);
    let mut bytes = discriminator.to_vec();
    bytes.extend(u16::try_from(day.as_u64().unwrap()).unwrap().to_le_bytes());
    bytes.resize(10 + 32 * slots, 0);
    for (slot, root) in value["slots"].as_object().unwrap() {
        let start = 10 + 32 * slot.parse::<usize>().unwrap();
        bytes[start..start + 32].copy_from_slice(&hash(root));
    }
    bytes.push(byte(&value["bump"]));
    bytes.extend([0; 5]);
    if let Some(other) = tamper.get("discriminator") {
        bytes[..8].copy_from_slice(&hex(other));
    }
    if let Some(length) = tamper.get("length") {
        bytes.resize(length.as_u64().unwrap() as usize, 0);
    }
    bytes
}

fn trust(vector: &Value) -> Trust {
    if vector["sport"].is_null() {
        return Trust::AnyOne;
    }
    Trust::Sport(Layout::from_byte(byte(&vector["sport"])).unwrap())
}

fn scores_summary(value: &Value) -> ScoresSummary {
    ScoresSummary {
        fixture_id: wide(&value["fixtureId"]),
        update_stats: UpdateStats {
            update_count: int(&value["updateCount"]),
            min_timestamp: wide(&value["minTimestamp"]),
            max_timestamp: wide(&value["maxTimestamp"]),
        },
        events_sub_tree_root: hash(&value["subTreeRoot"]),
    }
}

/// The checks that version 4 makes before the payload's. Returns the digest that the oracle signed, `None` for other
/// versions. The host cannot check credits or the signature itself.
fn signed_message(v4: &Value) -> Result<Option<[u8; 32]>, Error> {
    if v4.is_null() {
        return Ok(None);
    }
    let before = v4["before"].as_array().unwrap();
    let previous = before.last().ok_or(Error::MissingSignatureInstruction)?;
    let program = match previous["program"].as_str().unwrap() {
        "ed25519" => ed25519::PROGRAM_ID,
        "system" => [0; 32],
        // Any address except the expected one.
        "computeBudget" | "secp256k1" => [0x0c; 32],
        other => panic!("program {other}"),
    };
    let keys: Vec<[u8; 32]> = v4["keys"].as_array().unwrap().iter().filter(|key| !key.is_null()).map(hash).collect();
    ed25519::signed_message(None, &program, &hex(&previous["data"]), &keys).map(|message| Some(*message))
}

fn older_root<'a>(proof: &ScoresProof<'_>, account: &'a [u8]) -> Result<&'a [u8; 32], Error> {
    roots::scores_root(account, proof.check_form()?)
}

fn stat_v1(vector: &Value) -> Outcome {
    let proof = &vector["proof"];
    let question = &vector["strategy"];
    let summary = scores_summary(&proof["summary"]);
    let (fixture, main) = (nodes(&proof["fixturePath"]), nodes(&proof["mainPath"]));
    let second = &proof["statB"];
    let terms: Vec<_> = [&proof["statA"], second]
        .into_iter()
        .filter(|term| !term.is_null())
        .map(|term| (stat(&term["stat"]), hash(&term["eventStatRoot"]), nodes(&term["path"])))
        .collect();
    let term = |place: usize| {
        terms.get(place).map(|(stat, root, nodes)| StatTerm { stat: *stat, event_stat_root: root, path: path(nodes) })
    };
    let account = account(&vector["roots"]);
    let input = StatV1 {
        ts: wide(&proof["ts"]),
        summary: &summary,
        fixture_path: path(&fixture),
        main_path: path(&main),
        predicate: predicate(&question["predicate"]),
        stat_a: term(0).unwrap(),
        stat_b: term(1),
        op: operation(&question["op"]),
    };
    if vector["tree"] == "current" {
        return validate::stat_v1::<Sha256>(&input, &account, trust(vector));
    }
    let leaves = terms.iter().map(|(stat, _, nodes)| StatLeaf { stat: *stat, path: path(nodes) });
    let view = ScoresProof {
        ts: input.ts,
        summary: &summary,
        fixture_path: input.fixture_path,
        main_path: input.main_path,
        event_stat_root: input.stat_a.event_stat_root,
        leaves: Leaves::new(leaves)?,
        stat_proof: StatProof::Single,
    };
    let event = verify_older::<Sha256>(&view, older_root(&view, &account)?)?;
    let value = match (event.facts.as_slice(), input.op) {
        ([a], None) => a.value(),
        ([a, b], Some(op)) => op.apply(a.value(), b.value())?,
        _ => return Err(Error::InvalidStatCombination),
    };
    Ok(Verdict::from(input.predicate.holds(value)))
}

fn stats(vector: &Value) -> Outcome {
    let signed = signed_message(&vector["v4"])?;
    let proof = &vector["proof"];
    let summary = scores_summary(&proof["summary"]);
    let (fixture, main) = (nodes(&proof["fixturePath"]), nodes(&proof["mainPath"]));
    let event_stat_root = hash(&proof["eventStatRoot"]);
    let leaves: Vec<_> =
        proof["leaves"].as_array().unwrap().iter().map(|leaf| (stat(&leaf["stat"]), nodes(&leaf["path"]))).collect();
    let multi = proof.get("multiproofHashes").map(|hashes| {
        let indices = proof["leafIndices"].as_array().unwrap();
        (nodes(hashes), indices.iter().map(count).collect::<Vec<_>>())
    });
    let view = ScoresProof {
        ts: wide(&proof["ts"]),
        summary: &summary,
        fixture_path: path(&fixture),
        main_path: path(&main),
        event_stat_root: &event_stat_root,
        leaves: Leaves::new(leaves.iter().map(|(stat, nodes)| StatLeaf { stat: *stat, path: path(nodes) }))?,
        stat_proof: match &multi {
            None => StatProof::Single,
            Some((hashes, indices)) => StatProof::Multi { hashes: path(hashes), indices },
        },
    };
    if let Some(message) = signed {
        ed25519::check_message(&message, &view.signed_digest::<Sha256>())?;
    }
    let account = account(&vector["roots"]);
    let question = Question::read(&vector["strategy"]);
    if vector["tree"] == "current" {
        return validate::stat::<Sha256, _, _>(&view, &question.strategy(), &account, trust(vector));
    }
    let event = verify_older::<Sha256>(&view, older_root(&view, &account)?)?;
    question.strategy().check(event.facts.as_slice().len())?;
    question.strategy().evaluate(&event.facts)
}

fn string(bytes: &mut Vec<u8>, value: &Value) {
    let text = value.as_str().unwrap();
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
}

fn optional(bytes: &mut Vec<u8>, value: &Value) {
    bytes.push(u8::from(!value.is_null()));
    if !value.is_null() {
        string(bytes, value);
    }
}

fn odds_record(value: &Value) -> Vec<u8> {
    let mut bytes = wide(&value["fixtureId"]).to_le_bytes().to_vec();
    string(&mut bytes, &value["messageId"]);
    bytes.extend(wide(&value["ts"]).to_le_bytes());
    string(&mut bytes, &value["bookmaker"]);
    bytes.extend(int(&value["bookmakerId"]).to_le_bytes());
    string(&mut bytes, &value["superOddsType"]);
    optional(&mut bytes, &value["gameState"]);
    bytes.push(u8::from(value["inRunning"].as_bool().unwrap()));
    optional(&mut bytes, &value["marketParameters"]);
    optional(&mut bytes, &value["marketPeriod"]);
    let names = value["priceNames"].as_array().unwrap();
    bytes.extend((names.len() as u32).to_le_bytes());
    names.iter().for_each(|name| string(&mut bytes, name));
    let prices = value["prices"].as_array().unwrap();
    bytes.extend((prices.len() as u32).to_le_bytes());
    prices.iter().for_each(|price| bytes.extend(int(price).to_le_bytes()));
    bytes
}

fn odds(vector: &Value) -> Outcome {
    let signed = signed_message(&vector["v4"])?;
    let proof = &vector["proof"];
    let record = odds_record(&proof["odds"]);
    let summary = &proof["summary"];
    let summary = OddsSummary {
        fixture_id: wide(&summary["fixtureId"]),
        update_count: count(&summary["updateCount"]),
        min_timestamp: wide(&summary["minTimestamp"]),
        max_timestamp: wide(&summary["maxTimestamp"]),
        odds_sub_tree_root: hash(&summary["subTreeRoot"]),
    };
    let (sub_tree, main) = (nodes(&proof["subTreePath"]), nodes(&proof["mainPath"]));
    let view = OddsProof {
        ts: wide(&proof["ts"]),
        odds: OddsLeaf::parse(&record)?,
        summary: &summary,
        sub_tree_path: path(&sub_tree),
        main_path: path(&main),
    };
    if let Some(message) = signed {
        ed25519::check_message(&message, &view.signed_digest::<Sha256>())?;
    }
    validate::odds::<Sha256>(&view, &account(&vector["roots"]))
}

fn fixture_record(value: &Value) -> Vec<u8> {
    let mut bytes = wide(&value["ts"]).to_le_bytes().to_vec();
    bytes.extend(wide(&value["startTime"]).to_le_bytes());
    string(&mut bytes, &value["competition"]);
    for id in ["competitionId", "fixtureGroupId", "participant1Id"] {
        bytes.extend(int(&value[id]).to_le_bytes());
    }
    string(&mut bytes, &value["participant1"]);
    bytes.extend(int(&value["participant2Id"]).to_le_bytes());
    string(&mut bytes, &value["participant2"]);
    bytes.extend(wide(&value["fixtureId"]).to_le_bytes());
    bytes.push(u8::from(value["participant1IsHome"].as_bool().unwrap()));
    bytes
}

fn fixture(vector: &Value) -> Outcome {
    let proof = &vector["proof"];
    let record = fixture_record(&proof["snapshot"]);
    let summary = &proof["summary"];
    let summary = FixtureSummary {
        fixture_id: wide(&summary["fixtureId"]),
        competition_id: int(&summary["competitionId"]),
        competition: summary["competition"].as_str().unwrap(),
        update_count: count(&summary["updateCount"]),
        min_timestamp: wide(&summary["minTimestamp"]),
        max_timestamp: wide(&summary["maxTimestamp"]),
        update_sub_tree_root: hash(&summary["subTreeRoot"]),
    };
    let (sub_tree, main) = (nodes(&proof["subTreePath"]), nodes(&proof["mainPath"]));
    let view = FixtureProof {
        snapshot: FixtureLeaf::parse(&record)?,
        summary: &summary,
        sub_tree_path: path(&sub_tree),
        main_path: path(&main),
    };
    validate::fixture::<Sha256>(&view, &account(&vector["roots"]))
}

fn fixture_batch(vector: &Value) -> Outcome {
    let proof = &vector["proof"];
    let metadata = &proof["metadata"];
    let metadata = BatchMetadata {
        total_update_count: int(&metadata["totalUpdateCount"]),
        num_unique_fixtures: int(&metadata["numUniqueFixtures"]),
        overall_batch_start_ts: wide(&metadata["overallBatchStartTs"]),
        overall_batch_end_ts: wide(&metadata["overallBatchEndTs"]),
    };
    let nodes = nodes(&proof["path"]);
    let view = BatchProof { index: byte(&proof["index"]), metadata: &metadata, path: path(&nodes) };
    validate::fixture_batch::<Sha256>(&view, &account(&vector["roots"]))
}

/// The answer to a vector.
pub fn run(vector: &Value) -> Outcome {
    match vector["instruction"].as_str().unwrap() {
        "validate_stat" => stat_v1(vector),
        "validate_stat_v2" | "validate_stat_v3" | "validate_stat_v4" => stats(vector),
        "validate_odds" | "validate_odds_v4" => odds(vector),
        "validate_fixture" => fixture(vector),
        "validate_fixture_batch" => fixture_batch(vector),
        other => panic!("instruction {other}"),
    }
}

/// An outcome in the terms of the corpus.
pub fn as_result(outcome: Outcome) -> Value {
    match outcome {
        Ok(verdict) => serde_json::json!({ "verdict": verdict.is_true() }),
        Err(error) => serde_json::json!({ "error": error.number() }),
    }
}

fn hashes(value: &Value) -> Vec<[u8; 32]> {
    value.as_array().unwrap().iter().map(hash).collect()
}

fn optional_hash(value: &Value) -> Option<[u8; 32]> {
    value.as_str().map(|_| hash(value))
}

fn fact(fact: Fact) -> Value {
    match fact {
        Fact::Present { key, value, period } => serde_json::json!({ "key": key, "value": value, "period": period }),
        Fact::Absent { key } => serde_json::json!({ "key": key, "absent": true }),
    }
}

/// The answer to a vector of the compact form.
pub fn compact(vector: &Value) -> Value {
    let proof = &vector["proof"];
    let keys: Vec<u32> = vector["keys"].as_array().unwrap().iter().map(count).collect();
    let (fixture_siblings, main_siblings) = (hashes(&proof["fixtureSiblings"]), hashes(&proof["mainSiblings"]));
    let values: Vec<i32> = proof["values"].as_array().unwrap().iter().map(int).collect();
    let leaf_indices: Vec<u32> = proof["leafIndices"].as_array().unwrap().iter().map(count).collect();
    let (zero_map, event_stat_root) = (optional_hash(&proof["zeroMap"]), optional_hash(&proof["eventStatRoot"]));
    let shared = hashes(&proof["hashes"]);
    let witness = &proof["witness"];
    let view = CompactProof {
        fixture_id: wide(&vector["fixtureId"]),
        keys: &keys,
        update_count: count(&proof["updateCount"]),
        min_timestamp: wide(&proof["minTimestamp"]),
        max_timestamp: wide(&proof["maxTimestamp"]),
        update_index: count(&proof["updateIndex"]),
        fixture_siblings: &fixture_siblings,
        main_index: count(&proof["mainIndex"]),
        main_siblings: &main_siblings,
        period: int(&proof["period"]),
        values: &values,
        absent: byte(&proof["absent"]),
        zero_map: zero_map.as_ref(),
        witness: witness
            .is_object()
            .then(|| CompactWitness { key: count(&witness["key"]), value: int(&witness["value"]) }),
        leaf_indices: &leaf_indices,
        hashes: &shared,
        event_stat_root: event_stat_root.as_ref(),
    };
    let sport = Layout::from_byte(byte(&vector["sport"])).unwrap();
    match view.verify_in_account::<Sha256>(&account(&vector["roots"]), sport) {
        Err(error) => serde_json::json!({ "error": error.number() }),
        Ok(proven) => serde_json::json!({
            "facts": proven.event.facts.as_slice().iter().copied().map(fact).collect::<Vec<_>>(),
            "witness": proven.witness.map(fact),
            "updateIndex": proven.event.update_index,
        }),
    }
}

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors");

/// The entries of a file of the corpus.
pub fn read(name: &str) -> Vec<Value> {
    serde_json::from_slice(&fs::read(PathBuf::from(FOLDER).join(name)).unwrap()).unwrap()
}

/// Every vector, in the order of the files.
pub fn vectors() -> Vec<Value> {
    let mut files: Vec<_> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("validate_") && name.ends_with(".json"))
        .collect();
    files.sort();
    assert_eq!(files.len(), 8, "{files:?}");
    files.iter().flat_map(|name| read(name)).collect()
}

/// Every vector of the compact form.
pub fn compact_vectors() -> Vec<Value> {
    read("compact.json")
}
