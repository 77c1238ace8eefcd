use anchor_lang::prelude::*;
use linesman_verifier::{
    attestation::{vouchers, Account, Kind},
    Error as Refusal, OrderKey, Sha256, SlotTime,
};
use linesman_wire::err;

use super::refused;
use crate::{
    error::SettlementError,
    terms::{AttestersView, TermsView},
};

/// Checks that enough attesters vouch for the root of the slot that an order key names, if the terms ask for any: 6263
/// for too few or without the account, 6107 for another account.
///
/// IMPORTANT: every way to decide a market by a proof comes here. A result's vouchers were checked by
/// [`check_vouchers`] when it was posted.
#[inline(always)]
pub fn check_attested(terms: &TermsView, order_key: u64, attestation: Option<&AccountInfo>) -> Result<()> {
    match terms.attesters() {
        None => Ok(()),
        Some(attesters) => check_vouchers(&attesters, terms.oracle_program, order_key, attestation),
    }
}

/// Checks that `least` keys of the set vouch for the root of the slot that an order key names: errors as above.
#[inline(never)]
pub fn check_vouchers(
    attesters: &AttestersView,
    oracle_program: &[u8; 32],
    order_key: u64,
    attestation: Option<&AccountInfo>,
) -> Result<()> {
    let found = match attestation {
        None => 0,
        Some(account) => {
            // The market is borrowed, and no attestation.
            let data = account.try_borrow_data().map_err(|_| refused(Refusal::WrongAttestation))?;
            let account = Account { owner: account.owner.as_array(), address: account.key.as_array(), data: &data };
            let SlotTime { epoch_day: day, slot } = OrderKey::slot_of(order_key);
            vouchers::<Sha256>(&account, oracle_program, attesters.set, Kind::Scores, day, slot).map_err(refused)?
        }
    };
    if found < u32::from(attesters.least) {
        msg!("{} attesters vouch for the root, must be {}", found, attesters.least);
        return err!(SettlementError::NotAttested);
    }
    Ok(())
}
