//! All seeds and addresses of the program.

use anchor_lang::prelude::*;
use linesman_verifier::{same_bytes, Hasher, Sha256};
use linesman_wire::require;

use crate::{
    error::SettlementError,
    terms::{Attesters, FinalityPolicy},
};

/// Market: `market`, creator, id (u64 little endian).
pub const MARKET: &[u8] = b"market";
/// Vault: `vault`, market or parlay.
pub const VAULT: &[u8] = b"vault";
/// Parlay: `parlay`, creator, id (u64 little endian).
pub const PARLAY: &[u8] = b"parlay";
/// Position: `position`, market or parlay, owner, outcome.
pub const POSITION: &[u8] = b"position";
/// Proof buffer: `buffer`, owner, id (u64 little endian).
pub const BUFFER: &[u8] = b"buffer";
/// Result: `result`, oracle program, fixture id (i64 little endian), sport, finality policy, attester set (zeros:
/// none), `least` (0: none).
pub const RESULT: &[u8] = b"result";

/// The most seeds of an address, its bump included.
const MAX_SEEDS: usize = 6;

/// The PDA of these seeds, at most six; the last one is the stored bump.
///
/// Computes `create_program_address` without the off-curve test, at a fifth of the cost. The stored bumps come from
/// [`bump_of_new`] or `find_program_address`, which have made that test. Seeds that lie side by side may be passed as
/// one: only their bytes count, and each piece costs ten units.
#[inline(always)]
pub fn address<const N: usize>(seeds: [&[u8]; N]) -> [u8; 32] {
    const { assert!(N <= MAX_SEEDS) };
    let mut parts: [&[u8]; MAX_SEEDS + 2] = [&[]; MAX_SEEDS + 2];
    parts[..N].copy_from_slice(&seeds);
    parts[N] = crate::ID.as_array();
    parts[N + 1] = b"ProgramDerivedAddress";
    Sha256::hashv(&parts[..N + 2])
}

/// The bump of an account that is about to be created; `None` if `key` is not the canonical PDA of these seeds.
///
/// Gives what `find_program_address` gives, which costs 1,500 CU for each bump that it tries: hashing here costs a
/// fifth, and asking whether an address is on the curve 160. The address itself is not asked about, because the runtime
/// signs for no address on the curve.
pub fn bump_of_new(key: &Pubkey, seeds: &[&[u8]]) -> Option<u8> {
    for bump in (0..=u8::MAX).rev() {
        let mut with_bump: [&[u8]; MAX_SEEDS] = [&[]; MAX_SEEDS];
        let bump_seed = [bump];
        with_bump.get_mut(..seeds.len())?.copy_from_slice(seeds);
        *with_bump.get_mut(seeds.len())? = &bump_seed;
        // The seeds that are left empty add no byte.
        let address = Pubkey::new_from_array(address(with_bump));
        if same_bytes(key.as_array(), address.as_array()) {
            return Some(bump);
        }
        // IMPORTANT: the first address off the curve is the canonical one. With a lower bump an owner could have two
        // positions on one outcome.
        if !address.is_on_curve() {
            return None;
        }
    }
    None
}

/// Checks the address of a market or parlay (2006). `kind` is [`MARKET`] or [`PARLAY`].
///
/// IMPORTANT: the address carries all authority, so the bytes of an account count only at this address.
pub fn check_pool_account(kind: &[u8], key: &Pubkey, creator: &Pubkey, id: u64, bump: u8) -> Result<()> {
    let expected = address([kind, creator.as_ref(), &id.to_le_bytes(), &[bump]]);
    require!(same_bytes(key.as_array(), &expected), ErrorCode::ConstraintSeeds);
    Ok(())
}

/// Checks the address of a vault (6230).
///
/// IMPORTANT: anybody can create a token account with the market as its authority; only the one at this PDA is the
/// vault.
pub fn check_vault(key: &Pubkey, market: &Pubkey, bump: u8) -> Result<()> {
    let expected = address([VAULT, market.as_ref(), &[bump]]);
    require!(same_bytes(key.as_array(), &expected), SettlementError::WrongVault);
    Ok(())
}

/// Checks the address of an owner's position (6238). `tail`: outcome and bump.
pub fn check_position(key: &Pubkey, market: &Pubkey, owner: &Pubkey, tail: [u8; 2]) -> Result<()> {
    let expected = address([POSITION, market.as_ref(), owner.as_ref(), &tail]);
    require!(same_bytes(key.as_array(), &expected), SettlementError::WrongPosition);
    Ok(())
}

/// The seeds of a result between the word and the bump, as they lie side by side in the account.
pub type ResultSeeds = [u8; 32 + 8 + 1 + 1 + 32 + 1];

