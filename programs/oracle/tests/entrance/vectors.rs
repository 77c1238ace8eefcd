//! The shared vectors as calls of the program. `tests/vectors/README.md` explains the fields.

use std::{fs, path::Path};

use anchor_lang::{Discriminator, Space};
use linesman_verifier::{ed25519, roots};
use linesman_wire::oracle_config;
use oracle::state::UserValidationState;
use serde_json::Value;

use crate::{
    entrances::Outcome,
    input::{Account, Call, Key, Place},
};

/// A vector: its call, and the outcome of the program.
pub struct Vector {
    pub name: String,
    pub instruction: String,
    pub is_valid: bool,
    pub call: Call,
    pub expected: Outcome,
}

pub const USER: Key = [3; 32];
/// Any address that no account of a call has.
pub const ELSEWHERE: Key = [200; 32];
const SYSTEM: Key = [0; 32];

fn hex(value: &Value) -> Vec<u8> {
    let text = value.as_str().unwrap();
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

const fn account(key: Key, owner: Key, data: Vec<u8>) -> Account {
    Account { key, owner, is_signer: false, is_writable: false, is_executable: false, data }
}

/// A roots account of a day with these roots by slot.
pub fn roots_account(day: u16, slots: &[(usize, Key)]) -> Account {
    let mut data = roots::ODDS_DISCRIMINATOR.to_vec();
    data.extend(day.to_le_bytes());
    data.resize(roots::DAILY_SIZE, 0);
    for (slot, root) in slots {
        data[10 + 32 * slot..][..32].copy_from_slice(root);
    }
    account([9; 32], oracle::ID.to_bytes(), data)
}

fn roots_of(value: &Value) -> Account {
    let (discriminator, slots) = match value["kind"].as_str().unwrap() {
        "scores" => (roots::SCORES_DISCRIMINATOR, 288),
        "odds" => (roots::ODDS_DISCRIMINATOR, 288),
        "fixtures" => (roots::FIXTURES_DISCRIMINATOR, 240),
        other => panic!("kind {other}"),
    };
    let tamper = &value["tamper"];
    let day = number(tamper.get("storedDay").unwrap_or(&value["day"])) as u16;
    let mut data = discriminator.to_vec();
    data.extend(day.to_le_bytes());
    data.resize(10 + 32 * slots, 0);
    for (slot, root) in value["slots"].as_object().unwrap() {
        let start = 10 + 32 * slot.parse::<usize>().unwrap();
        data[start..start + 32].copy_from_slice(&hex(root));
    }
    data.push(number(&value["bump"]) as u8);
    data.extend([0; 5]);
    if let Some(other) = tamper.get("discriminator") {
        data[..8].copy_from_slice(&hex(other));
    }
    if let Some(length) = tamper.get("length") {
        data.resize(number(length) as usize, 0);
    }
    let owner = if tamper.get("owner").is_some() { ELSEWHERE } else { oracle::ID.to_bytes() };
    account([9; 32], owner, data)
}

fn credits_account(credits: u32) -> Account {
    let mut data = UserValidationState::DISCRIMINATOR.to_vec();
    data.extend(USER);
    data.extend(credits.to_le_bytes());
    assert_eq!(data.len(), 8 + UserValidationState::INIT_SPACE);
    Account { is_writable: true, ..account([4; 32], oracle::ID.to_bytes(), data) }
}

fn config_account(keys: &Value) -> Account {
    let mut data = vec![0; oracle_config::SIZE];
    data[..8].copy_from_slice(&oracle_config::DISCRIMINATOR);
    data[oracle_config::ORACLE_KEY..][..32].copy_from_slice(&hex(&keys[0]));
    if !keys[1].is_null() {
        data[oracle_config::NEXT_ORACLE_KEY..][..32].copy_from_slice(&hex(&keys[1]));
    }
    account([8; 32], oracle::ID.to_bytes(), data)
}

/// The instructions sysvar of a transaction with these instructions, and then ours.
fn sysvar_account(before: &[Value]) -> Account {
    let ours = (oracle::ID.to_bytes(), vec![]);
    let instructions: Vec<(Key, Vec<u8>)> = before
        .iter()
        .map(|instruction| {
            let program = match instruction["program"].as_str().unwrap() {
                "ed25519" => ed25519::PROGRAM_ID,
                _ => ELSEWHERE,
            };
            (program, hex(&instruction["data"]))
        })
        .chain([ours])
        .collect();
    let short = |number: usize| (number as u16).to_le_bytes();
    let mut data = short(instructions.len()).to_vec();
    let mut bodies = Vec::new();
    for (program, content) in &instructions {
        data.extend(short(2 + 2 * instructions.len() + bodies.len()));
        bodies.extend(short(0));
        bodies.extend(program);
        bodies.extend(short(content.len()));
        bodies.extend(content);
    }
    data.extend(bodies);
    data.extend(short(before.len()));
    account(ed25519::INSTRUCTIONS_SYSVAR_ID, SYSTEM, data)
}

fn call(vector: &Value) -> Call {
    let roots = roots_of(&vector["roots"]);
    let is_missing = !vector["roots"]["tamper"]["missing"].is_null();
    let v4 = &vector["v4"];
    let accounts = if v4.is_null() {
        if is_missing {
            vec![]
        } else {
            vec![roots]
        }
    } else {
        let user = Account { is_signer: true, is_writable: true, ..account(USER, SYSTEM, vec![]) };
        let credits = credits_account(number(&v4["credits"]) as u32);
        let mut sysvar = sysvar_account(v4["before"].as_array().unwrap());
        let mut config = config_account(&v4["keys"]);
        if v4["tamper"]["sysvar"] == "copy" {
            sysvar.key = ELSEWHERE;
        }
        if v4["tamper"]["configOwner"] == "other" {
            config.owner = ELSEWHERE;
        }
        let mut accounts = vec![user, credits, sysvar];
        if !is_missing {
            accounts.extend([roots, config]);
        }
        accounts
    };
    Call {
        places: accounts.into_iter().map(Place::Account).collect(),
        data: hex(&vector["data"]),
        program: oracle::ID.to_bytes(),
    }
}

/// All vectors that the program judges.
pub fn vectors() -> Vec<Vector> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("validate_") && name.ends_with(".json")
    });
    files.sort();
    let mut vectors = Vec::new();
    for file in files {
        let list: Vec<Value> = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        for vector in list {
            let expected = &vector["expect"]["bankrun"];
            let expected = match (expected["verdict"].as_bool(), expected["error"].as_u64()) {
                (Some(verdict), _) => Ok(verdict),
                (_, Some(error)) => Err(error),
                _ => continue,
            };
            vectors.push(Vector {
                name: vector["name"].as_str().unwrap().into(),
                instruction: vector["instruction"].as_str().unwrap().into(),
                is_valid: vector["class"] == "valid",
                call: call(&vector),
                expected,
            });
        }
    }
    vectors
}
