//! For programs that call the oracle program by CPI instead of embedding the verifier.
//!
//! A transaction has a single return-data slot, and the last program to write it wins. So read it directly after the
//! call and check which program produced it.

use crate::{
    rule::{refuse, require},
    Error, Verdict,
};

/// The oracle program's verdict in return data, given as `(producer, bytes)`.
///
/// # Errors
/// [`InvalidOwner`](Error::InvalidOwner) when there is no return data or another program produced it,
/// [`SerializationFailed`](Error::SerializationFailed) when it is not exactly one byte, 0 or 1.
pub fn verdict(return_data: Option<(&[u8; 32], &[u8])>, oracle_program: &[u8; 32]) -> Result<Verdict, Error> {
    let (producer, data) = return_data.ok_or(Error::InvalidOwner)?;
    require!(ReturnProducer, producer == oracle_program, Error::InvalidOwner);
    match data {
        [0] => Ok(Verdict::False),
        [1] => Ok(Verdict::True),
        _ => {
            refuse!(ReturnByte, Error::SerializationFailed);
            Ok(Verdict::True)
        }
    }
}

/// The verdict of the oracle program that was just called. Always an error on the host, where there is no CPI.
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
