//! Both ways into the program, and their comparison.

use std::{collections::BTreeSet, slice};

use ::oracle::{
    entrance, entry, instruction, ValidateFixture, ValidateFixtureBatch, ValidateOdds, ValidateOddsV4, ValidateStat,
    ValidateStatV2, ValidateStatV3, ValidateStatV4,
};
use anchor_lang::{
    prelude::*,
    solana_program::{entrypoint::deserialize, program_error::ProgramError},
    Discriminator,
};
use linesman_verifier::Verdict;

use crate::input::{Call, Input, Place};

/// A call's outcome: the verdict or the error's number.
pub type Outcome = std::result::Result<bool, u64>;

/// The handlers of all validations, called as Anchor calls them. Unlike Anchor's entry point, which on the host drops
/// return data, this gives the verdict.
macro_rules! handlers {
    ($($handler:ident, $Name:ident, [$($argument:ident),*];)*) => {
        fn handle(
            program: &'static Pubkey,
            mut accounts: &'static [AccountInfo<'static>],
            data: &'static [u8],
        ) -> Option<Result<bool>> {
            $(
                if let Some(data) = data.strip_prefix(instruction::$Name::DISCRIMINATOR) {
                    return Some((|| {
                        let mut arguments = data;
                        let instruction::$Name { $($argument),* } =
                            AnchorDeserialize::deserialize(&mut arguments)
                                .map_err(|_| ErrorCode::InstructionDidNotDeserialize)?;
                        let (mut bumps, mut reallocs) = (Default::default(), BTreeSet::new());
                        let mut named =
                            $Name::try_accounts(program, &mut accounts, data, &mut bumps, &mut reallocs)?;
                        // SAFETY: the place outlives the call.
                        let named = unsafe { &mut *(&raw mut named) };
                        ::oracle::oracle::$handler(Context::new(program, named, accounts, bumps), $($argument),*)
                    })());
                }
            )*
            None
        }
    };
}

handlers! {
    validate_stat, ValidateStat,
        [ts, fixture_summary, fixture_proof, main_tree_proof, predicate, stat_a, stat_b, op];
    validate_stat_v2, ValidateStatV2, [payload, strategy];
    validate_stat_v3, ValidateStatV3, [payload, strategy];
    validate_stat_v4, ValidateStatV4, [payload, strategy];
    validate_odds, ValidateOdds, [ts, odds_snapshot, summary, sub_tree_proof, main_tree_proof];
    validate_odds_v4, ValidateOddsV4, [payload];
    validate_fixture, ValidateFixture, [snapshot, summary, sub_tree_proof, main_tree_proof];
    validate_fixture_batch, ValidateFixtureBatch, [index, metadata, proof];
}

fn number(error: ProgramError) -> u64 {
    error.into()
}

/// The outcome behind Anchor's entry point, and the input afterwards.
pub fn through_anchor(call: &Call) -> (Outcome, Input) {
    let mut input = call.input();
    // SAFETY: a whole input, which outlives this function's use of what lies in it.
    let (program, list, data) = unsafe { deserialize(input.start()) };
    // SAFETY: as above.
    let accounts = unsafe { slice::from_raw_parts(list.as_ptr(), list.len()) };
    let outcome = if program != &::oracle::ID {
        Err(number(Error::from(ErrorCode::DeclaredProgramIdMismatch).into()))
    } else {
        match handle(program, accounts, data) {
            Some(outcome) => outcome.map_err(|error| number(error.into())),
            None => Err(number(Error::from(ErrorCode::InstructionFallbackNotFound).into())),
        }
    };
    (outcome, input)
}

/// The error's number of Anchor's own entry point. It logs, so it is too slow for every mutation.
pub fn through_entry(call: &Call) -> std::result::Result<(), u64> {
    let mut input = call.input();
    // SAFETY: as above.
    let (program, list, data) = unsafe { deserialize(input.start()) };
    // SAFETY: as above.
    let accounts = unsafe { slice::from_raw_parts(list.as_ptr(), list.len()) };
    entry(program, accounts, data).map_err(number)
}

/// Compares both ways. The entrance answers the valid calls that are plain, and no other; where it does not answer, it
/// leaves the input as it was. Returns Anchor's outcome.
///
/// # Errors
/// A sentence about the difference.
pub fn compare(call: &Call) -> std::result::Result<Outcome, String> {
    let before = call.input();
    let mut input = before.clone();
    // SAFETY: a whole input.
    let answer = unsafe { entrance::answer(input.start()) }.map(Verdict::is_true);
    let (outcome, after) = through_anchor(call);
    match answer {
        None if input != before => Err("no answer, but the input is changed".into()),
        None if outcome.is_ok() && is_plain(call) => Err(format!("no answer, Anchor's is {outcome:?}")),
        None => Ok(outcome),
        Some(_) if !is_plain(call) => Err("an answer to an unusual call".into()),
        Some(verdict) if outcome != Ok(verdict) => Err(format!("answer {verdict}, Anchor's is {outcome:?}")),
        Some(_) if input.read_by_anchor() != after => Err("the accounts differ afterwards".into()),
        Some(_) => Ok(outcome),
    }
}

/// Whether the call is what clients send: exactly the instruction's accounts, each of them once, a user without data,
/// and nothing behind the arguments.
fn is_plain(call: &Call) -> bool {
    let user_is_plain = match call.places.as_slice() {
        [Place::Account(user), _, _, _, _] => user.data.is_empty(),
        [_] => true,
        _ => return false,
    };
    let shortened = Call { data: call.data[..call.data.len() - 1].to_vec(), ..call.clone() };
    user_is_plain
        && call.places.iter().all(|place| matches!(place, Place::Account(_)))
        // Without trailing bytes, the last one is needed.
        && through_anchor(&shortened).0 != through_anchor(call).0
}
