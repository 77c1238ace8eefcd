//! Removes the checks of the crate one after the other: the shared vectors must notice. `docs/rules.md` has the counts,
//! and the test of the compiled program, `tests/regress/removedRules.test.ts`, reads them from the standard output.

mod shared;

use std::collections::{BTreeMap, BTreeSet};
use std::{env, fs, path::Path};

use linesman_verifier::{cpi, Rule};
use serde_json::Value;
use shared::{as_result, compact, compact_vectors, run, vectors};

/// Checks that no vector reaches on the host.
const ELSEWHERE: &[(Rule, &str)] = &[
    (Rule::ReturnProducer, "return data, below"),
    (Rule::ReturnByte, "return data, below"),
    (Rule::RootsOwner, "of the program"),
    (Rule::ConfigOwner, "of the program"),
    (Rule::InstructionsSysvar, "of the program"),
    (Rule::SignaturePresent, "the host is given the instruction"),
    (Rule::FlagByte, "of linesman-wire"),
];

/// The answers of both corpora, in their order.
fn answer((vector, is_compact): &(Value, bool)) -> Value {
    if *is_compact {
        compact(vector)
    } else {
        as_result(run(vector))
    }
}

/// The rule that refuses each vector. Verifiers in other languages must name the same one.
fn compare_refusals(refusals: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/refusals.txt");
    if env::var_os("LINESMAN_WRITE").is_some_and(|value| value == "1") {
        fs::write(file, refusals).unwrap();
        return;
    }
    assert!(fs::read_to_string(file).unwrap() == refusals, "tests/vectors/refusals.txt: set LINESMAN_WRITE=1");
}

/// One test, because a removed check is missing in the whole process.
#[test]
fn every_rule_is_noticed() {
    let is_judged = |vector: &Value| !vector["proof"].is_null() && vector["expect"]["host"].get("skip").is_none();
    let of = |vectors: Vec<Value>, is_compact: bool| vectors.into_iter().map(move |vector| (vector, is_compact));
    let all: Vec<_> =
        of(vectors(), false).chain(of(compact_vectors(), true)).filter(|(vector, _)| is_judged(vector)).collect();

    // What a check refuses is found by asking once; then each of these vectors is asked again without it.
    let mut refused_by: BTreeMap<u8, Vec<&(Value, bool)>> = BTreeMap::new();
    let mut refusals = String::new();
    for vector in &all {
        Rule::remove(None);
        let usual = answer(vector);
        assert_eq!(usual, vector.0["expect"]["host"], "{}", vector.0["name"]);
        if let Some(rule) = Rule::last_refusal() {
            refusals += &format!("{} {}\n", vector.0["name"].as_str().unwrap(), rule.name());
            Rule::remove(Some(rule));
            if answer(vector) != usual {
                refused_by.entry(rule as u8).or_default().push(vector);
            }
        }
    }
    Rule::remove(None);
    compare_refusals(&refusals);

    let mut unnoticed = Vec::new();
    for rule in Rule::ALL {
        let by = refused_by.get(&(*rule as u8)).map_or(&[][..], Vec::as_slice);
        let errors: BTreeSet<u64> = by.iter().filter_map(|(one, _)| one["expect"]["host"]["error"].as_u64()).collect();
        println!("removed rule {} {} {errors:?}", rule.name(), by.len());
        let is_elsewhere = ELSEWHERE.iter().any(|(other, _)| other == rule);
        if by.is_empty() != is_elsewhere {
            unnoticed.push(rule);
        }
    }
    assert!(unnoticed.is_empty(), "no vector, or one too many: {unnoticed:?}");

    // Return data are no proof.
    let (oracle, other) = ([1; 32], [2; 32]);
    for (rule, producer, data) in [(Rule::ReturnProducer, other, &[1][..]), (Rule::ReturnByte, oracle, &[2])] {
        assert!(cpi::verdict(Some((&producer, data)), &oracle).is_err());
        Rule::remove(Some(rule));
        assert!(cpi::verdict(Some((&producer, data)), &oracle).is_ok(), "{rule:?}");
        Rule::remove(None);
    }
}
