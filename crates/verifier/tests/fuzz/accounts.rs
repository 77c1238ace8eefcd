//! Fuzz target for the data that proofs are checked against: roots accounts, the instructions sysvar with the oracle's
//! signature, return data, and paths as bytes.

use linesman_verifier::{cpi, ed25519, roots, Error, HourTime, Path, Sha256, SlotTime};

use super::judge;
use super::seen::Seen;
use super::source::Source;
use crate::reference::{account, sha, Hash};

const KINDS: [([u8; 8], usize); 3] =
    [(roots::SCORES_DISCRIMINATOR, 288), (roots::ODDS_DISCRIMINATOR, 288), (roots::FIXTURES_DISCRIMINATOR, 240)];

/// Reads an edited account of one of the three kinds as each of the three.
fn roots_account(source: &mut Source, seen: &mut Seen) {
    let (discriminator, slots) = *source.pick(&KINDS);
    let (day, place) = (u16::from_le_bytes(source.array()), source.below(slots));
    let mut root = [0; 32];
    root[source.below(32)] = source.byte();
    let mut data = account(discriminator, day, slots, &[(place, root)], source.byte());
    for _ in 0..source.below(4) {
        match source.below(6) {
            0 => data.truncate(source.below(9300)),
            1 => data.truncate(data.len().saturating_sub(1)),
            2 => data.push(source.byte()),
            3 if data.len() > 10 => data[source.below(10)] ^= 1 << source.below(8),
            4 => data = source.rest().to_vec(),
            _ => source.edit_bytes(&mut data),
        }
    }
    let other = source.below(4) == 0;
    let day = if other { source.number(i64::from(day)) as u16 } else { day };
    let place = (if source.below(4) == 0 { source.number(place as i64) as u16 } else { place as u16 }) % 288;

    let slot = SlotTime { epoch_day: day, slot: place };
    let scores = roots::scores_root(&data, slot).copied();
    seen.result("scores_root", &scores);
    assert_eq!(scores, judge::scores_root(&data, slot));
    let odds = roots::odds_root(&data, slot).copied();
    seen.result("odds_root", &odds);
    assert_eq!(odds, judge::odds_root(&data, slot));
    let hour = HourTime { window: day, index: place % 240 };
    let wrong_window = *source.pick(&[Error::TimeSlotMismatch, Error::ConstraintSeeds]);
    let fixtures = roots::fixtures_root(&data, hour, wrong_window).copied();
    seen.result("fixtures_root", &fixtures);
    assert_eq!(fixtures, judge::fixtures_root(&data, hour, wrong_window), "{} {:?}", data.len(), hour);

    let bump = roots::bump(&data);
    seen.result("bump", &bump);
    let known = KINDS.iter().find(|(discriminator, _)| data.starts_with(discriminator));
    let expected = known.ok_or(Error::AccountDiscriminatorMismatch).and_then(|(_, slots)| {
        let bump = 10 + 32 * slots;
        // Exactly five zero bytes follow the bump.
        if data.len() == bump + 6 {
            Ok(data[bump])
        } else {
            Err(Error::SliceError)
        }
    });
    assert_eq!(bump, expected);
    if let Ok(bump) = bump {
        let program = source.hash();
        let expected = sha(&[b"daily_scores_roots", &day.to_le_bytes(), &[bump], &program, b"ProgramDerivedAddress"]);
        assert_eq!(roots::address::<Sha256>(&program, roots::SCORES_SEED, day, bump), expected);
    }
}

/// The edited data of an instruction that verifies a signature.
fn signature(source: &mut Source, program: &Hash, key: &Hash, digest: &Hash) -> Vec<u8> {
    let is_own = *program == judge::OWN.program_id;
    let start = if is_own { &judge::OWN.discriminator[..] } else { &ed25519::HEADER };
    let mut data = [start, key, &[9; 64], digest].concat();
    for _ in 0..source.below(3) {
        match source.below(3) {
            0 => data[2 * source.below(8)] = source.byte(),
            1 => {
                let place = 2 * source.below(8);
                data[place..place + 2].copy_from_slice(&source.array::<2>());
            }
            // Complete, with trailing bytes.
            _ if source.bool() => data.push(source.byte()),
            _ => {
                source.edit_bytes(&mut data);
                break;
            }
        }
    }
    data
}

/// The bytes of the instructions sysvar, as the runtime writes them.
fn sysvar(instructions: &[(usize, Hash, Vec<u8>)], current: u16) -> Vec<u8> {
    let mut offset = 2 + 2 * instructions.len();
    let mut bytes = (instructions.len() as u16).to_le_bytes().to_vec();
    for (accounts, _, data) in instructions {
        bytes.extend((offset as u16).to_le_bytes());
        offset += 2 + 33 * accounts + 32 + 2 + data.len();
    }
    for (accounts, program, data) in instructions {
        bytes.extend((*accounts as u16).to_le_bytes());
        bytes.extend(std::iter::repeat_n(3, 33 * accounts));
        bytes.extend(program);
        bytes.extend((data.len() as u16).to_le_bytes());
        bytes.extend(data);
    }
    bytes.extend(current.to_le_bytes());
    bytes
}

