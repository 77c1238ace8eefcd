use linesman_verifier::ed25519::{
    check_instruction, check_previous_instruction, previous_instruction, OwnInstruction, DATA_SIZE, HEADER,
    INSTRUCTIONS_SYSVAR_ID, PROGRAM_ID,
};
use linesman_verifier::Error;

const KEY: [u8; 32] = [3; 32];
const NEXT: [u8; 32] = [4; 32];
const DIGEST: [u8; 32] = [5; 32];
/// The program that calls, which verifies signatures, too.
const OWN: OwnInstruction = OwnInstruction { program_id: [6; 32], discriminator: [8; 8] };

fn data() -> Vec<u8> {
    [&HEADER[..], &KEY, &[9; 64], &DIGEST].concat()
}

fn check(data: &[u8]) -> Result<(), Error> {
    check_instruction(Some(&OWN), &PROGRAM_ID, data, &[NEXT, KEY], &DIGEST)
}

#[test]
fn the_one_layout_is_accepted() {
    assert_eq!(data().len(), DATA_SIZE);
    assert_eq!(DATA_SIZE, 144);
    assert_eq!(check(&data()), Ok(()));
    // The precompile checks the signature itself.
    let mut other = data();
    other[60] ^= 1;
    assert_eq!(check(&other), Ok(()));
}

#[test]
fn every_header_field() {
    let fields: Vec<usize> = (2..16).step_by(2).collect();
    for byte in [0, 1] {
        for value in 0..=255u8 {
            let mut data = data();
            data[byte] = value;
            let fits = value == HEADER[byte];
            assert_eq!(check(&data).is_ok(), fits, "byte {byte} = {value}");
        }
    }
    for field in fields {
        let right = u16::from_le_bytes([HEADER[field], HEADER[field + 1]]);
        for value in [0, 1, 2, right.wrapping_add(1), right.wrapping_sub(1), u16::MAX, u16::MAX - 1] {
            let mut data = data();
            data[field..field + 2].copy_from_slice(&value.to_le_bytes());
            let expected = if value == right { Ok(()) } else { Err(Error::InvalidSignatureLayout) };
            assert_eq!(check(&data), expected, "field at {field} = {value}");
        }
    }
}

#[test]
fn lengths() {
    let data = data();
    for length in 0..DATA_SIZE {
        assert_eq!(check(&data[..length]), Err(Error::InvalidSignatureLayout));
    }
    let mut longer = data;
    longer.push(0);
    assert_eq!(check(&longer), Err(Error::InvalidSignatureLayout));
    assert_eq!(check(&[longer.clone(), longer].concat()), Err(Error::InvalidSignatureLayout));
}

#[test]
fn program_key_and_message() {
    let mut program = PROGRAM_ID;
    for place in 0..32 {
        program[place] ^= 1;
        let error = check_instruction(Some(&OWN), &program, &data(), &[KEY], &DIGEST);
        assert_eq!(error, Err(Error::InvalidSignatureProgram));
        program[place] ^= 1;
    }
    for keys in [&[][..], &[NEXT]] {
        let error = check_instruction(Some(&OWN), &PROGRAM_ID, &data(), keys, &DIGEST);
        assert_eq!(error, Err(Error::InvalidOracleSignature));
    }
    for place in 16..48 {
        let mut data = data();
        data[place] ^= 1;
        assert_eq!(check(&data), Err(Error::InvalidOracleSignature));
    }
    for place in 112..144 {
        let mut data = data();
        data[place] ^= 1;
        assert_eq!(check(&data), Err(Error::MessageMismatch));
    }
}

#[test]
fn the_first_fault_is_reported() {
    let mut bad = data();
    bad[143] ^= 1;
    assert_eq!(check(&bad), Err(Error::MessageMismatch));
    bad[16] ^= 1;
    assert_eq!(check(&bad), Err(Error::InvalidOracleSignature));
    bad[0] ^= 1;
    assert_eq!(check(&bad), Err(Error::InvalidSignatureLayout));
    let error = check_instruction(Some(&OWN), &[0; 32], &bad, &[KEY], &DIGEST);
    assert_eq!(error, Err(Error::InvalidSignatureProgram));
}

