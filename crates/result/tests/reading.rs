//! Each check of the reader, against an account built byte by byte.

use linesman_result::{
    absent, check, read, Account, Attesters, Fact, Finality, Question, Refusal, Sport, DISCRIMINATOR, HEAD, SEED,
    VERSION,
};

const PROGRAM: [u8; 32] = [3; 32];
const ORACLE: [u8; 32] = [1; 32];
const SET: [u8; 32] = [9; 32];
const FIXTURE: i64 = -9_000_029;
const NOW: i64 = 1_790_000_000;
const AGE: u32 = 3_600;
/// The event's minimum timestamp, s.
const EARLIEST: i64 = NOW - 10_000;
/// Just old enough.
const SINCE: i64 = NOW - AGE as i64;
/// The low bits of this slot have just begun anew.
const SLOT: u64 = (9 << 32) + 100;
/// Just old enough.
const SLOT_SINCE: u32 = (SLOT as u32).wrapping_sub(AGE);

/// sha256 of this subject's seeds, the bump 254 and the program, as another implementation computed it. With 255 it is
/// a point of the curve.
const ADDRESS: [u8; 32] = [
    229, 219, 240, 227, 146, 48, 59, 86, 27, 26, 228, 23, 251, 147, 68, 214, 56, 208, 233, 231, 46, 114, 123, 107, 57,
    92, 209, 207, 8, 43, 33, 210,
];

/// The same with the bumps 255 and 253.
const OTHER_BUMPS: [[u8; 32]; 2] = [
    [
        179, 2, 161, 209, 233, 169, 214, 163, 149, 190, 2, 13, 225, 143, 239, 103, 148, 104, 73, 8, 94, 226, 220, 36,
        211, 211, 131, 56, 206, 141, 37, 124,
    ],
    [
        41, 120, 129, 23, 198, 254, 127, 8, 70, 148, 39, 214, 78, 36, 36, 233, 236, 176, 148, 161, 205, 100, 73, 222,
        2, 233, 219, 25, 235, 10, 144, 88,
    ],
];

const QUESTION: Question<'static> = Question {
    settlement_program: &PROGRAM,
    oracle_program: &ORACLE,
    fixture_id: FIXTURE,
    sport: Sport::Basketball,
    finality: Finality::HalfTime,
    attesters: Some(Attesters { set: &SET, least: 2 }),
    not_before: EARLIEST,
    minimum_age: AGE,
    now: NOW,
    slot: SLOT,
};

fn fact(key: u32, present: bool, value: i32, since: i64, current: bool) -> Vec<u8> {
    fact_since(key, present, value, (since, SLOT_SINCE), current)
}

fn fact_since(key: u32, present: bool, value: i32, (time, slot): (i64, u32), current: bool) -> Vec<u8> {
    let (seconds, slot) = ((time as u32).to_le_bytes(), slot.to_le_bytes());
    let parts: [&[u8]; 6] =
        [&key.to_le_bytes(), &[present.into()], &value.to_le_bytes(), &seconds, &slot, &[current.into()]];
    parts.concat()
}

fn facts() -> Vec<Vec<u8>> {
    vec![
        fact(1_001, true, 7, SINCE, true),
        fact(1_002, false, 0, SINCE - 1, true),
        fact(1_003, true, 5, SINCE, false),
        fact(1_007, true, -2, SINCE + 1, true),
    ]
}

fn account(facts: &[Vec<u8>]) -> Vec<u8> {
    let mut data = Vec::new();
    data.extend(DISCRIMINATOR);
    data.extend([VERSION, 254]);
    data.extend([7; 32]);
    data.extend(ORACLE);
    data.extend(FIXTURE.to_le_bytes());
    data.extend([2, 2]);
    data.extend(SET);
    data.push(2);
    data.extend(42_u64.to_le_bytes());
    data.extend((EARLIEST * 1_000).to_le_bytes());
    data.extend([0; 8]);
    data.extend([6; 32]);
    data.extend(5_i32.to_le_bytes());
    data.push(0);
    data.extend((facts.len() as u32).to_le_bytes());
    assert_eq!(data.len(), HEAD);
    data.extend(facts.concat());
    data
}

fn ask(data: &[u8], question: &Question<'_>, key: u32) -> Result<Fact, Refusal> {
    read(&Account { address: &ADDRESS, owner: &PROGRAM, data }, question, key)
}

/// The refusal of the first fact after a change of one byte.
fn changed(place: usize) -> Option<Refusal> {
    let mut data = account(&facts());
    data[place] ^= 1;
    ask(&data, &QUESTION, 1_001).err()
}

