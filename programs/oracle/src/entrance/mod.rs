//! The program's entry point: an entrance in front of Anchor's.
//!
//! Anchor copies accounts and arguments to the heap before a handler sees them, which costs a validation as much as its
//! hashing. The entrance reads both where they lie and gives them to the same functions of `linesman-verifier` as the
//! handlers do. It answers a call only when it finds nothing wrong or unusual; any other call goes to Anchor's entry
//! point as it came. So the handlers define what every instruction does, errors included, and `tests/entrance` holds
//! the entrance equal to them.
//!
//! Nothing unusual means: the instruction's accounts and no others, none of them twice, a user without data, nothing
//! behind the arguments. A caller that sends something else pays for both ways.

mod input;

use core::mem::MaybeUninit;

use anchor_lang::{prelude::*, solana_program::entrypoint};
use linesman_verifier::{ed25519, roots, same_bytes, validate, Hasher, Sha256, Trust, Verdict};
use linesman_wire::{
    in_place::{Reader, ScoresParts},
    oracle_config::{self, OracleKeys},
};

use crate::{
    instruction, instructions::VERIFY_SIGNATURE, signed_call::INSTRUCTIONS_SYSVAR, state::UserValidationState,
};
use input::{Call, Input};

#[cfg(not(feature = "cpi"))]
mod symbol {
    use super::*;

    /// Called by the runtime.
    ///
    /// # Safety
    /// `input` is the start of the accounts and the instruction data as the runtime serialises them.
    #[no_mangle]
    pub unsafe extern "C" fn entrypoint(input: *mut u8) -> u64 {
        // SAFETY: as above.
        match unsafe { answer(input) } {
            Some(verdict) => {
                anchor_lang::solana_program::program::set_return_data(&[verdict.is_true().into()]);
                entrypoint::SUCCESS
            }
            None => anchor(input),
        }
    }

    /// Anchor's entry point.
    #[cold]
    #[inline(never)]
    fn anchor(input: *mut u8) -> u64 {
        // SAFETY: `entrypoint` has the same contract, and the entrance has not changed the input.
        let (program_id, accounts, data) = unsafe { entrypoint::deserialize(input) };
        match crate::entry(program_id, &accounts, data) {
            Ok(()) => entrypoint::SUCCESS,
            Err(error) => error.into(),
        }
    }

    entrypoint::custom_heap_default!();
    entrypoint::custom_panic_default!();
}

/// The verdict of a valid call, with the credit taken if it costs one. `None`, with nothing changed, for every other
/// call.
///
/// # Safety
/// `input` is the start of the accounts and the instruction data as the runtime serialises them.
#[inline(always)]
pub unsafe fn answer(input: *mut u8) -> Option<Verdict> {
    // SAFETY: the caller's promise, and as many accounts are read as there are.
    unsafe {
        let (count, input) = Input::new(input);
        match count {
            1 => unsigned(input),
            5 => signed(input),
            _ => None,
        }
    }
}

/// The number that an instruction's data starts with.
const fn tag(discriminator: &[u8]) -> u64 {
    match discriminator.first_chunk() {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => panic!("Anchor's discriminators have 8 bytes"),
    }
}

const STAT_V1: u64 = tag(instruction::ValidateStat::DISCRIMINATOR);
const STAT_V2: u64 = tag(instruction::ValidateStatV2::DISCRIMINATOR);
const STAT_V3: u64 = tag(instruction::ValidateStatV3::DISCRIMINATOR);
const STAT_V4: u64 = tag(instruction::ValidateStatV4::DISCRIMINATOR);
const ODDS: u64 = tag(instruction::ValidateOdds::DISCRIMINATOR);
const ODDS_V4: u64 = tag(instruction::ValidateOddsV4::DISCRIMINATOR);
const FIXTURE: u64 = tag(instruction::ValidateFixture::DISCRIMINATOR);
const FIXTURE_BATCH: u64 = tag(instruction::ValidateFixtureBatch::DISCRIMINATOR);

type DailyRoots = [u8; roots::DAILY_SIZE];
type FixturesRoots = [u8; roots::FIXTURES_SIZE];

/// Instructions whose only account are the roots.
///
/// # Safety
/// The input has one account.
#[inline(always)]
unsafe fn unsigned(mut input: Input) -> Option<Verdict> {
    // SAFETY: the caller's promise; an account that is not read is still there.
    unsafe {
        if let Some(roots) = input.account() {
            let roots: &DailyRoots = roots.own_data()?;
            let Call { tag, arguments } = input.call()?;
            return match tag {
                STAT_V2 => stat_v2(roots, arguments),
                STAT_V3 => stat_v3(roots, arguments),
                STAT_V1 => stat_v1(roots, arguments),
                ODDS => odds(roots, arguments),
                _ => None,
            };
        }
        let roots: &FixturesRoots = input.account()?.own_data()?;
        let Call { tag, arguments } = input.call()?;
        match tag {
            FIXTURE => fixture(roots, arguments),
            FIXTURE_BATCH => fixture_batch(roots, arguments),
            _ => None,
        }
    }
}

