use anchor_lang::prelude::*;
use linesman_wire::err;

use super::{
    extension,
    state::{check_token_owner, split, MINT},
};
use crate::error::SettlementError;

/// The accepted extensions. None of them can ever move, freeze, burn or take a share of tokens.
const ALLOWED: [u16; 6] = [
    extension::METADATA_POINTER,
    extension::TOKEN_METADATA,
    extension::GROUP_POINTER,
    extension::TOKEN_GROUP,
    extension::GROUP_MEMBER_POINTER,
    extension::TOKEN_GROUP_MEMBER,
];

/// The fields of a mint that a pool reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mint {
    pub decimals: u8,
}

impl Mint {
    /// Reads a mint on the way out of a pool: initialised, of SPL Token or Token-2022 (3007), with any extensions (else
    /// 6208).
    ///
    /// IMPORTANT: the mint's authority can add some extensions after a market is created. Payouts, sweeps, closing and
    /// refunds must not depend on extensions, or that authority could lock every stake.
    #[inline(always)]
    pub fn base(info: &AccountInfo) -> Result<Self> {
        check_token_owner(info)?;
        Ok(parse(&info.try_borrow_data()?)?.0)
    }

    /// Reads a mint on the way into a pool: SPL Token, or Token-2022 with only metadata and groups (6208, with the
    /// reason in the log).
    #[inline(always)]
    pub fn money(info: &AccountInfo) -> Result<Self> {
        check_token_owner(info)?;
        let data = info.try_borrow_data()?;
        let (mint, extensions) = parse(&data)?;
        match extension::first_refused(extensions, &ALLOWED) {
            Ok(None) => Ok(mint),
            Ok(Some(number)) => {
                msg!("the mint has the extension {} ({})", extension::name(number), number);
                err!(SettlementError::UnsupportedMint)
            }
            Err(extension::Malformed) => {
                msg!("the extensions of the mint run past its end");
                err!(SettlementError::UnsupportedMint)
            }
        }
    }
}

/// The mint and its extensions, from the bytes that the token program has written.
#[inline(always)]
fn parse(data: &[u8]) -> Result<(Mint, &[u8])> {
    read(data).ok_or_else(|| {
        msg!("the account is not an initialised mint");
        SettlementError::UnsupportedMint.into()
    })
}

/// Offsets of the token program: decimals 44, initialised 45. A test holds them equal to the library.
#[inline(always)]
fn read(data: &[u8]) -> Option<(Mint, &[u8])> {
    const KIND: u8 = 1;
    let (base, extensions) = split::<MINT>(data, KIND)?;
    (base[45] == 1).then_some((Mint { decimals: base[44] }, extensions))
}

#[cfg(test)]
mod tests {
    use anchor_spl::token_2022::spl_token_2022::{
        extension::{BaseStateWithExtensions, StateWithExtensions},
        state::Mint as State,
    };
    use proptest::{prelude::*, test_runner::RngSeed};

    use super::*;
    use crate::token::state::{
        tests::{bytes, extensions},
        ACCOUNT,
    };

    /// As the library reads it.
    fn expected(data: &[u8]) -> Option<(Mint, &[u8])> {
        let mint = StateWithExtensions::<State>::unpack(data).ok()?;
        let start = data.len() - mint.get_tlv_data().len();
        Some((Mint { decimals: mint.base.decimals }, &data[start..]))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4_000, rng_seed: RngSeed::Fixed(22), ..ProptestConfig::default() })]

        #[test]
        fn is_what_the_library_reads(
            mut data in bytes::<MINT>(), initialised in 0u8..=2, extensions in extensions::<MINT>(),
        ) {
            // Tags of values that may be absent, which the token program writes as 0 or 1.
            for place in [0, 46] {
                data[place] &= 1;
                data[place + 1..place + 4].fill(0);
            }
            data[45] = initialised;
            data.extend(extensions);
            prop_assert_eq!(read(&data), expected(&data));
        }
    }

    #[test]
    fn other_accounts_are_not_read() {
        let mut mint = vec![0; MINT];
        mint[45] = 1;
        assert!(read(&mint).is_some());
        for length in (0..MINT).chain(MINT + 1..=ACCOUNT).chain([355]) {
            let mut data = mint.clone();
            data.resize(length, 0);
            assert_eq!(read(&data), None, "{length}");
        }
        mint.resize(ACCOUNT, 0);
        // A multisig has this size, whatever its bytes say; no other account has it.
        for length in [354, 355, 356] {
            let mut data = [&mint[..], &[1]].concat();
            data.resize(length, 0);
            assert_eq!(read(&data).is_some(), length != 355, "{length}");
        }
        for kind in 0..=u8::MAX {
            assert_eq!(read(&[&mint[..], &[kind]].concat()).is_some(), kind == 1, "{kind}");
        }
    }
}
