use anchor_lang::{prelude::*, solana_program::log::sol_log_data};
use linesman_verifier::same_bytes;
use linesman_wire::{err, mark, require_keys_eq};

use crate::{
    error::SettlementError,
    event::MarketSettled,
    result::{self, KnownResult},
    state::{Decided, MarketCopy, MarketInPlace, MatchResult, Shown, Unreadable},
    terms::{ReadTerms, TermsView},
};

/// Remaining accounts: the markets, writable. Any number of them. Those of other attesters than the result's are
/// skipped.
#[derive(Accounts)]
pub struct SettleMany<'info> {
    /// CHECK: the result; owner, layout and address are checked in the handler, which reads it in place.
    pub result: UncheckedAccount<'info>,
}

/// Settles every market that the result decides, and skips the others. Anybody may call this.
///
/// A contradicted result decides none; it voids those that a proof of its event has proposed.
///
/// The markets are not Anchor accounts, whose exit would end the batch for one bad market, and which would all be
/// decoded to the heap.
pub fn settle_many<'info>(ctx: Context<'info, SettleMany<'info>>) -> Result<()> {
    mark("entrance");
    let account = &ctx.accounts.result;
    require_keys_eq!(*account.owner, crate::ID, ErrorCode::AccountOwnedByWrongProgram);
    let data = account.try_borrow_data()?;
    let head = MatchResult::try_deserialize(&mut &data[..])?;
    head.check_address(account.key)?;
    let records = MatchResult::records(&data);
    let result = KnownResult { head: &head, records };
    let now = Clock::get()?;
    mark("result and clock");
    each_market::<TermsView>(ctx.remaining_accounts, |market, terms| {
        result::settle(market, terms, &result, &now).map(|_: Shown| ())
    })
}