// Each instruction has its own function, not inlined: in a large one, registers spill.

#[inline(never)]
fn stat_v1(roots: &DailyRoots, arguments: &[u8]) -> Option<Verdict> {
    let mut summary = MaybeUninit::uninit();
    let input = Reader::new(arguments).stat_v1(&mut summary)?;
    validate::stat_v1::<Sha256>(&input, roots, Trust::AnyOne).ok()
}

#[inline(never)]
fn stat_v2(roots: &DailyRoots, arguments: &[u8]) -> Option<Verdict> {
    let mut parts = ScoresParts::new();
    let mut reader = Reader::new(arguments);
    let proof = reader.single(&mut parts)?;
    validate::stat_by::<Sha256>(&proof, roots, Trust::AnyOne, |facts| reader.evaluate(facts)).ok()
}

#[inline(never)]
fn stat_v3(roots: &DailyRoots, arguments: &[u8]) -> Option<Verdict> {
    let mut parts = ScoresParts::new();
    let mut reader = Reader::new(arguments);
    let proof = reader.multi(&mut parts)?;
    validate::stat_by::<Sha256>(&proof, roots, Trust::AnyOne, |facts| reader.evaluate(facts)).ok()
}

#[inline(never)]
fn odds(roots: &DailyRoots, arguments: &[u8]) -> Option<Verdict> {
    let mut summary = MaybeUninit::uninit();
    validate::odds::<Sha256>(&Reader::new(arguments).odds(&mut summary)?, roots).ok()
}

#[inline(never)]
fn fixture(roots: &FixturesRoots, arguments: &[u8]) -> Option<Verdict> {
    let mut summary = MaybeUninit::uninit();
    validate::fixture::<Sha256>(&Reader::new(arguments).fixture(&mut summary)?, roots).ok()
}

#[inline(never)]
fn fixture_batch(roots: &FixturesRoots, arguments: &[u8]) -> Option<Verdict> {
    let mut metadata = MaybeUninit::uninit();
    validate::fixture_batch::<Sha256>(&Reader::new(arguments).fixture_batch(&mut metadata)?, roots).ok()
}

/// Instructions that take a signed payload and a credit.
///
/// # Safety
/// The input has five accounts.
#[inline(always)]
unsafe fn signed(mut input: Input) -> Option<Verdict> {
    // SAFETY: the caller's promise.
    let (user, credits, (sysvar, instructions), roots, config, Call { tag, arguments }) = unsafe {
        (
            input.account::<0>()?,
            input.account::<{ UserValidationState::SIZE }>()?,
            input.key_and_data()?,
            input.account::<{ roots::DAILY_SIZE }>()?,
            input.account::<{ oracle_config::SIZE }>()?,
            input.call()?,
        )
    };
    let is_plain = user.is_signer()
        && user.is_writable()
        && credits.is_writable()
        && same_bytes(sysvar, INSTRUCTIONS_SYSVAR.as_array());
    if !is_plain {
        return None;
    }
    let keys = OracleKeys::read(config.own_data()?)?;
    let message = ed25519::previous_signed_message(Some(&VERIFY_SIGNATURE), instructions, keys.as_slice()).ok()?;
    let verdict = match tag {
        STAT_V4 => stat_v4(roots.own_data()?, arguments, message)?,
        ODDS_V4 => odds_v4(roots.own_data()?, arguments, message)?,
        _ => return None,
    };
    // Last, because a call that is not answered must leave the input as it was.
    UserValidationState::take_credit(credits.own_data()?, user.key())?;
    Some(verdict)
}

#[inline(never)]
fn stat_v4(roots: &DailyRoots, arguments: &[u8], message: &[u8; 32]) -> Option<Verdict> {
    let mut parts = ScoresParts::new();
    let mut reader = Reader::new(arguments);
    let proof = reader.multi(&mut parts)?;
    let payload = arguments.get(..arguments.len().checked_sub(reader.rest().len())?)?;
    check_payload(payload, message)?;
    validate::stat_by::<Sha256>(&proof, roots, Trust::AnyOne, |facts| reader.evaluate(facts)).ok()
}

#[inline(never)]
fn odds_v4(roots: &DailyRoots, arguments: &[u8], message: &[u8; 32]) -> Option<Verdict> {
    check_payload(arguments, message)?;
    odds(roots, arguments)
}

/// The handlers put the payload together again to hash it. It has one encoding, so that gives the bytes received.
#[inline(always)]
fn check_payload(payload: &[u8], message: &[u8; 32]) -> Option<()> {
    ed25519::check_message(message, &Sha256::hashv(&[payload])).ok()
}
