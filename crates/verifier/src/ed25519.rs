//! The instruction that carries the oracle's signature over a v4 payload.
//!
//! The runtime's Ed25519 program verifies the signature, or, for compute units, an instruction of the calling program
//! ([`OwnInstruction`]). The program must check *what* was verified: that one of the two ran the instruction, that key
//! and message lie inside that instruction, and that both have the expected values.

use crate::{
    path::same_bytes,
    rule::{refuse, require},
    Error,
};

/// Address of the Ed25519 program, `Ed25519SigVerify111111111111111111111111111`.
pub const PROGRAM_ID: [u8; 32] = [
    3, 125, 70, 214, 124, 147, 251, 190, 18, 249, 66, 143, 131, 141, 64, 255, 5, 112, 116, 73, 39, 244, 138, 100, 252,
    202, 112, 68, 128, 0, 0, 0,
];

/// Address of the instructions sysvar, `Sysvar1nstructions1111111111111111111111111`.
pub const INSTRUCTIONS_SYSVAR_ID: [u8; 32] = [
    6, 167, 213, 23, 24, 123, 209, 102, 53, 218, 212, 4, 85, 253, 194, 192, 193, 36, 198, 143, 33, 86, 117, 165, 219,
    186, 203, 95, 8, 0, 0, 0,
];

/// The only accepted header: one signature, padding 0, signature at offset 48, key at 16, 32-byte message at 112, all
/// of them in this instruction (index 0xffff).
///
/// With any other index the precompile could verify bytes of another instruction than the ones read here.
pub const HEADER: [u8; 16] = [1, 0, 48, 0, 0xff, 0xff, 16, 0, 0xff, 0xff, 112, 0, 32, 0, 0xff, 0xff];

/// Length of key, signature and message.
const BODY_SIZE: usize = 32 + 64 + 32;

/// Length of the whole instruction data: header, key, signature, message.
pub const DATA_SIZE: usize = 16 + BODY_SIZE;

/// The instruction by which the calling program verifies a signature itself. Its data are the discriminator, key,
/// signature and message, and it must fail unless [`signature::verify`](crate::signature::verify) accepts them.
#[derive(Clone, Copy, Debug)]
pub struct OwnInstruction {
    /// The address of the calling program.
    pub program_id: [u8; 32],
    /// What no other instruction of that program begins with.
    pub discriminator: [u8; 8],
}

impl OwnInstruction {
    /// From Anchor's discriminator.
    ///
    /// # Panics
    /// When compiled, unless the discriminator has 8 bytes.
    #[must_use]
    #[allow(clippy::panic)]
    pub const fn new(program_id: [u8; 32], discriminator: &[u8]) -> Self {
        match discriminator.first_chunk() {
            Some(first) => Self { program_id, discriminator: *first },
            None => panic!("a discriminator of 8 bytes"),
        }
    }
}

/// Checks that the given instruction, the one directly before the current one, is a signature of `digest` by one of
/// `keys`, verified by the Ed25519 program or by `own`.
///
/// # Errors
/// As [`signed_message`], then [`MessageMismatch`](Error::MessageMismatch).
pub fn check_instruction(
    own: Option<&OwnInstruction>,
    program_id: &[u8; 32],
    data: &[u8],
    keys: &[[u8; 32]],
    digest: &[u8; 32],
) -> Result<(), Error> {
    check_message(signed_message(own, program_id, data, keys)?, digest)
}

/// Like [`check_instruction`], from the bytes of the instructions sysvar. The caller must have checked the account's
/// address against [`INSTRUCTIONS_SYSVAR_ID`].
///
/// # Errors
/// As [`previous_signed_message`], then [`MessageMismatch`](Error::MessageMismatch).
pub fn check_previous_instruction(
    own: Option<&OwnInstruction>,
    instructions_sysvar: &[u8],
    keys: &[[u8; 32]],
    digest: &[u8; 32],
) -> Result<(), Error> {
    check_message(previous_signed_message(own, instructions_sysvar, keys)?, digest)
}

/// Checks that the signed message is the digest of the proof.
///
/// # Errors
/// [`MessageMismatch`](Error::MessageMismatch).
pub fn check_message(message: &[u8; 32], digest: &[u8; 32]) -> Result<(), Error> {
    require!(SignatureMessage, same_bytes(message, digest), Error::MessageMismatch);
    Ok(())
}

