//! Pays by the result of a match, without knowing what a proof is. `create` puts lamports into an escrow. Anyone may
//! `pay` them out once the result answers the escrow's question, or `refund` them in the end if it does not.

use anchor_lang::{prelude::*, system_program};
use linesman_result::{absent, read, Account as ResultAccount, Attesters, Finality, Question, Refusal, Sport};

/// A refund is due so long after `not_before`, s: at the earliest, so that attesters can catch up and anyone can post;
/// and at the latest, because a result can be closed after 180 days.
const REFUND: std::ops::RangeInclusive<i64> = 3 * 86_400..=179 * 86_400;

declare_id!("yxci45WL1wLXh3i7kvfFNdmX5UCpnyBKz5JEWcEARym");

#[program]
pub mod payout {
    use super::*;

    /// Opens an escrow of `amount` lamports: a new account, whose key signs.
    pub fn create(ctx: Context<Create>, amount: u64, terms: Terms) -> Result<()> {
        // Refused now, not when the money is due: unknown sports and policies, and less than an empty account may hold.
        terms.question(&Clock::default())?;
        require_gte!(amount, Rent::get()?.minimum_balance(0), PayoutError::AmountTooSmall);
        let late = terms.refund_at.checked_sub(terms.not_before);
        require!(late.is_some_and(|late| REFUND.contains(&late)), PayoutError::RefundTooEarlyOrLate);
        let Create { escrow, funder, .. } = ctx.accounts;
        escrow.set_inner(Escrow { funder: funder.key(), amount, terms });
        let accounts = system_program::Transfer { from: funder.to_account_info(), to: escrow.to_account_info() };
        system_program::transfer(CpiContext::new(system_program::ID, accounts), amount)
    }

    /// Pays the winner.
    pub fn pay(ctx: Context<Release>) -> Result<()> {
        let Release { escrow, result, .. } = ctx.accounts;
        let Terms { winner_if_inside, winner_if_outside, .. } = escrow.terms;
        let inside = escrow.terms.answer(result)?;
        ctx.accounts.release(if inside { winner_if_inside } else { winner_if_outside })
    }

    /// Pays the funder back if it is late and there is no answer. **If the attesters are silent, or nobody posts, the
    /// funder gets the money back.** Nothing else that the funder can do may look like that: posting another stat of a
    /// later update makes this one "not current", which one more post ends, a correction makes it too young, and
    /// another account is never an absent answer. Anyone can post, or wait, and then call `pay`.
    ///
    /// What counts as none: that the stat, or an event from `not_before` on, was not posted in all the time until
    /// `refund_at`; that two truths about the match were published, so that there will be no answer; and that the
    /// result is gone. Its creator can close it 180 days after its latest fact or later, and the winner has had until
    /// then to call `pay`.
    pub fn refund(ctx: Context<Release>) -> Result<()> {
        let Release { escrow, result, .. } = ctx.accounts;
        require_gte!(Clock::get()?.unix_timestamp, escrow.terms.refund_at, PayoutError::NotYetRefundable);
        let is_absent = escrow.terms.ask(result, absent)?;
        require!(is_absent, PayoutError::ResultAnswers);
        ctx.accounts.release(ctx.accounts.escrow.funder)
    }
}

/// The question, and who gets the money. Anyone who relies on an escrow must check all of it: the two programs,
/// and the sport. No proof shows the sport, and with a wrong one, a zero can be proven where there is none.
#[derive(AnchorSerialize, AnchorDeserialize, InitSpace, Clone)]
pub struct Terms {
    pub settlement_program: Pubkey,
    pub oracle_program: Pubkey,
    pub fixture_id: i64,
    pub sport: u8,    // 1 soccer, 2 basketball, 6 US football
    pub finality: u8, // 0 match finalised, 1 regular time over, 2 half time
    pub attesters: Option<Vouching>,
    pub stat_key: u32,    // in soccer, 1 is the goals of participant 1
    pub not_before: i64,  // Unix time, s: when the match can have ended; an earlier "final" update is a mistake
    pub minimum_age: u32, // s and slots: how long a correction can be posted before the money goes
    pub at_least: i32,    // the value is inside if at_least <= value <= at_most
    pub at_most: i32,
    pub winner_if_inside: Pubkey,
    pub winner_if_outside: Pubkey,
    pub refund_at: i64, // Unix time, s: 3 to 179 days after `not_before`
}