#[test]
fn an_own_instruction() {
    let own = |data: &[u8]| check_instruction(Some(&OWN), &OWN.program_id, data, &[NEXT, KEY], &DIGEST);
    let data = [&OWN.discriminator[..], &data()[16..]].concat();
    assert_eq!(own(&data), Ok(()));
    // No other program's, and not one that the program does not have.
    let elsewhere = check_instruction(Some(&OWN), &[7; 32], &data, &[KEY], &DIGEST);
    assert_eq!(elsewhere, Err(Error::InvalidSignatureProgram));
    let without = check_instruction(None, &OWN.program_id, &data, &[KEY], &DIGEST);
    assert_eq!(without, Err(Error::InvalidSignatureProgram));
    assert_eq!(check(&data), Err(Error::InvalidSignatureLayout));
    for place in 0..data.len() {
        let mut other = data.clone();
        other[place] ^= 1;
        let expected = match place {
            0..8 => Err(Error::InvalidSignatureProgram),
            8..40 => Err(Error::InvalidOracleSignature),
            // The instruction itself has verified the signature.
            40..104 => Ok(()),
            _ => Err(Error::MessageMismatch),
        };
        assert_eq!(own(&other), expected, "byte {place}");
        let cut = if place < 8 { Error::InvalidSignatureProgram } else { Error::InvalidSignatureLayout };
        assert_eq!(own(&data[..place]), Err(cut), "{place} bytes");
    }
    assert_eq!(own(&[&data[..], &[0]].concat()), Err(Error::InvalidSignatureLayout));
}

/// The instructions sysvar's bytes: number of accounts, program and data of each instruction, then the current index.
fn sysvar(instructions: &[(usize, [u8; 32], Vec<u8>)], current: u16) -> Vec<u8> {
    let mut bodies = Vec::new();
    let mut offsets = Vec::new();
    for (accounts, program, data) in instructions {
        offsets.push(2 + 2 * instructions.len() + bodies.len());
        bodies.extend((*accounts as u16).to_le_bytes());
        bodies.extend(vec![0xaa; 33 * accounts]);
        bodies.extend(program);
        bodies.extend((data.len() as u16).to_le_bytes());
        bodies.extend(data);
    }
    let mut bytes = (instructions.len() as u16).to_le_bytes().to_vec();
    for offset in offsets {
        bytes.extend((offset as u16).to_le_bytes());
    }
    bytes.extend(bodies);
    bytes.extend(current.to_le_bytes());
    bytes
}

fn transaction(current: u16) -> Vec<u8> {
    sysvar(
        &[
            (0, [1; 32], vec![1, 2, 3]),
            (0, PROGRAM_ID, data()),
            (4, [7; 32], vec![0; 700]),
            (3, PROGRAM_ID, data()),
            (2, [8; 32], vec![]),
        ],
        current,
    )
}

#[test]
fn the_instruction_directly_before_is_read() {
    for (current, program, length) in [(1, [1; 32], 3), (2, PROGRAM_ID, 144), (3, [7; 32], 700), (4, PROGRAM_ID, 144)] {
        let bytes = transaction(current);
        let (found, data) = previous_instruction(&bytes).unwrap();
        assert_eq!((found, data.len()), (&program, length));
    }
    for (current, expected) in [
        (0, Err(Error::MissingSignatureInstruction)),
        (1, Err(Error::InvalidSignatureProgram)),
        (2, Ok(())),
        (3, Err(Error::InvalidSignatureProgram)),
        (4, Ok(())),
    ] {
        let bytes = transaction(current);
        assert_eq!(check_previous_instruction(Some(&OWN), &bytes, &[KEY], &DIGEST), expected);
    }
    let error = check_previous_instruction(Some(&OWN), &transaction(2), &[NEXT], &DIGEST);
    assert_eq!(error, Err(Error::InvalidOracleSignature));
    assert_ne!(INSTRUCTIONS_SYSVAR_ID, PROGRAM_ID);
}

#[test]
fn malformed_sysvars_have_no_instruction() {
    let bytes = sysvar(&[(0, PROGRAM_ID, data())], 1);
    assert!(previous_instruction(&bytes).is_some());
    for length in 0..bytes.len() - 2 {
        // The index of the current instruction stays.
        let cut = [&bytes[..length], &[1, 0]].concat();
        assert_eq!(previous_instruction(&cut), None, "{length}");
    }
    assert_eq!(previous_instruction(&[]), None);
    assert_eq!(previous_instruction(&[1]), None);
    assert_eq!(previous_instruction(&[0xff, 0xff]), None);
}