fn instructions_sysvar(source: &mut Source, seen: &mut Seen) {
    let keys: Vec<Hash> = (0..source.below(3)).map(|_| source.hash()).collect();
    let key = if source.below(4) == 0 || keys.is_empty() { source.hash() } else { *source.pick(&keys) };
    let digest = source.hash();
    let mut instructions = Vec::new();
    for _ in 0..(1 + source.below(4)) % 4 {
        let programs = [ed25519::PROGRAM_ID, judge::OWN.program_id];
        let program = if source.below(4) == 0 { source.hash() } else { *source.pick(&programs) };
        let data = signature(source, &program, &key, &digest);
        instructions.push((source.below(3), program, data));
    }
    let current = if source.below(4) == 0 { source.number(1) as u16 } else { instructions.len() as u16 };
    let mut bytes = sysvar(&instructions, current);
    for _ in 0..source.below(4) {
        source.edit_bytes(&mut bytes);
    }
    check_sysvar(&bytes, &keys, &digest, seen);
}

fn check_sysvar(bytes: &[u8], keys: &[Hash], digest: &Hash, seen: &mut Seen) {
    let previous = ed25519::previous_instruction(bytes);
    seen.option("instructions sysvar", &previous);
    let expected = judge::previous_instruction(bytes);
    assert_eq!(previous.map(|(program, data)| (*program, data.to_vec())), expected);
    let message = ed25519::previous_signed_message(Some(&judge::OWN), bytes, keys).copied();
    seen.result("signed message", &message);
    let expected = expected
        .ok_or(Error::MissingSignatureInstruction)
        .and_then(|(program, data)| judge::signed_message(&program, &data, keys));
    assert_eq!(message, expected);
    let checked = ed25519::check_previous_instruction(Some(&judge::OWN), bytes, keys, digest);
    seen.result("signature of a digest", &checked);
    let same = |message: Hash| if message == *digest { Ok(()) } else { Err(Error::MessageMismatch) };
    assert_eq!(checked, message.and_then(same));
    if let Some((program, data)) = previous {
        assert_eq!(ed25519::check_instruction(Some(&judge::OWN), program, data, keys, digest), checked);
    }
}

fn return_data(source: &mut Source, seen: &mut Seen) {
    let oracle = source.hash();
    let producer = if source.below(4) == 0 { source.hash() } else { oracle };
    let missing = source.below(8) == 0;
    let data = source.rest();
    let verdict = cpi::verdict((!missing).then_some((&producer, data)), &oracle);
    seen.verdict("return data", &verdict);
    assert_eq!(verdict, judge::return_data(!missing && producer == oracle, data));
}

/// The edited bytes of a path.
fn any_path(source: &mut Source, seen: &mut Seen) {
    let nodes: Vec<_> = (0..source.below(72)).map(|_| (source.hash(), source.bool())).collect();
    let mut bytes = crate::reference::path(&nodes);
    for _ in 0..source.below(8) / 4 {
        source.edit_bytes(&mut bytes);
    }
    let bytes = &bytes[..];
    let path = Path::from_bytes(bytes);
    seen.option("path", &path);
    let is_path = bytes.len().is_multiple_of(33) && bytes.chunks(33).all(|node| node[32] < 2);
    assert_eq!(path.is_some(), is_path);
    let Some(path) = path else { return };
    assert_eq!(path.as_bytes(), bytes);
    assert_eq!(path.len(), bytes.len() / 33);
    let leaf = [5; 32];
    assert_eq!(path.fold::<Sha256>(leaf), judge::fold(leaf, bytes));
    assert!(path.leads_to::<Sha256>(&leaf, &judge::fold(leaf, bytes)));
    assert!(!path.leads_to::<Sha256>(&leaf, &[0; 32]));
    if path.len() <= 64 {
        assert_eq!(u128::from(path.leaf_index()), judge::leaf_index(bytes));
    }
}

pub fn accounts(data: &[u8]) -> Seen {
    let mut seen = Seen::default();
    let source = &mut Source::new(data);
    match source.below(8) {
        0..=2 => roots_account(source, &mut seen),
        3 | 4 => instructions_sysvar(source, &mut seen),
        5 => return_data(source, &mut seen),
        6 => any_path(source, &mut seen),
        _ => {
            let keys = [source.hash(), source.hash()];
            check_sysvar(source.rest(), &keys, &[0; 32], &mut seen);
        }
    }
    seen
}