#[test]
fn facts_are_read() {
    assert_eq!(SEED, b"result");
    let data = account(&facts());
    assert_eq!(ask(&data, &QUESTION, 1_001), Ok(Fact { value: 7, present: true, since: SINCE }));
    assert_eq!(ask(&data, &QUESTION, 1_002), Ok(Fact { value: 0, present: false, since: SINCE - 1 }));
    let checked = check(&Account { address: &ADDRESS, owner: &PROGRAM, data: &data }, &QUESTION).unwrap();
    assert_eq!(checked.fact(1_001).map(|fact| fact.value), Ok(7));
}

#[test]
fn facts_must_be_there_current_and_old_enough() {
    let data = account(&facts());
    for key in [0, 1, 1_000, 1_004, 1_008, u32::MAX] {
        assert_eq!(ask(&data, &QUESTION, key), Err(Refusal::NoFact));
    }
    assert_eq!(ask(&data, &QUESTION, 1_003), Err(Refusal::NotCurrent));
    assert_eq!(ask(&data, &QUESTION, 1_007), Err(Refusal::TooYoung));
    let later = Question { now: NOW + 1, ..QUESTION };
    assert_eq!(ask(&data, &later, 1_007).map(|fact| fact.value), Ok(-2));
    let impatient = Question { minimum_age: 0, ..QUESTION };
    assert_eq!(ask(&data, &impatient, 1_007).map(|fact| fact.value), Ok(-2));
    // A fact from the future is younger than any age.
    assert_eq!(ask(&account(&[fact(1, true, 1, NOW + 1, true)]), &impatient, 1), Err(Refusal::TooYoung));
    assert_eq!(ask(&account(&[]), &QUESTION, 1_001), Err(Refusal::NoFact));
}

#[test]
fn the_age_is_counted_in_seconds_and_in_slots() {
    let of = |(time, slot): (i64, u32), minimum_age| {
        let data = account(&[fact_since(1, true, 1, (time, slot), true)]);
        ask(&data, &Question { minimum_age, ..QUESTION }, 1).err()
    };
    let young = Some(Refusal::TooYoung);
    assert_eq!(of((SINCE, SLOT_SINCE), AGE), None);
    assert_eq!((of((SINCE, SLOT_SINCE.wrapping_add(1)), AGE), of((SINCE + 1, SLOT_SINCE), AGE)), (young, young));
    // The time has jumped over the age; and slots passed while it stood still.
    assert_eq!((of((1, SLOT as u32), AGE), of((NOW, SLOT as u32 + 1), AGE)), (young, young));
    // A slot that was set back counts as almost all slots.
    assert_eq!(of((SINCE, SLOT as u32 + 1), AGE), None);
    assert_eq!((of((NOW, SLOT as u32), 0), of((NOW + 1, SLOT as u32), 0)), (None, young));
    // Every time of a caller, without an overflow.
    for now in [i64::MIN, i64::MAX] {
        let data = account(&facts());
        let expected = if now < 0 { young } else { None };
        assert_eq!(ask(&data, &Question { now, ..QUESTION }, 1_001).err(), expected);
    }
}

#[test]
fn the_event_is_not_before_the_questions_time() {
    let at = |timestamp: i64, not_before: i64| {
        let mut data = account(&facts());
        data[125..133].copy_from_slice(&timestamp.to_le_bytes());
        ask(&data, &Question { not_before, ..QUESTION }, 1_001).err()
    };
    let ms = EARLIEST * 1_000;
    assert_eq!((at(ms, EARLIEST), at(ms + 1, EARLIEST)), (None, None));
    assert_eq!((at(ms - 1, EARLIEST), at(ms, EARLIEST + 1)), (Some(Refusal::TooEarly), Some(Refusal::TooEarly)));
    // Whatever an oracle or a caller says.
    assert_eq!((at(0, i64::MIN), at(i64::MIN, EARLIEST)), (None, Some(Refusal::TooEarly)));
    assert_eq!((at(i64::MAX, i64::MAX), at(i64::MAX, i64::MIN)), (None, None));
    assert_eq!((at(ms, i64::MAX), at(ms, i64::MAX / 1_000 + 1)), (Some(Refusal::TooEarly), Some(Refusal::TooEarly)));
    // Before any fact is looked for.
    let late = Question { not_before: EARLIEST + 1, ..QUESTION };
    assert_eq!(ask(&account(&[]), &late, 1_001), Err(Refusal::TooEarly));
}

