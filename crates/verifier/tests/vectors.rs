//! The vectors shared by all languages: each one's verdict or error number on the host.
//!
//! `tests/vectors/README.md` explains the fields. Vectors that do not decode are refused by `linesman-wire` and only
//! counted here.

mod shared;

use shared::{as_result, compact, compact_vectors, run, vectors};

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