/// The seeds of the result of this subject.
#[inline(never)]
pub fn of_result(
    oracle: &Pubkey,
    fixture_id: i64,
    sport: u8,
    finality: FinalityPolicy,
    attesters: &Attesters,
) -> ResultSeeds {
    let mut seeds = [0; size_of::<ResultSeeds>()];
    seeds[..32].copy_from_slice(oracle.as_array());
    seeds[32..40].copy_from_slice(&fixture_id.to_le_bytes());
    seeds[40] = sport;
    seeds[41] = finality as u8;
    seeds[42..74].copy_from_slice(attesters.set.as_array());
    seeds[74] = attesters.least;
    seeds
}

/// The address of a result with these seeds and this bump.
#[inline(always)]
pub fn result(seeds: &ResultSeeds, bump: u8) -> [u8; 32] {
    address([RESULT, seeds, &[bump]])
}

/// Checks the address of an owner's buffer (6244).
pub fn check_buffer(key: &Pubkey, owner: &Pubkey, id: u64, bump: u8) -> Result<()> {
    let expected = address([BUFFER, owner.as_ref(), &id.to_le_bytes(), &[bump]]);
    require!(same_bytes(key.as_array(), &expected), SettlementError::WrongBuffer);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_account_is_at_the_canonical_address() {
        let mut tried = [0; 3];
        for id in 0u64..60 {
            let (market, owner) = (Pubkey::new_from_array([id as u8; 32]), Pubkey::new_from_array([9; 32]));
            let id = id.to_le_bytes();
            let all: [&[&[u8]]; 3] = [
                &[VAULT, market.as_ref()],
                &[POSITION, market.as_ref(), owner.as_ref(), &[1]],
                &[RESULT, market.as_ref(), &id, &[1, 2], owner.as_ref()],
            ];
            for seeds in all {
                let (address, bump) = Pubkey::find_program_address(seeds, &crate::ID);
                assert_eq!(bump_of_new(&address, seeds), Some(bump));
                assert_eq!(bump_of_new(&market, seeds), None);
                // Other addresses that the program could sign for.
                for lower in 0..bump {
                    let lower = [lower];
                    let with_bump = [seeds, &[&lower]].concat();
                    if let Ok(address) = Pubkey::create_program_address(&with_bump, &crate::ID) {
                        assert_eq!(bump_of_new(&address, seeds), None, "{lower:?}");
                        break;
                    }
                }
                tried[usize::from(u8::MAX - bump).min(2)] += 1;
            }
        }
        // Some canonical bumps are not the first.
        assert!(tried.iter().all(|count| *count > 0), "{tried:?}");
    }

    #[test]
    fn addresses_are_those_of_the_runtime() {
        let (creator, owner) = (Pubkey::new_from_array([3; 32]), Pubkey::new_from_array([9; 32]));
        for id in [0u64, 1, u64::MAX] {
            for kind in [PARLAY, MARKET] {
                let seeds = [kind, creator.as_ref(), &id.to_le_bytes()];
                let (account, bump) = Pubkey::find_program_address(&seeds, &crate::ID);
                check_pool_account(kind, &account, &creator, id, bump).unwrap();
                assert!(check_pool_account(VAULT, &account, &creator, id, bump).is_err());
                assert!(check_pool_account(kind, &account, &creator, id ^ 1, bump).is_err());
                assert!(check_pool_account(kind, &account, &owner, id, bump).is_err());
                assert!(check_pool_account(kind, &account, &creator, id, bump.wrapping_sub(1)).is_err());
            }
            let market = Pubkey::new_from_array([id as u8; 32]);

            let (vault, bump) = Pubkey::find_program_address(&[VAULT, market.as_ref()], &crate::ID);
            check_vault(&vault, &market, bump).unwrap();
            assert!(check_vault(&vault, &owner, bump).is_err());

            let seeds = [POSITION, market.as_ref(), owner.as_ref(), &[1]];
            let (position, bump) = Pubkey::find_program_address(&seeds, &crate::ID);
            check_position(&position, &market, &owner, [1, bump]).unwrap();
            assert!(check_position(&position, &market, &owner, [0, bump]).is_err());
            assert!(check_position(&position, &market, &creator, [1, bump]).is_err());
            assert!(check_position(&position, &owner, &owner, [1, bump]).is_err());

            let (buffer, bump) = Pubkey::find_program_address(&[BUFFER, owner.as_ref(), &id.to_le_bytes()], &crate::ID);
            check_buffer(&buffer, &owner, id, bump).unwrap();
            assert!(check_buffer(&buffer, &owner, id ^ 1, bump).is_err());
            assert!(check_buffer(&buffer, &creator, id, bump).is_err());
            assert!(check_buffer(&buffer, &owner, id, bump.wrapping_sub(1)).is_err());
        }
    }
}
