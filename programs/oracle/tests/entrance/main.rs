//! The entrance (`src/entrance`) holds to Anchor's handlers: every vector, every substitute for an account and 100,000
//! mutated calls take both ways.

mod entrances;
mod input;
mod mutation;
mod vectors;

use anchor_lang::{AnchorSerialize, InstructionData};
use linesman_verifier::{Hasher, OddsSummary, Sha256, SlotTime};
use linesman_wire::{BatchUpdateStats, Odds, OddsBatchSummary, ProofNode};

use entrances::{compare, through_anchor, through_entry};
use input::{Account, Call, Place};
use mutation::{Mutator, Random};
use vectors::{roots_account, vectors, Vector, ELSEWHERE};

/// A valid call of each instruction whose verdict is true.
fn valid() -> Vec<Vector> {
    let mut valid: Vec<Vector> = vectors();
    valid.retain(|vector| vector.is_valid && vector.expected == Ok(true));
    valid.dedup_by(|a, b| a.instruction == b.instruction);
    assert_eq!(valid.len(), 8);
    valid
}

#[test]
fn every_vector() {
    let vectors = vectors();
    assert!(vectors.len() > 1_600);
    for Vector { name, call, expected, .. } in &vectors {
        assert_eq!(compare(call).as_ref(), Ok(expected), "{name}");
        assert_eq!(through_entry(call), expected.map(|_| ()), "{name}");
    }
}

/// What may stand in for an account: the name of the substitution, and the changed call.
fn substitutes(call: &Call, at: usize) -> Vec<(String, Call)> {
    let mut all = Vec::new();
    let mut add = |name: String, change: &dyn Fn(&mut Vec<Place>)| {
        let mut changed = call.clone();
        change(&mut changed.places);
        all.push((name, changed));
    };
    let mut edit = |name: &str, change: &dyn Fn(&mut Account)| {
        add(name.into(), &|places| change(places[at].account().unwrap()));
    };
    edit("another owner", &|account| account.owner = ELSEWHERE);
    edit("the system's", &|account| account.owner = [0; 32]);
    edit("at another address", &|account| account.key = ELSEWHERE);
    edit("without data", &|account| account.data.clear());
    edit("uninitialised", &|account| {
        account.owner = [0; 32];
        account.data.clear();
    });
    edit("zeroed", &|account| account.data.fill(0));
    edit("a byte longer", &|account| account.data.push(0));
    edit("a byte shorter", &|account| {
        account.data.pop();
    });
    edit("other flags: signer", &|account| account.is_signer ^= true);
    edit("other flags: writable", &|account| account.is_writable ^= true);
    edit("other flags: executable", &|account| account.is_executable ^= true);
    for place in 0..call.places[at].clone().account().unwrap().data.len().min(48) {
        edit(&format!("another byte {place}"), &|account| account.data[place] ^= 1);
    }
    add("left out".into(), &|places| {
        places.remove(at);
    });
    add("twice".into(), &|places| places.insert(at, places[at].clone()));
    add("followed by a duplicate".into(), &|places| places.insert(at + 1, Place::Duplicate(at as u8)));
    add("one more at the end".into(), &|places| places.push(places[at].clone()));
    add("a duplicate at the end".into(), &|places| places.push(Place::Duplicate(at as u8)));
    for other in 0..call.places.len() {
        add(format!("changed places with {other}"), &|places| places.swap(at, other));
        add(format!("the account of {other}"), &|places| places[at] = places[other].clone());
        if other < at {
            add(format!("a duplicate of {other}"), &|places| places[at] = Place::Duplicate(other as u8));
        }
        let mut source = call.places[other].clone();
        let source = source.account().unwrap().data.clone();
        add(format!("the data of {other}"), &|places| places[at].account().unwrap().data.clone_from(&source));
    }
    all
}

