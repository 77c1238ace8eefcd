//! The instruction that carries the oracle's signature over a v4 payload.
//!
//! The runtime's Ed25519 program verifies the signature, or, at the cost of units, an instruction of the calling program
//! with the same data ([`verify_instruction`]). The program must check *what* was verified: that one of the two ran the
//! instruction, that key and message lie inside that instruction, and that both have the expected values.

use crate::{
    path::same_bytes,
    rule::{refuse, require},
    signature, Error,
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

/// The beginning of [`HEADER`], by which a program knows its instruction that verifies a signature itself.
pub const DISCRIMINATOR: &[u8] = &[1, 0, 48, 0, 0xff, 0xff, 16, 0];

/// Length of the whole instruction data: header, key, signature, message.
pub const DATA_SIZE: usize = 16 + 32 + 64 + 32;

/// What the Ed25519 program does with the same data, in the calling program: verifies one signature. `rest` is the
/// header without [`DISCRIMINATOR`].
///
/// # Errors
/// [`InvalidSignatureLayout`](Error::InvalidSignatureLayout), then
/// [`InvalidOracleSignature`](Error::InvalidOracleSignature).
pub fn verify_instruction(
    rest: &[u8; 8],
    key: &[u8; 32],
    signature: &[u8; 64],
    message: &[u8; 32],
) -> Result<(), Error> {
    if HEADER.last_chunk() != Some(rest) {
        return Err(Error::InvalidSignatureLayout);
    }
    if !signature::verify(key, signature, message) {
        return Err(Error::InvalidOracleSignature);
    }
    Ok(())
}

/// Checks that the given instruction, the one directly before the current one, is a signature of `digest` by one of
/// `keys`, verified by the Ed25519 program or by `own`.
///
/// IMPORTANT: `own` is the address of the calling program, and only if that has an instruction that begins with
/// [`DISCRIMINATOR`] and calls [`verify_instruction`]. Any other program passes [`PROGRAM_ID`] instead.
///
/// # Errors
/// As [`signed_message`], then [`MessageMismatch`](Error::MessageMismatch).
pub fn check_instruction(
    own: &[u8; 32],
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
    own: &[u8; 32],
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
    own: &[u8; 32],
    program_id: &[u8; 32],
    data: &'a [u8],
    keys: &[[u8; 32]],
) -> Result<&'a [u8; 32], Error> {
    let is_verified = same_bytes(program_id, &PROGRAM_ID) || same_bytes(program_id, own);
    require!(SignatureProgram, is_verified, Error::InvalidSignatureProgram);
    require!(SignatureLength, data.len() == DATA_SIZE, Error::InvalidSignatureLayout);
    let data = data.first_chunk::<DATA_SIZE>().ok_or(Error::InvalidSignatureLayout)?;
    let (Some((header, body)), Some(message)) = (data.split_first_chunk::<16>(), data.last_chunk::<32>()) else {
        return Err(Error::InvalidSignatureLayout);
    };
    let is_accepted = u128::from_le_bytes(*header) == u128::from_le_bytes(HEADER);
    require!(SignatureHeader, is_accepted, Error::InvalidSignatureLayout);
    let key = body.first_chunk::<32>().ok_or(Error::InvalidOracleSignature)?;
    let is_trusted = keys.iter().any(|trusted| same_bytes(trusted, key));
    require!(SignatureKey, is_trusted, Error::InvalidOracleSignature);
    Ok(message)
}

/// Like [`signed_message`], for the instruction directly before the current one, from the bytes of the instructions
/// sysvar.
///
/// # Errors
/// [`MissingSignatureInstruction`](Error::MissingSignatureInstruction) when the current instruction is the first, then
/// as [`signed_message`].
pub fn previous_signed_message<'a>(
    own: &[u8; 32],
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
