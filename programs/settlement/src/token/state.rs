//! The layout that token accounts and mints have in common.

use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::owner::check_owner;

/// Size of a token account without extensions. In a mint with extensions, padding goes up to here.
pub const ACCOUNT: usize = 165;
/// Size of a mint without extensions.
pub const MINT: usize = 82;
/// Size of a multisig account, which has no kind: no other account has this size.
const MULTISIG: usize = 355;

/// Checks that the account exists (3012) and belongs to SPL Token or Token-2022 (3007).
#[inline(always)]
pub fn check_token_owner(account: &AccountInfo) -> Result<()> {
    check_owner(account, <TokenInterface as anchor_lang::Ids>::ids())
}

/// The base state of `SIZE` bytes and the entries of the extensions; `None` if the account is of another kind than
/// `kind`, the number that an account with extensions has after its base state.
#[inline(always)]
pub fn split<const SIZE: usize>(data: &[u8], kind: u8) -> Option<(&[u8; SIZE], &[u8])> {
    if data.len() == MULTISIG {
        return None;
    }
    let (base, rest) = data.split_first_chunk::<SIZE>()?;
    if rest.is_empty() {
        return Some((base, rest));
    }
    let (padding, rest) = rest.split_at_checked(ACCOUNT - SIZE)?;
    let (found, entries) = rest.split_first()?;
    (*found == kind && padding.iter().all(|byte| *byte == 0)).then_some((base, entries))
}

/// The 32 bytes at `offset`, a constant of the layout.
#[inline(always)]
pub fn key<const SIZE: usize>(base: &[u8; SIZE], offset: usize) -> Pubkey {
    let mut key = [0; 32];
    key.copy_from_slice(&base[offset..offset + 32]);
    Pubkey::new_from_array(key)
}

#[cfg(test)]
pub mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Any bytes.
    pub fn bytes<const SIZE: usize>() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(any::<u8>(), SIZE)
    }

    /// What may follow a base state of `SIZE` bytes: nothing, extensions as the token program writes them, with another
    /// kind or padding, or cut off.
    pub fn extensions<const SIZE: usize>() -> impl Strategy<Value = Vec<u8>> {
        let entries = prop::collection::vec(any::<u8>(), 0..60);
        let spoilt = prop::option::weighted(0.2, any::<prop::sample::Index>());
        (0u8..=3, entries, spoilt, prop::option::weighted(0.2, any::<prop::sample::Index>())).prop_map(
            |(kind, entries, spoilt, cut)| {
                let mut bytes = vec![0; ACCOUNT - SIZE];
                bytes.push(kind);
                bytes.extend(entries);
                if let Some(place) = spoilt {
                    let place = place.index(bytes.len());
                    bytes[place] ^= 1;
                }
                bytes.truncate(cut.map_or(bytes.len(), |cut| cut.index(bytes.len() + 1)));
                bytes
            },
        )
    }
}