/// Whose vouchers the result needs: at least so many keys of a set of the oracle program.
#[derive(AnchorSerialize, AnchorDeserialize, InitSpace, Clone)]
pub struct Vouching {
    pub set: Pubkey,
    pub least: u8,
}

impl Terms {
    /// Whether the value is inside.
    fn answer(&self, result: &AccountInfo) -> Result<bool> {
        let fact = self.ask(result, read)?.map_err(refused)?;
        Ok((self.at_least..=self.at_most).contains(&fact.value))
    }

    /// `read` and `absent` check everything about the account, which comes from the caller.
    fn ask<T>(&self, result: &AccountInfo, what: impl Fn(&ResultAccount, &Question, u32) -> T) -> Result<T> {
        let data = result.try_borrow_data()?;
        let account = ResultAccount { address: result.key.as_array(), owner: result.owner.as_array(), data: &data };
        Ok(what(&account, &self.question(&Clock::get()?)?, self.stat_key))
    }

    fn question(&self, clock: &Clock) -> Result<Question<'_>> {
        Ok(Question {
            settlement_program: self.settlement_program.as_array(),
            oracle_program: self.oracle_program.as_array(),
            fixture_id: self.fixture_id,
            sport: Sport::from_byte(self.sport).ok_or(PayoutError::UnknownSport)?,
            finality: Finality::from_byte(self.finality).ok_or(PayoutError::UnknownFinality)?,
            attesters: self
                .attesters
                .as_ref()
                .map(|Vouching { set, least }| Attesters { set: set.as_array(), least: *least }),
            not_before: self.not_before,
            minimum_age: self.minimum_age,
            now: clock.unix_timestamp,
            slot: clock.slot,
        })
    }
}

#[account]
#[derive(InitSpace)]
pub struct Escrow {
    pub funder: Pubkey,
    pub amount: u64,
    pub terms: Terms,
}

#[derive(Accounts)]
pub struct Create<'info> {
    #[account(mut)]
    pub funder: Signer<'info>,
    #[account(init, payer = funder, space = 8 + Escrow::INIT_SPACE)]
    pub escrow: Account<'info, Escrow>,
    pub system_program: Program<'info, System>,
}

#[derive(Accounts)]
pub struct Release<'info> {
    #[account(mut, has_one = funder, close = funder)] // `close` deletes it at the end: it can pay only once.
    pub escrow: Account<'info, Escrow>,
    /// CHECK: `read` and `absent` do.
    pub result: UncheckedAccount<'info>,
    /// CHECK: `release` does.
    #[account(mut)]
    pub receiver: UncheckedAccount<'info>,
    /// CHECK: `has_one` does. Gets the escrow's rent.
    #[account(mut)]
    pub funder: UncheckedAccount<'info>,
}

impl Release<'_> {
    /// State first, then lamports.
    fn release(&mut self, receiver: Pubkey) -> Result<()> {
        require_keys_eq!(self.receiver.key(), receiver, PayoutError::WrongReceiver);
        let amount = std::mem::take(&mut self.escrow.amount);
        self.escrow.sub_lamports(amount)?;
        self.receiver.add_lamports(amount)?;
        Ok(())
    }
}

/// The reader's refusals follow from here on: 6100 NotAResult, WrongOwner, UnknownVersion, WrongSubject, WrongAddress,
/// Contradicted, NoFact, NotCurrent, TooYoung, 6109 TooEarly, 6112 InvalidAttesters. Some pass with time or a post,
/// some do not.
const REFUSED: u32 = 6_100;

fn refused(refusal: Refusal) -> Error {
    msg!("The result is refused: {:?}", refusal);
    ProgramError::Custom(REFUSED + refusal as u32).into()
}

#[error_code]
pub enum PayoutError {
    UnknownSport,
    UnknownFinality,
    AmountTooSmall,
    WrongReceiver,
    NotYetRefundable,
    ResultAnswers,
    RefundTooEarlyOrLate,
}