#[test]
fn every_substitute_for_an_account() {
    let mut refused = 0;
    for Vector { name, call, .. } in valid() {
        for at in 0..call.places.len() {
            for (substitute, changed) in substitutes(&call, at) {
                let outcome = compare(&changed).unwrap_or_else(|problem| {
                    panic!("{name}, account {at} {substitute}: {problem}");
                });
                assert_eq!(through_entry(&changed), outcome.map(|_| ()), "{name}, account {at} {substitute}");
                refused += usize::from(outcome.is_err());
            }
        }
        // The same code at another address, where it owns nothing.
        let elsewhere = Call { program: ELSEWHERE, ..call };
        assert_eq!(compare(&elsewhere), Ok(Err(4100)), "{name}");
    }
    assert!(refused > 500, "{refused}");
}

/// Accounts of one instruction with the data of every other.
#[test]
fn every_instruction_with_the_accounts_of_another() {
    let valid = valid();
    for Vector { call, instruction, .. } in &valid {
        for other in &valid {
            let mixed = Call { data: other.call.data.clone(), ..call.clone() };
            let outcome = compare(&mixed).unwrap_or_else(|problem| {
                panic!("{instruction} with the data of {}: {problem}", other.instruction);
            });
            assert_eq!(through_entry(&mixed), outcome.map(|_| ()));
        }
    }
}

/// A call that proves the only record of its batch.
fn call_with(odds: Odds) -> Call {
    let (ts, beside) = (odds.ts, [7; 32]);
    let mut record = Vec::new();
    odds.serialize(&mut record).unwrap();
    let summary = OddsBatchSummary {
        fixture_id: odds.fixture_id,
        update_stats: BatchUpdateStats { update_count: 1, min_timestamp: ts, max_timestamp: ts },
        odds_sub_tree_root: Sha256::hashv(&[&record]),
    };
    let root = Sha256::hashv(&[&beside, &OddsSummary::from(summary).leaf::<Sha256>()]);
    let SlotTime { epoch_day, slot } = SlotTime::from_millis(ts).unwrap();
    let arguments = ::oracle::instruction::ValidateOdds {
        ts,
        odds_snapshot: odds,
        summary,
        sub_tree_proof: vec![],
        main_tree_proof: vec![ProofNode::new(beside, false)],
    };
    let roots = roots_account(epoch_day, &[(slot.into(), root)]);
    Call { places: vec![Place::Account(roots)], data: arguments.data(), program: ::oracle::ID.to_bytes() }
}

/// The handlers' types take lists and strings up to a limit that no published record reaches.
#[test]
fn no_record_beyond_the_limits() {
    let odds = |prices: usize, letters: usize| Odds {
        fixture_id: 1,
        message_id: "a".repeat(letters),
        ts: 1_800_000_000_000,
        bookmaker: String::new(),
        bookmaker_id: 0,
        super_odds_type: String::new(),
        game_state: None,
        in_running: false,
        market_parameters: None,
        market_period: None,
        price_names: vec![String::new(); prices],
        prices: vec![0; prices],
    };
    assert_eq!(compare(&call_with(odds(310, 0))), Ok(Ok(true)));
    assert_eq!(compare(&call_with(odds(311, 0))), Ok(Err(102)));
    assert_eq!(compare(&call_with(odds(0, 10_000))), Ok(Ok(true)));
    assert_eq!(compare(&call_with(odds(0, 10_241))), Ok(Err(102)));
}

const SEED: u64 = 20_833;
const MUTATIONS: u64 = 100_000;

#[test]
fn mutated_calls() {
    let vectors = vectors();
    let mutator = Mutator::new(&vectors);
    let (mut answers, mut changed_answers) = ([0, 0, 0], 0);
    for number in 0..MUTATIONS {
        let seed = SEED + number;
        let (name, call) = mutator.mutate(&mut Random::new(seed));
        let outcome = compare(&call).unwrap_or_else(|problem| panic!("seed {seed}, from {name}: {problem}"));
        match outcome {
            Ok(false) => answers[0] += 1,
            Ok(true) => answers[1] += 1,
            Err(_) => answers[2] += 1,
        }
        changed_answers += u64::from(number % 1000 == 0 && through_anchor(&call).0 == outcome);
    }
    assert_eq!(changed_answers, MUTATIONS / 1000, "outcomes do not depend on earlier calls");
    let [no, yes, errors] = answers;
    assert!(no > 1_000 && yes > 5_000 && errors > 50_000, "{no} false, {yes} true, {errors} errors");
}
