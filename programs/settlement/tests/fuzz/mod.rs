//! The fuzz targets of this program: proof buffer accounts and the arguments in them.

use anchor_lang::prelude::*;
use linesman_wire::StatLeaf;
use settlement::proof::ScoreProof;
use settlement::state::ProofBuffer;

use crate::fuzz::scores::{edited_compact, Case, Edited};
use crate::fuzz::seen::{Answer, Seen};
use crate::fuzz::source::Source;
use crate::reference::sha;
use crate::wire::plain::{self, borsh, both, Bounded};
use crate::wire::scores::{edit, plain_compact};

/// The arguments of `settle`, as plain Borsh.
#[derive(AnchorSerialize, AnchorDeserialize)]
struct Arguments {
    proof: PlainProof,
    witness: Option<plain::StatLeaf>,
}

#[derive(AnchorSerialize, AnchorDeserialize)]
enum PlainProof {
    V2(plain::Single),
    V3(plain::Multi),
    V4(plain::Multi),
    Compact(plain::Compact),
}

impl Bounded for Arguments {
    fn is_bounded(&self) -> bool {
        let proof = match &self.proof {
            PlainProof::V2(proof) => proof.is_bounded(),
            PlainProof::V3(proof) | PlainProof::V4(proof) => proof.is_bounded(),
            PlainProof::Compact(proof) => proof.is_bounded(),
        };
        proof && self.witness.as_ref().is_none_or(Bounded::is_bounded)
    }
}

/// The account's data, as plain Borsh.
#[derive(AnchorSerialize, AnchorDeserialize)]
struct PlainBuffer {
    discriminator: [u8; 8],
    bump: u8,
    owner: Pubkey,
    id: u64,
    sha256: [u8; 32],
    bytes: Vec<u8>,
}

fn note<T>(entrance: &'static str, seen: &mut Seen, result: &Result<T>) {
    let number = |error: &Error| match error {
        Error::AnchorError(error) => error.error_code_number,
        Error::ProgramError(error) => match error.program_error {
            ProgramError::Custom(number) => number,
            _ => 0,
        },
    };
    seen.note(entrance, result.as_ref().map_or_else(|error| Answer::Refused(number(error)), |_| Answer::Accepted));
}

/// Random buffer content: `settle`'s arguments in any form.
fn content(source: &mut Source) -> Vec<u8> {
    let tag = source.below(5) as u8;
    let mut bytes = vec![tag];
    if tag == 3 {
        let case = Case::new(source);
        bytes.extend(borsh(&plain_compact(edited_compact(source, &case))));
    } else {
        bytes.extend(Edited::new(source).proof.borsh());
    }
    if source.below(4) == 0 {
        let stat = plain::Stat { key: 1, value: 2, period: 100 };
        let path = vec![plain::Node { hash: source.hash(), is_right_sibling: true }; source.below(4)];
        bytes.push(1);
        bytes.extend(borsh(&plain::StatLeaf { stat, path }));
    } else {
        bytes.push(0);
    }
    edit(source, &mut bytes);
    bytes
}

fn arguments(content: &[u8], seen: &mut Seen) {
    let decoded = both::<(ScoreProof, Option<StatLeaf>), Arguments>("settle's arguments", content, seen);
    let Some(((proof, _), plain)) = decoded else { return };
    let view = proof.view();
    note("settle's proof", seen, &view);
    // Compact proofs have no view without terms, and no form has a view of more than five stats.
    let stats = match &plain.proof {
        PlainProof::V2(proof) => Some(proof.stats.len()),
        PlainProof::V3(proof) | PlainProof::V4(proof) => Some(proof.single.stats.len()),
        PlainProof::Compact(_) => None,
    };
    assert_eq!(view.is_ok(), stats.is_some_and(|stats| stats <= 5));
}

fn buffer(source: &mut Source, seen: &mut Seen) {
    let content = content(source);
    arguments(&content, seen);
    let written = PlainBuffer {
        discriminator: [71, 133, 225, 94, 9, 130, 40, 161],
        bump: source.byte(),
        owner: Pubkey::new_from_array(source.hash()),
        id: source.number(0) as u64,
        sha256: if source.below(8) == 7 { source.hash() } else { sha(&[&content]) },
        bytes: content,
    };
    let mut data = borsh(&written);
    for _ in 0..source.below(8) / 3 {
        if source.bool() {
            source.edit_bytes(&mut data);
        } else {
            // Edit the head, which a random position would seldom hit.
            let place = source.below(90).min(data.len() - 1);
            data[place] = source.byte();
        }
        if data.is_empty() {
            break;
        }
    }
    read_buffer(source, &data, seen);
}

fn read_buffer(source: &mut Source, data: &[u8], seen: &mut Seen) {
    let read = ProofBuffer::try_deserialize(&mut &data[..]);
    note("proof buffer", seen, &read);
    let plain = PlainBuffer::try_from_slice(data).ok();
    let plain = plain.filter(|plain| plain.discriminator == [71, 133, 225, 94, 9, 130, 40, 161]);
    assert_eq!(read.is_ok(), plain.is_some());
    let (Ok(read), Some(plain)) = (read, plain) else { return };
    assert_eq!((read.bump, read.owner, read.id, read.sha256), (plain.bump, plain.owner, plain.id, plain.sha256));
    assert_eq!(read.length as usize, plain.bytes.len());
    assert_eq!([&read.head()[..], &plain.bytes].concat(), data);
    let content = read.content(data);
    note("content of a proof buffer", seen, &content);
    assert_eq!(content.is_ok(), sha(&[&plain.bytes]) == plain.sha256);
    if let Ok(content) = content {
        assert_eq!(content, plain.bytes);
    }
    let (offset, length) = (source.number(16) as u32, source.number(16) as u32 as usize);
    let place = read.place(offset, length);
    note("place in a proof buffer", seen, &place);
    let end = offset as usize + length;
    assert_eq!(place.ok(), (length > 0 && end <= plain.bytes.len()).then_some(85 + offset as usize..85 + end));
    let announced = source.number(10_000) as u32;
    let checked = ProofBuffer::check_length(announced);
    note("length of a proof buffer", seen, &checked);
    assert_eq!(checked.is_ok(), announced > 0 && announced <= 10_000);
}

pub fn accounts(data: &[u8]) -> Seen {
    let mut seen = Seen::default();
    let source = &mut Source::new(data);
    match source.below(8) {
        0..=5 => buffer(source, &mut seen),
        6 => arguments(source.rest(), &mut seen),
        _ => {
            let bytes = source.rest();
            read_buffer(&mut Source::new(bytes), bytes, &mut seen);
        }
    }
    seen
}