#[test]
fn half_of_no_attesters_is_no_question() {
    for (set, least) in [(&SET, 0), (&[0; 32], 2), (&[0; 32], 0)] {
        let question = Question { attesters: Some(Attesters { set, least }), ..QUESTION };
        assert_eq!(ask(&account(&facts()), &question, 1_001), Err(Refusal::InvalidAttesters));
        let nobody = Account { address: &ADDRESS, owner: &[0; 32], data: &[] };
        assert!(!absent(&nobody, &question, 1_001));
    }
}

#[test]
fn numbers_never_change() {
    use Refusal::*;
    // Programs hand these on; 10 and 11 are retired.
    let numbers =
        [NotAResult, WrongOwner, UnknownVersion, WrongSubject, WrongAddress, Contradicted, NoFact, NotCurrent];
    assert!(numbers.iter().chain(&[TooYoung, TooEarly]).enumerate().all(|(number, one)| *one as usize == number));
    assert_eq!(InvalidAttesters as usize, 12);
}

#[test]
fn an_answer_is_absent_only_at_its_own_address() {
    const NOBODY: [u8; 32] = [0; 32];
    let is_absent =
        |owner: &[u8; 32], data: &[u8]| absent(&Account { address: &ADDRESS, owner, data }, &QUESTION, 1_001);
    let full = account(&facts());
    // Nobody has posted, or it was closed; lamports make no difference.
    assert!(is_absent(&NOBODY, &[]));
    assert!(!is_absent(&NOBODY, &full) && !is_absent(&ORACLE, &[]) && !is_absent(&ORACLE, &full));
    // What is there answers, or may.
    assert!(!is_absent(&PROGRAM, &full) && !is_absent(&PROGRAM, &[]) && !is_absent(&PROGRAM, &full[1..]));
    for place in 0..full.len() {
        let mut data = full.clone();
        data[place] ^= 1;
        // Contradicted, an event too early for the question, or a list of facts that does not have the key.
        let none =
            place == 177 || ask(&data, &QUESTION, 1_001) == Err(Refusal::TooEarly) || (182..186).contains(&place);
        assert_eq!(is_absent(&PROGRAM, &data), none, "{place}");
    }
    for (key, none) in [(1_001, false), (1_003, false), (1_007, false), (1_008, true)] {
        let one = Account { address: &ADDRESS, owner: &PROGRAM, data: &full };
        assert_eq!(absent(&one, &QUESTION, key), none, "{key}");
    }
    // Another address, that of another bump included, never.
    let of = |question: &Question<'_>, address: &[u8; 32]| {
        absent(&Account { address, owner: &NOBODY, data: &[] }, question, 1)
    };
    for bit in 0..256 {
        let mut other = ADDRESS;
        other[bit / 8] ^= 1 << (bit % 8);
        assert!(!of(&QUESTION, &other));
    }
    for bump in OTHER_BUMPS {
        assert!(!of(&QUESTION, &bump));
    }
    // Whatever part of the question is another.
    let (set, other) = ([8; 32], [2; 32]);
    assert!(!of(&Question { settlement_program: &other, ..QUESTION }, &ADDRESS));
    assert!(!of(&Question { oracle_program: &other, ..QUESTION }, &ADDRESS));
    assert!(!of(&Question { fixture_id: FIXTURE + 1, ..QUESTION }, &ADDRESS));
    assert!(!of(&Question { sport: Sport::Soccer, ..QUESTION }, &ADDRESS));
    assert!(!of(&Question { finality: Finality::Finalised, ..QUESTION }, &ADDRESS));
    assert!(!of(&Question { attesters: None, ..QUESTION }, &ADDRESS));
    assert!(!of(&Question { attesters: Some(Attesters { set: &set, least: 2 }), ..QUESTION }, &ADDRESS));
    assert!(!of(&Question { attesters: Some(Attesters { set: &SET, least: 1 }), ..QUESTION }, &ADDRESS));
}

#[test]
fn every_fact_of_the_largest_result_is_found() {
    let keys: Vec<u32> = (0..252).map(|place| place * 3 + 1).collect();
    let facts: Vec<_> = keys.iter().map(|key| fact(*key, true, *key as i32, SINCE, true)).collect();
    let data = account(&facts);
    for key in keys {
        assert_eq!(ask(&data, &QUESTION, key).map(|fact| fact.value), Ok(key as i32));
        assert_eq!(ask(&data, &QUESTION, key + 1), Err(Refusal::NoFact));
    }
}

