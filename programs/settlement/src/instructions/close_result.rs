use anchor_lang::prelude::*;

use crate::{
    error::SettlementError,
    event::ResultClosed,
    result::MAX_AGE,
    state::{Decided, MatchResult},
};

const DAY: i64 = 86_400_000;
/// How long after its latest fact a result can be read, ms.
const KEPT: i64 = 180 * DAY;
/// How long after its event facts can put that off, ms: new keys must not keep the rent without end.
const KEPT_AT_MOST: i64 = 270 * DAY;

#[derive(Accounts)]
pub struct CloseResult<'info> {
    #[account(mut)]
    pub payer: Signer<'info>,
    /// The payer is checked by the constraint, the address in the handler.
    #[account(mut, close = payer, has_one = payer @ SettlementError::UnauthorizedPayer)]
    pub result: Box<Account<'info, MatchResult>>,
}

/// Closes a result, 180 days after its latest fact, at the latest 270 days after its event, and returns the rent to
/// whoever paid for its creation.
pub fn close_result(ctx: Context<CloseResult>) -> Result<()> {
    let result = &ctx.accounts.result;
    let key = result.key();
    result.check_address(&key)?;
    let account: &AccountInfo = result.as_ref().as_ref();
    let latest = MatchResult::latest(&account.try_borrow_data()?);
    check_kept(latest, result.max_timestamp, Clock::get()?.unix_timestamp)?;
    emit!(ResultClosed { result: key });
    Ok(())
}

/// Checks that a result with this latest `since`, s, and maximum timestamp, ms, was kept long enough by `now`, s: 6258.
fn check_kept(latest: i64, max_timestamp: i64, now: i64) -> Decided<()> {
    let now = now.saturating_mul(1_000);
    let kept = latest.saturating_mul(1_000).saturating_add(KEPT);
    let is_kept = now >= kept.min(max_timestamp.saturating_add(KEPT_AT_MOST));
    // IMPORTANT: an event that could still make the account must not be forgotten, nor a contradiction with it. A fact
    // that later events confirm keeps an old `since`.
    let is_over = now > max_timestamp.saturating_add(MAX_AGE);
    if !is_kept || !is_over {
        return Err(SettlementError::ResultTooYoung);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENT: i64 = 1_790_000_000;
    const DAY: i64 = 86_400;

    /// The first time at which it can be closed, s, searched by halves.
    fn first(latest: i64, max_timestamp: i64) -> i64 {
        let (mut low, mut high) = (0, EVENT + 1_000 * DAY);
        while low < high {
            let middle = (low + high) / 2;
            match check_kept(latest, max_timestamp, middle) {
                Ok(()) => high = middle,
                Err(_) => low = middle + 1,
            }
        }
        low
    }

    #[test]
    fn facts_keep_it_for_180_days_but_not_past_270_days_after_the_event() {
        let after = |latest: i64| first(EVENT + latest, EVENT * 1_000) - EVENT;
        assert_eq!(after(0), 180 * DAY);
        assert_eq!(after(89 * DAY), 269 * DAY);
        for latest in [90 * DAY, 90 * DAY + 1, 200 * DAY, 269 * DAY] {
            assert_eq!(after(latest), 270 * DAY, "{latest}");
        }
        // To the millisecond of the event.
        assert_eq!(first(EVENT + 100 * DAY, EVENT * 1_000 + 1), EVENT + 270 * DAY + 1);
    }

    #[test]
    fn no_event_that_is_still_new_is_forgotten() {
        // A much later event has confirmed what was known.
        assert_eq!(first(EVENT - 150 * DAY, EVENT * 1_000), EVENT + 90 * DAY + 1);
        assert_eq!(first(EVENT - 150 * DAY, EVENT * 1_000 + 1), EVENT + 90 * DAY + 1);
    }

    #[test]
    fn no_time_overflows() {
        for latest in [i64::MIN, 0, i64::MAX] {
            for event in [i64::MIN, 0, i64::MAX] {
                for now in [i64::MIN, 0, i64::MAX] {
                    let _ = check_kept(latest, event, now);
                }
            }
        }
    }
}
