//! For programs that ask the oracle program by CPI instead of embedding the verifier.
//!
//! Return data is one register for the whole transaction: whoever sets it last is read. So the producer is checked, and
//! it is read directly after the call.

use crate::{Error, Verdict};

/// The verdict in return data, as `(producer, bytes)`, of the oracle program.
///
/// # Errors
/// [`InvalidOwner`](Error::InvalidOwner) when there is none or another program made it,
/// [`SerializationFailed`](Error::SerializationFailed) when it is not exactly one byte, 0 or 1.
pub fn verdict(
    return_data: Option<(&[u8; 32], &[u8])>,
    oracle_program: &[u8; 32],
) -> Result<Verdict, Error> {
    match return_data {
        Some((producer, data)) if producer == oracle_program => match data {
            [0] => Ok(Verdict::False),
            [1] => Ok(Verdict::True),
            _ => Err(Error::SerializationFailed),
        },
        _ => Err(Error::InvalidOwner),
    }
}

/// The verdict of the oracle program that was called just now. On the host there is no call: always an error.
///
/// # Errors
/// As [`verdict`].
#[cfg(target_os = "solana")]
pub fn read_verdict(oracle_program: &[u8; 32]) -> Result<Verdict, Error> {
    // Two bytes, so that a longer answer is seen as one.
    let mut buffer = [0; 2];
    let mut producer = [0; 32];
    let length = crate::memory::return_data(&mut buffer, &mut producer);
    let data = match length {
        0 => return Err(Error::InvalidOwner),
        1 => buffer.get(..1),
        _ => buffer.get(..),
    };
    verdict(data.map(|data| (&producer, data)), oracle_program)
}

/// The verdict of the oracle program that was called just now. On the host there is no call: always an error.
///
/// # Errors
/// Always [`InvalidOwner`](Error::InvalidOwner).
#[cfg(not(target_os = "solana"))]
pub fn read_verdict(oracle_program: &[u8; 32]) -> Result<Verdict, Error> {
    verdict(None, oracle_program)
}
