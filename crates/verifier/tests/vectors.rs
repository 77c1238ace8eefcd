//! The vectors shared by all languages: each one's verdict or error number on the host.
//!
//! `tests/vectors/README.md` explains the fields. Vectors that do not decode are refused by `linesman-wire` and only
//! counted here.

mod shared;

use linesman_verifier::attestation::{vouchers, Account, Kind};
use linesman_verifier::Sha256;
use serde_json::Value;
use shared::{as_result, compact, compact_vectors, hash, hex, read, run, vectors};

#[test]
fn every_vector() {
    let (mut run_count, mut older, mut undecodable, mut skipped) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for vector in &vectors() {
        let expected = &vector["expect"]["host"];
        if expected.get("skip").is_some() {
            skipped += 1;
            continue;
        }
        if vector["proof"].is_null() {
            undecodable += 1;
            assert_eq!(*expected, serde_json::json!({ "error": 102 }), "{}", vector["name"]);
            continue;
        }
        run_count += 1;
        older += usize::from(vector["tree"] == "older");
        let found = as_result(run(vector));
        if found != *expected {
            wrong.push(format!("{}: {found}, expected {expected}", vector["name"]));
        }
    }
    eprintln!("{run_count} run ({older} of the older tree), {undecodable} undecodable, {skipped} skipped");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    // Renamed files or folders must not leave the test empty.
    assert!(run_count >= 1500, "only {run_count} vectors");
    assert!(older >= 20, "only {older} vectors of the older tree");
    assert!(skipped * 10 < run_count, "{skipped} vectors skipped");
}

#[test]
fn every_vector_of_the_compact_form() {
    let mut judged = 0;
    let mut wrong = Vec::new();
    for vector in &compact_vectors() {
        let expected = &vector["expect"]["host"];
        if vector["proof"].is_null() {
            assert_eq!(*expected, serde_json::json!({ "error": 102 }), "{}", vector["name"]);
            continue;
        }
        judged += 1;
        let found = compact(vector);
        if found != *expected {
            wrong.push(format!("{}: {found}, expected {expected}", vector["name"]));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(judged >= 75, "only {judged} vectors");
}

#[test]
fn every_vector_of_an_attestation() {
    let vectors = read("attestation.json");
    let wrong: Vec<_> = vectors
        .iter()
        .map(|vector| (vector, attestation(vector)))
        .filter(|(vector, found)| *found != vector["expect"]["host"])
        .map(|(vector, found)| format!("{}: {found}", vector["name"]))
        .collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(vectors.len() >= 30, "only {} vectors", vectors.len());
}

/// The answer to a vector of an attestation.
fn attestation(vector: &Value) -> Value {
    let (account, question) = (&vector["account"], &vector["question"]);
    let data = hex(&account["data"]);
    let (owner, address) = (hash(&account["owner"]), hash(&account["address"]));
    let account = Account { owner: &owner, address: &address, data: &data };
    let kind = match question["kind"].as_str().unwrap() {
        "scores" => Kind::Scores,
        "odds" => Kind::Odds,
        "fixtures" => Kind::Fixtures,
        other => panic!("kind {other}"),
    };
    let short = |name: &str| u16::try_from(question[name].as_u64().unwrap()).unwrap();
    let (oracle, set) = (hash(&vector["oracle"]), hash(&question["set"]));
    match vouchers::<Sha256>(&account, &oracle, &set, kind, short("period"), short("slot")) {
        Ok(count) => serde_json::json!({ "vouchers": count }),
        Err(error) => serde_json::json!({ "error": error.number() }),
    }
}
