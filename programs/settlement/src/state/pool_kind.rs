use anchor_lang::prelude::*;
use linesman_wire::require;

use super::{market_in_place, pool_in_place::Unreadable, Market, MarketState, Parlay, ParlayState};
use crate::{
    owner::check_owner,
    pool::Conditions,
    seed,
    terms::{ParlayTerms, TermsView},
};

/// The two kinds of pool: accounts that take stakes and pay them out. Everything in which they differ for stakes,
/// payments and leftovers is here and in [`PoolInPlace`](super::PoolInPlace).
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolKind {
    Market,
    Parlay,
}

impl PoolKind {
    /// The kind of an account. Checks that this program owns it (3012, 3007) and that it is one of the two (3001,
    /// 3002), like Anchor's `Account`. For instructions that compare other accounts with it, or borrow them, before
    /// they read it.
    #[inline(always)]
    pub fn of(account: &AccountInfo) -> Result<Self> {
        check_owner(account, &[crate::ID])?;
        Ok(Self::read(&account.try_borrow_data()?)?)
    }

    /// Checks that the account is of this kind, see [`PoolKind::of`].
    #[inline(always)]
    pub fn check(self, account: &AccountInfo) -> Result<()> {
        require!(Self::of(account)? == self, ErrorCode::AccountDiscriminatorMismatch);
        Ok(())
    }

    /// The kind of an account's data. The caller must have checked that this program owns the account.
    #[inline(always)]
    pub(super) fn read(data: &[u8]) -> core::result::Result<Self, Unreadable> {
        let start = data.first_chunk::<8>().ok_or(Unreadable::NoDiscriminator)?;
        if start == Market::DISCRIMINATOR {
            Ok(Self::Market)
        } else if start == Parlay::DISCRIMINATOR {
            Ok(Self::Parlay)
        } else {
            Err(Unreadable::OtherDiscriminator)
        }
    }

    /// First seed of the account's address.
    #[inline(always)]
    pub(super) fn seed(self) -> &'static [u8] {
        match self {
            Self::Market => seed::MARKET,
            Self::Parlay => seed::PARLAY,
        }
    }

    /// Where the terms begin in the account.
    #[inline(always)]
    pub(super) fn terms_at(self) -> usize {
        match self {
            Self::Market => market_in_place::TERMS_AT,
            Self::Parlay => Parlay::HEAD,
        }
    }

    /// Whether this byte is the state Open.
    #[inline(always)]
    pub(super) fn is_open(self, state: u8) -> bool {
        match self {
            Self::Market => state == MarketState::Open as u8,
            Self::Parlay => state == ParlayState::Open as u8,
        }
    }

    /// Whether this byte is the state Final or Void.
    #[inline(always)]
    pub(super) fn is_decided(self, state: u8) -> bool {
        match self {
            Self::Market => state == MarketState::Final as u8 || state == MarketState::Void as u8,
            Self::Parlay => state == ParlayState::Final as u8 || state == ParlayState::Void as u8,
        }
    }

    /// The byte of the state Void.
    #[inline(always)]
    pub(super) fn void(self) -> u8 {
        match self {
            Self::Market => MarketState::Void as u8,
            Self::Parlay => ParlayState::Void as u8,
        }
    }

    /// The terms about stakes and money, from the Borsh bytes of the terms; `None` if they are none.
    #[inline(always)]
    pub(super) fn conditions(self, terms: &[u8]) -> Option<Conditions> {
        match self {
            Self::Market => TermsView::read(terms).map(|terms| terms.conditions()),
            Self::Parlay => ParlayTerms::conditions(terms),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_the_bytes_of_borsh() {
        use PoolKind::{Market, Parlay};
        fn byte(state: impl AnchorSerialize) -> u8 {
            let mut bytes = Vec::new();
            state.serialize(&mut bytes).unwrap();
            bytes[0]
        }
        let states = [
            (Market, byte(MarketState::Open), (true, false, false)),
            (Market, byte(MarketState::Proposed), (false, false, false)),
            (Market, byte(MarketState::Final), (false, true, false)),
            (Market, byte(MarketState::Void), (false, true, true)),
            (Parlay, byte(ParlayState::Open), (true, false, false)),
            (Parlay, byte(ParlayState::Final), (false, true, false)),
            (Parlay, byte(ParlayState::Void), (false, true, true)),
        ];
        for (kind, state, expected) in states {
            let found = (kind.is_open(state), kind.is_decided(state), kind.void() == state);
            assert_eq!(found, expected, "{kind:?} {state}");
        }
    }
}