/// The message that one of `keys` has signed. This is the first half of [`check_instruction`], for callers that check
/// the signature before they can compute the digest.
///
/// # Errors
/// In this order: [`InvalidSignatureProgram`](Error::InvalidSignatureProgram),
/// [`InvalidSignatureLayout`](Error::InvalidSignatureLayout),
/// [`InvalidOracleSignature`](Error::InvalidOracleSignature).
pub fn signed_message<'a>(
    own: Option<&OwnInstruction>,
    program_id: &[u8; 32],
    data: &'a [u8],
    keys: &[[u8; 32]],
) -> Result<&'a [u8; 32], Error> {
    let is_runtime = same_bytes(program_id, &PROGRAM_ID);
    let own = own.filter(|own| !is_runtime && same_bytes(program_id, &own.program_id));
    let own = own.and_then(|own| data.strip_prefix(&own.discriminator));
    require!(SignatureProgram, is_runtime || own.is_some(), Error::InvalidSignatureProgram);
    let body: &[u8; BODY_SIZE] = match own {
        Some(body) => body.try_into().map_err(|_| Error::InvalidSignatureLayout)?,
        None => without_header(data)?,
    };
    let (Some(key), Some(message)) = (body.first_chunk::<32>(), body.last_chunk::<32>()) else {
        return Err(Error::InvalidSignatureLayout);
    };
    let is_trusted = keys.iter().any(|trusted| same_bytes(trusted, key));
    require!(SignatureKey, is_trusted, Error::InvalidOracleSignature);
    Ok(message)
}

/// Key, signature and message of an instruction of the Ed25519 program.
#[inline(always)]
fn without_header(data: &[u8]) -> Result<&[u8; BODY_SIZE], Error> {
    require!(SignatureLength, data.len() == DATA_SIZE, Error::InvalidSignatureLayout);
    let (header, body) = data.split_first_chunk::<16>().ok_or(Error::InvalidSignatureLayout)?;
    let is_accepted = u128::from_le_bytes(*header) == u128::from_le_bytes(HEADER);
    require!(SignatureHeader, is_accepted, Error::InvalidSignatureLayout);
    body.first_chunk().ok_or(Error::InvalidSignatureLayout)
}

/// Like [`signed_message`], for the instruction directly before the current one, from the bytes of the instructions
/// sysvar.
///
/// # Errors
/// [`MissingSignatureInstruction`](Error::MissingSignatureInstruction) when the current instruction is the first, then
/// as [`signed_message`].
pub fn previous_signed_message<'a>(
    own: Option<&OwnInstruction>,
    instructions_sysvar: &'a [u8],
    keys: &[[u8; 32]],
) -> Result<&'a [u8; 32], Error> {
    let Some((program_id, data)) = previous_instruction(instructions_sysvar) else {
        refuse!(SignaturePresent, Error::MissingSignatureInstruction);
        return Ok(&[0; 32]);
    };
    signed_message(own, program_id, data, keys)
}

/// Program id and data of the instruction directly before the current one; `None` if there is none.
///
/// Sysvar layout: u16 count, one u16 offset per instruction, the instructions, u16 current index. Each instruction: u16
/// number of accounts, 33 bytes per account (flags, key), program id, u16 length, data.
#[must_use]
pub fn previous_instruction(instructions_sysvar: &[u8]) -> Option<(&[u8; 32], &[u8])> {
    let (instructions, current) = instructions_sysvar.split_last_chunk::<2>()?;
    let previous = usize::from(u16::from_le_bytes(*current).checked_sub(1)?);
    let place = previous.checked_mul(2)?.checked_add(2)?;
    let offset = u16_at(instructions, place)?;
    let accounts = u16_at(instructions, offset)?;
    let program = accounts.checked_mul(33)?.checked_add(offset)?.checked_add(2)?;
    let (program_id, rest) = instructions.get(program..)?.split_first_chunk::<32>()?;
    let (length, rest) = rest.split_first_chunk::<2>()?;
    let data = rest.get(..usize::from(u16::from_le_bytes(*length)))?;
    Some((program_id, data))
}

fn u16_at(bytes: &[u8], place: usize) -> Option<usize> {
    let value = bytes.get(place..)?.first_chunk::<2>()?;
    Some(usize::from(u16::from_le_bytes(*value)))
}
