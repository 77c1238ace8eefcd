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
pub fn verdict(return_data: Option<(&[u8; 32], &[u8])>, oracle_program: &[u8; 32]) -> Result<Verdict, Error> {
    match return_data {
        Some((producer, data)) if producer == oracle_program => match data {
            [0] => Ok(Verdict::False),
            [1] => Ok(Verdict::True),
            _ => Err(Error::SerializationFailed),
        },
        _ => Err(Error::InvalidOwner),
    }
}

/// The verdict of the oracle program that was called just now. On the host nothing is called: always an error.
///
/// # Errors
/// As [`verdict`].
pub fn read_verdict(oracle_program: &[u8; 32]) -> Result<Verdict, Error> {
    #[cfg(target_os = "solana")]
    let data = crate::syscall::ReturnData::read();
    #[cfg(target_os = "solana")]
    let parts = data.parts();
    #[cfg(not(target_os = "solana"))]
    let parts = None;
    verdict(parts, oracle_program)
}