#[test]
fn owner_and_address_are_checked() {
    let data = account(&facts());
    let of =
        |address: &[u8; 32], owner: &[u8; 32]| read(&Account { address, owner, data: &data }, &QUESTION, 1_001).err();
    assert_eq!(of(&ADDRESS, &PROGRAM), None);
    for place in 0..32 {
        let flip = |bytes: [u8; 32]| {
            let mut flipped = bytes;
            flipped[place] ^= 1;
            flipped
        };
        assert_eq!(of(&flip(ADDRESS), &PROGRAM), Some(Refusal::WrongAddress));
        assert_eq!(of(&ADDRESS, &flip(PROGRAM)), Some(Refusal::WrongOwner));
        // A program that owns such bytes is another settlement program, and so is its address.
        let other = flip(PROGRAM);
        let question = Question { settlement_program: &other, ..QUESTION };
        let account = Account { address: &ADDRESS, owner: &other, data: &data };
        assert_eq!(read(&account, &question, 1_001), Err(Refusal::WrongAddress));
    }
    // The bump.
    assert_eq!(changed(9), Some(Refusal::WrongAddress));
}

#[test]
fn the_subject_is_the_readers() {
    let data = account(&facts());
    let other = [2; 32];
    let refused = |question: Question<'_>| assert_eq!(ask(&data, &question, 1_001), Err(Refusal::WrongSubject));
    refused(Question { oracle_program: &other, ..QUESTION });
    refused(Question { fixture_id: FIXTURE + 1, ..QUESTION });
    refused(Question { sport: Sport::Soccer, ..QUESTION });
    refused(Question { sport: Sport::UsFootball, ..QUESTION });
    refused(Question { finality: Finality::Finalised, ..QUESTION });
    refused(Question { finality: Finality::RegularTime, ..QUESTION });
    refused(Question { attesters: None, ..QUESTION });
    refused(Question { attesters: Some(Attesters { set: &other, least: 2 }), ..QUESTION });
    refused(Question { attesters: Some(Attesters { set: &SET, least: 1 }), ..QUESTION });
    refused(Question { attesters: Some(Attesters { set: &SET, least: 3 }), ..QUESTION });
    for place in 42..117 {
        assert_eq!(changed(place), Some(Refusal::WrongSubject), "{place}");
    }
}

/// Whoever fits account and question to each other still needs the address.
#[test]
fn the_subject_is_the_addresss() {
    for place in 42..117 {
        let mut data = account(&facts());
        data[place] ^= 1;
        let oracle = data[42..74].try_into().unwrap();
        let set = data[84..116].try_into().unwrap();
        let question = Question {
            oracle_program: &oracle,
            fixture_id: i64::from_le_bytes(data[74..82].try_into().unwrap()),
            attesters: Some(Attesters { set: &set, least: data[116] }),
            ..QUESTION
        };
        let expected = if matches!(place, 82 | 83) { Refusal::WrongSubject } else { Refusal::WrongAddress };
        assert_eq!(ask(&data, &question, 1_001), Err(expected), "{place}");
    }
}

#[test]
fn other_data_are_no_result() {
    let data = account(&facts());
    for end in 0..data.len() {
        assert_eq!(ask(&data[..end], &QUESTION, 1_001), Err(Refusal::NotAResult), "{end}");
    }
    assert_eq!(ask(&[&data[..], &[0]].concat(), &QUESTION, 1_001), Err(Refusal::NotAResult));
    assert_eq!(ask(&[&data[..], &[0; 18]].concat(), &QUESTION, 1_001), Err(Refusal::NotAResult));
    for place in (0..8).chain(178..182) {
        assert_eq!(changed(place), Some(Refusal::NotAResult), "{place}");
    }
    assert_eq!(changed(8), Some(Refusal::UnknownVersion));
    assert_eq!(changed(177), Some(Refusal::Contradicted));
    let mut contradicted = data;
    contradicted[177] = 0xff;
    assert_eq!(ask(&contradicted, &QUESTION, 1_001), Err(Refusal::Contradicted));
}

#[test]
fn sports_and_policies_are_those_of_the_seeds() {
    let bytes = |of: fn(u8) -> Option<u8>| (0..=u8::MAX).filter(|byte| of(*byte) == Some(*byte)).collect::<Vec<_>>();
    assert_eq!(bytes(|byte| Sport::from_byte(byte).map(|sport| sport as u8)), [1, 2, 6]);
    assert_eq!(bytes(|byte| Finality::from_byte(byte).map(|finality| finality as u8)), [0, 1, 2]);
    assert_eq!((0..=u8::MAX).filter_map(Sport::from_byte).count(), 3);
    assert_eq!((0..=u8::MAX).filter_map(Finality::from_byte).count(), 3);
}
