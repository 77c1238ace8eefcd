//! Access to the bytes of a roots account.

use anchor_lang::prelude::*;
use linesman_verifier::{same_bytes, Rule};
use std::cell::Ref;

/// Borrows the account's data after checking its owner (2004). That is enough: only this program can have written the
/// data, and it writes roots accounts only at their canonical addresses.
#[inline(always)]
pub fn borrow<'a>(account: &'a AccountInfo) -> Result<Ref<'a, &'a mut [u8]>> {
    if !same_bytes(account.owner.as_array(), crate::ID.as_array()) && !Rule::RootsOwner.is_removed() {
        return Err(foreign());
    }
    Ok(account.data.borrow())
}

#[cold]
#[inline(never)]
fn foreign() -> Error {
    ErrorCode::ConstraintOwner.into()
}
