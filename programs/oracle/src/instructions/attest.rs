//! `attest`: a key of an attester set vouches for published roots.

use anchor_lang::prelude::*;
use linesman_verifier::attestation;
use linesman_wire::{require, require_keys_eq};

use crate::error::OracleError;
use crate::state::attestation::vouch;
use crate::state::roots::{Kind, RootsAccount};
use crate::state::{Attestation, AttesterSet};

/// The most roots of one call; one transaction holds no more.
const MAX_ENTRIES: usize = 24;

/// A root that an attester has rebuilt from the records behind it.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug)]
pub struct AttestedRoot {
    /// The 5-minute slot of the day; for fixtures, the hour of the ten days.
    pub slot: u16,
    /// The root that the slot must hold.
    pub root: [u8; 32],
}

/// Accounts of `attest`.
#[derive(Accounts)]
#[instruction(kind: u8, period: u16)]
pub struct Attest<'info> {
    /// A key of the set; pays for the account with the period's first attestation.
    #[account(mut)]
    pub attester: Signer<'info>,
    /// The attester set. The address is checked in the handler.
    pub set: Box<Account<'info, AttesterSet>>,
    /// CHECK: the attestation of set, kind and period; created here if missing.
    #[account(mut, seeds = [Attestation::SEED, set.key().as_ref(), &[kind], &period.to_le_bytes()], bump)]
    pub attestation: UncheckedAccount<'info>,
    /// CHECK: the roots account of kind and period, at its canonical address.
    pub roots: UncheckedAccount<'info>,
    /// Creates the account.
    pub system_program: Program<'info, System>,
}

/// Vouches for 1 to 24 roots; nobody can take that back. One entry that does not hold refuses all, and one that is
/// there already changes nothing.
///
/// # Errors
/// In this order: 2006 wrong set, 6109 the signer is none of its keys, 6110 number of entries, 6113 kind, 6043 not the
/// first day of a fixtures window, 2006 wrong roots account, 6018 or 6008 attestation under another owner or of another
/// kind or version, 6018, 6011 or 6044, 6008, 6005 as for an insert, and for each entry 6013 slot out of range, 6007
/// nothing published, 6111 another root.
#[cold]
#[inline(never)]
pub(crate) fn attest(ctx: Context<Attest>, kind: u8, period: u16, entries: Vec<AttestedRoot>) -> Result<()> {
    let Attest { attester, set, attestation: account, roots, .. } = ctx.accounts;
    set.check_address(&set.key())?;
    let place = set.place_of(attester.key)?;
    require!((1..=MAX_ENTRIES).contains(&entries.len()), OracleError::InvalidEntries);
    let roots_kind = Kind::numbered(kind)?;
    require!(period.is_multiple_of(roots_kind.days), OracleError::InvalidEpochDayAlignment);
    let roots = RootsAccount::at(roots_kind, period, roots)?;

    if account.data_is_empty() && account.owner == &System::id() {
        let attestation = Attestation {
            version: attestation::VERSION,
            bump: ctx.bumps.attestation,
            kind,
            padding: 0,
            period,
            padding_2: [0; 2],
            set: set.key(),
            payer: attester.key(),
            made: Clock::get()?.unix_timestamp,
        };
        attestation.create(account, attester)?;
    }
    require_keys_eq!(*account.owner, crate::ID, OracleError::InvalidAccountOwner);
    let mut data = account.try_borrow_mut_data()?;
    let is_whole = data.starts_with(&attestation::DISCRIMINATOR)
        && data.len() == attestation::size(roots_kind.attested)
        && data[attestation::VERSION_AT] == attestation::VERSION;
    require!(is_whole, OracleError::AccountDiscriminatorMismatch);

    let roots = roots.read()?;
    for AttestedRoot { slot, root } in &entries {
        require!(roots.get(*slot)? == root, OracleError::AttestedRootMismatch);
        vouch(&mut data, usize::from(*slot), place);
    }
    Ok(())
}
