//! The bytes of a roots account that this program wrote.

use anchor_lang::prelude::*;
use linesman_verifier::same_bytes;
use std::cell::Ref;

/// Borrows the account's data after the one check that makes it trustworthy: its owner is this program (2004). Only this
/// program can have written it, and it writes roots accounts at their canonical addresses only.
#[inline(always)]
pub fn borrow<'a>(account: &'a AccountInfo) -> Result<Ref<'a, &'a mut [u8]>> {
    if !same_bytes(account.owner.as_array(), crate::ID.as_array()) {
        return Err(foreign());
    }
    Ok(account.data.borrow())
}

#[cold]
#[inline(never)]
fn foreign() -> Error {
    ErrorCode::ConstraintOwner.into()
}
