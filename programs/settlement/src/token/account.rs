use anchor_lang::prelude::*;
use linesman_wire::{err, require_keys_eq};

use super::{
    extension,
    state::{check_token_owner, key, split, ACCOUNT},
};
use crate::error::SettlementError;

/// The fields of a token account that a pool reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenAccount {
    pub mint: Pubkey,
    pub owner: Pubkey,
    pub amount: u64,
    pub frozen: bool,
}

impl TokenAccount {
    /// Reads a token account on the way out of a pool: initialised, of SPL Token or Token-2022 (3007), with any
    /// extensions (else 6209). The token program decides whether it can receive, and may give new accounts new
    /// extensions.
    #[inline(always)]
    pub fn base(info: &AccountInfo) -> Result<Self> {
        check_token_owner(info)?;
        Ok(parse(&info.try_borrow_data()?)?.0)
    }

    /// Reads a token account on the way into a pool: no extensions except ImmutableOwner (6209, with the reason in the
    /// log), so only a freeze can stop transfers.
    #[inline(always)]
    pub fn plain(info: &AccountInfo) -> Result<Self> {
        check_token_owner(info)?;
        let data = info.try_borrow_data()?;
        let (account, extensions) = parse(&data)?;
        check_plain(extensions)?;
        Ok(account)
    }

    /// Like [`base`](Self::base), for an account that must belong to `token_program` (6209) and have the mint `mint`
    /// (6231).
    pub fn base_of(info: &AccountInfo, token_program: &Pubkey, mint: &Pubkey) -> Result<Self> {
        check_program(info, token_program)?;
        let account = parse(&info.try_borrow_data()?)?.0;
        require_keys_eq!(account.mint, *mint, SettlementError::WrongMint);
        Ok(account)
    }

    /// Like [`plain`](Self::plain), for an account that must belong to `token_program` (6209) and have the mint `mint`
    /// (6231).
    pub fn plain_of(info: &AccountInfo, token_program: &Pubkey, mint: &Pubkey) -> Result<Self> {
        check_program(info, token_program)?;
        let data = info.try_borrow_data()?;
        let (account, extensions) = parse(&data)?;
        check_plain(extensions)?;
        require_keys_eq!(account.mint, *mint, SettlementError::WrongMint);
        Ok(account)
    }
}

/// Checks the owner of an account that nothing has been read of.
fn check_program(info: &AccountInfo, token_program: &Pubkey) -> Result<()> {
    if info.owner != token_program {
        msg!("{} is not an account of the token program", info.key);
        return err!(SettlementError::UnsupportedTokenAccount);
    }
    Ok(())
}

/// Checks that there is no extension except ImmutableOwner.
fn check_plain(extensions: &[u8]) -> Result<()> {
    match extension::first_refused(extensions, &[extension::IMMUTABLE_OWNER]) {
        Ok(None) => Ok(()),
        Ok(Some(number)) => {
            msg!("the token account has the extension {} ({})", extension::name(number), number);
            err!(SettlementError::UnsupportedTokenAccount)
        }
        Err(extension::Malformed) => {
            msg!("the extensions of the token account run past its end");
            err!(SettlementError::UnsupportedTokenAccount)
        }
    }
}

/// The account and its extensions, from the bytes that the token program has written.
#[inline(always)]
fn parse(data: &[u8]) -> Result<(TokenAccount, &[u8])> {
    read(data).ok_or_else(|| {
        msg!("the account is not an initialised token account");
        SettlementError::UnsupportedTokenAccount.into()
    })
}

/// Offsets of the token program: mint 0, owner 32, amount 64, state 108. A test holds them equal to the library, whose
/// decoder costs ten times as much.
#[inline(always)]
fn read(data: &[u8]) -> Option<(TokenAccount, &[u8])> {
    const KIND: u8 = 2;
    const FROZEN: u8 = 2;
    let (base, extensions) = split::<ACCOUNT>(data, KIND)?;
    let state = base[108];
    let amount = u64::from_le_bytes(*base[64..].first_chunk()?);
    let account = TokenAccount { mint: key(base, 0), owner: key(base, 32), amount, frozen: state == FROZEN };
    // 0 is not initialised.
    matches!(state, 1 | FROZEN).then_some((account, extensions))
}

#[cfg(test)]
mod tests {
    use anchor_spl::token_2022::spl_token_2022::{
        extension::{BaseStateWithExtensions, StateWithExtensions},
        state::{Account, AccountState},
    };
    use proptest::{prelude::*, test_runner::RngSeed};

    use super::*;
    use crate::token::state::tests::{bytes, extensions};

    /// As the library reads it.
    fn expected(data: &[u8]) -> Option<(TokenAccount, &[u8])> {
        let account = StateWithExtensions::<Account>::unpack(data).ok()?;
        let Account { mint, owner, amount, state, .. } = account.base;
        let read = TokenAccount { mint, owner, amount, frozen: state == AccountState::Frozen };
        // The library gives the entries only with its own lifetime.
        let start = data.len() - account.get_tlv_data().len();
        Some((read, &data[start..]))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4_000, rng_seed: RngSeed::Fixed(21), ..ProptestConfig::default() })]

        #[test]
        fn is_what_the_library_reads(
            mut data in bytes::<ACCOUNT>(), state in 0u8..=3, extensions in extensions::<ACCOUNT>(),
        ) {
            // Tags of values that may be absent, which the token program writes as 0 or 1.
            for place in [72, 109, 129] {
                data[place] &= 1;
                data[place + 1..place + 4].fill(0);
            }
            data[108] = state;
            data.extend(extensions);
            prop_assert_eq!(read(&data), expected(&data));
        }
    }

    #[test]
    fn other_accounts_are_not_read() {
        let mut account = vec![0; ACCOUNT];
        account[108] = 1;
        assert!(read(&account).is_some());
        for length in (0..ACCOUNT).chain([355]) {
            let mut data = account.clone();
            data.resize(length, 0);
            assert_eq!(read(&data), None, "{length}");
        }
        // A multisig has this size, whatever its bytes say; no other account has it.
        for length in [354, 355, 356] {
            let mut data = [&account[..], &[2]].concat();
            data.resize(length, 0);
            assert_eq!(read(&data).is_some(), length != 355, "{length}");
        }
        for kind in 0..=u8::MAX {
            assert_eq!(read(&[&account[..], &[kind]].concat()).is_some(), kind == 2, "{kind}");
        }
    }
}