/// Changes each market by `change`, which gets the terms that `T` reads, one after the other, and skips those that it
/// refuses; fails (6256) if it refuses all.
pub(super) fn each_market<T: ReadTerms>(
    markets: &[AccountInfo],
    change: impl Fn(&mut MarketCopy, &T::Of<'_>) -> Decided<()>,
) -> Result<()> {
    let mut settled = false;
    let mut refusal = None;
    for account in markets {
        match change_market::<T>(account, &change) {
            Ok(()) => settled = true,
            Err(error) => {
                refusal.get_or_insert((account.key, error));
            }
        }
    }
    mark("markets");
    if settled {
        return Ok(());
    }
    if let Some((market, error)) = refusal {
        msg!("{}: {}", market, error);
    }
    err!(SettlementError::NothingSettled)
}

/// Changes one market in place: all checks on a copy, one write, one event. Everything is read afresh, so a market that
/// was passed twice is seen as it is after the first time.
#[inline(always)]
fn change_market<T: ReadTerms>(
    account: &AccountInfo,
    change: impl Fn(&mut MarketCopy, &T::Of<'_>) -> Decided<()>,
) -> Decided<()> {
    if !account.is_writable || !same_bytes(account.owner.as_array(), crate::ID.as_array()) {
        return Err(SettlementError::NotAMarket);
    }
    // The result itself may be among the markets, borrowed; it is none of them.
    let mut data = account.try_borrow_mut_data().map_err(|_| SettlementError::NotAMarket)?;
    let mut market = MarketInPlace::read_with(T::read, account.key, &mut data).map_err(not_a_market)?;
    change(&mut market.copy, &market.terms)?;
    let MarketCopy { state, proposal, .. } = market.write()?;
    // IMPORTANT: nothing that can fail follows the write: the batch goes on, and the write would stay.
    let event = MarketSettled {
        market: *account.key,
        state,
        outcome: proposal.outcome,
        order_key: proposal.order_key,
        since: proposal.since,
    };
    sol_log_data(&[&event.bytes()]);
    Ok(())
}

/// A batch tells only two things apart: an account that is no market, and a market of another layout version.
#[inline(always)]
fn not_a_market(reason: Unreadable) -> SettlementError {
    match reason {
        Unreadable::Version => SettlementError::UnknownVersion,
        _ => SettlementError::NotAMarket,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sample::{self, fact, STAKES_CLOSE, WINDOW},
        state::{Market, MarketState},
    };

    /// An account, as the runtime would hold it.
    struct Stored {
        key: Pubkey,
        owner: Pubkey,
        lamports: u64,
        data: Vec<u8>,
        writable: bool,
    }

    impl Stored {
        fn new(key: Pubkey, data: Vec<u8>) -> Self {
            Self { key, owner: crate::ID, lamports: 1, data, writable: true }
        }

        fn info(&mut self) -> AccountInfo<'_> {
            AccountInfo::new(&self.key, false, self.writable, &mut self.lamports, &mut self.data, &self.owner, false)
        }

        fn state(&self) -> MarketState {
            Market::try_deserialize(&mut &self.data[..]).unwrap().state
        }
    }

    fn markets(count: u64) -> Vec<Stored> {
        let market = |id| {
            let (key, market) = sample::market(id, sample::largest_terms());
            Stored::new(key, sample::account(&market))
        };
        (0..count).map(market).collect()
    }

    /// Settles with a result that decides all markets.
    fn settle(markets: &[AccountInfo]) -> Result<()> {
        let records: Vec<_> = (1..=5).map(|key| fact(key, 1, STAKES_CLOSE)).collect();
        let head = MatchResult { count: 5, attesters: sample::largest_terms().attesters.unwrap(), ..sample::result() };
        let result = KnownResult { head: &head, records: &records };
        let now = sample::clock(STAKES_CLOSE + i64::from(WINDOW));
        each_market::<TermsView>(markets, |market, terms| {
            result::settle(market, terms, &result, &now).map(|_: Shown| ())
        })
    }

    /// Changes an account to one that is no market, or to a market that cannot be settled.
    fn spoil(stored: &mut Stored, kind: usize) {
        match kind {
            0 => stored.writable = false,
            1 => stored.owner = Pubkey::default(),
            2 => stored.data[0] ^= 1,
            3 => stored.data[8] ^= 1,
            4 => stored.key = Pubkey::default(),
            5 => stored.data.clear(),
            6 => stored.data.truncate(250),
            7 => stored.data[83] = MarketState::Void as u8,
            8 => stored.data[83] = 9,
            // The fixture of the terms, after the oracles, the splits, the signer and the attesters.
            9 => stored.data[203 + 38 + 100 + 33 + 34] ^= 1,
            // A strategy that cannot be read: the length of the first list of targets.
            10 => stored.data[203 + 38 + 100 + 33 + 34 + 8 + 1 + 4 + 20 + 4 + 3] = 0xff,
            // Splits that cannot be read: the number of rows, and the length of each.
            11 => stored.data[203 + 33] = 9,
            12 => stored.data[203 + 37] = 0xff,
            _ => unreachable!(),
        }
    }

    #[test]
    fn a_bad_market_at_any_place_stops_no_other() {
        for place in 0..40 {
            for kind in 0..=12 {
                if kind > 0 && place % 7 != kind % 7 {
                    continue;
                }
                let mut stored = markets(40);
                spoil(&mut stored[place], kind);
                let before = stored[place].data.clone();
                let infos: Vec<_> = stored.iter_mut().map(Stored::info).collect();
                settle(&infos).unwrap();
                drop(infos);
                assert_eq!(stored[place].data, before, "{kind} at {place}");
                for (other, market) in stored.iter().enumerate().filter(|(other, _)| *other != place) {
                    assert_eq!(market.state(), MarketState::Final, "{kind} at {place}: {other}");
                }
            }
        }
    }

    #[test]
    fn a_market_passed_twice_is_settled_once() {
        let mut stored = markets(2);
        let infos: Vec<_> = stored.iter_mut().map(Stored::info).collect();
        let twice = [infos[0].clone(), infos[0].clone(), infos[1].clone(), infos[0].clone()];
        settle(&twice).unwrap();
        // Nothing is left to settle.
        assert!(settle(&twice).is_err());
        drop((twice, infos));
        assert!(stored.iter().all(|market| market.state() == MarketState::Final));
        let fresh = Market::try_deserialize(&mut &markets(1)[0].data[..]).unwrap();
        let market = Market::try_deserialize(&mut &stored[0].data[..]).unwrap();
        assert_eq!((market.pool.totals, market.parlays), (fresh.pool.totals, fresh.parlays));
    }

    #[test]
    fn a_borrowed_account_is_skipped() {
        let mut stored = markets(2);
        let infos: Vec<_> = stored.iter_mut().map(Stored::info).collect();
        let borrowed = infos[0].try_borrow_data().unwrap();
        settle(&infos).unwrap();
        drop(borrowed);
        drop(infos);
        assert_eq!([0, 1].map(|place| stored[place].state()), [MarketState::Open, MarketState::Final]);
    }

    #[test]
    fn nothing_settled_is_an_error() {
        let number = |result: Result<()>| match result.unwrap_err() {
            Error::AnchorError(error) => error.error_code_number,
            Error::ProgramError(error) => panic!("{error}"),
        };
        assert_eq!(number(settle(&[])), u32::from(SettlementError::NothingSettled));
        for kind in 0..=12 {
            let mut stored = markets(1);
            spoil(&mut stored[0], kind);
            let infos = [stored[0].info()];
            assert_eq!(number(settle(&infos)), u32::from(SettlementError::NothingSettled), "{kind}");
        }
    }
}
