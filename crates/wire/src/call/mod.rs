//! A function for each instruction of both programs, for calls by CPI and for clients: you name the accounts and pass
//! the arguments. `tools/idl/rustCalls.ts` makes the functions from the IDLs.
//!
//! ```
//! # #[cfg(feature = "settlement")] {
//! use linesman_wire::call::{settlement, Pubkey};
//!
//! let [program, market, vault] = [[1; 32], [2; 32], [3; 32]].map(Pubkey::new_from_array);
//! let instruction = settlement::finalise(program, &settlement::FinaliseAccounts { market, vault });
//! assert_eq!(instruction.accounts.len(), 2); // for `invoke`, or for a transaction
//! # }
//! ```

pub use solana_instruction::{AccountMeta, Instruction};
pub use solana_pubkey::Pubkey;

use crate::codec::AnchorSerialize;

#[cfg(feature = "oracle")]
#[rustfmt::skip]
pub mod oracle;
#[cfg(feature = "settlement")]
#[rustfmt::skip]
pub mod settlement;

/// Appends an argument. A `Vec` takes every byte.
fn write<T: AnchorSerialize + ?Sized>(data: &mut Vec<u8>, value: &T) {
    value.serialize(data).expect("a Vec takes every byte");
}
