use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;
use linesman_wire::{create_account, err, require, require_keys_eq, NewAccount};

use crate::{
    error::SettlementError,
    event::ParlayCreated,
    pool::{VaultCreation, VERSION},
    seed,
    state::{MarketInPlace, MarketState, Parlay, ParlayState, Pool},
    terms::{ParlayLeg, ParlayTerms},
};

/// Remaining accounts: one writable market per leg, in the order of the terms.
#[derive(Accounts)]
#[instruction(id: u64)]
pub struct CreateParlay<'info> {
    /// Pays. Only the creator may close the parlay, after everything is paid out.
    #[account(mut)]
    pub creator: Signer<'info>,
    /// CHECK: created here, at its PDA.
    #[account(mut, seeds = [seed::PARLAY, creator.key().as_ref(), &id.to_le_bytes()], bump)]
    pub parlay: UncheckedAccount<'info>,
    /// CHECK: created here, at its PDA.
    #[account(mut, seeds = [seed::VAULT, parlay.key().as_ref()], bump)]
    pub vault: UncheckedAccount<'info>,
    /// The mint of the terms, owned by the token program.
    /// CHECK: in `VaultCreation::check`.
    pub mint: UncheckedAccount<'info>,
    /// CHECK: the fee account of the terms, a token account of the mint: checked in `VaultCreation::check`.
    pub fee_account: UncheckedAccount<'info>,
    pub token_program: Interface<'info, TokenInterface>,
    pub system_program: Program<'info, System>,
}

/// Creates a parlay and its vault, and holds the markets of its legs. Anybody may call this.
///
/// Staking closes before any leg can be decided, and every leg has a deadline. So the parlay can always be decided and
/// paid out, whatever its creator or the creator of a market does later.
pub fn create_parlay<'info>(ctx: Context<'info, CreateParlay<'info>>, id: u64, terms: ParlayTerms) -> Result<()> {
    let accounts = ctx.accounts;
    accounts.vault_creation().check_type()?;
    let now = Clock::get()?.unix_timestamp;
    terms.check(now)?;
    accounts.vault_creation().check(&terms.mint, &terms.fee_account)?;
    hold_markets(ctx.remaining_accounts, &terms)?;

    let bytes = terms.bytes();
    let parlay = Parlay {
        version: VERSION,
        bump: ctx.bumps.parlay,
        vault_bump: ctx.bumps.vault,
        creator: accounts.creator.key(),
        id,
        terms_hash: ParlayTerms::hash(&bytes),
        state: ParlayState::Open,
        pool: Pool::default(),
        outcome: 0,
        results: Default::default(),
        terms,
    };
    accounts.make_parlay(&parlay, &bytes)?;
    accounts.vault_creation().make(parlay.vault_bump)?;
    emit!(ParlayCreated {
        parlay: accounts.parlay.key(),
        creator: parlay.creator,
        id,
        markets: parlay.terms.legs.iter().map(|leg| leg.market).collect(),
        terms_hash: parlay.terms_hash,
    });
    accounts.vault_creation().invariant(&parlay.pool)
}

/// Checks that there is one market per leg, in order (3005 too few, 6245 too many), all of one oracle program (6245).
fn hold_markets(markets: &[AccountInfo], terms: &ParlayTerms) -> Result<()> {
    require_gte!(markets.len(), terms.legs.len(), ErrorCode::AccountNotEnoughKeys);
    if markets.len() > terms.legs.len() {
        msg!("parlay: {} markets for {} legs", markets.len(), terms.legs.len());
        return err!(SettlementError::InvalidParlay);
    }
    let mut oracle = None;
    for (account, leg) in markets.iter().zip(&terms.legs) {
        let oracle_program = hold_market(account, leg, terms.stakes_close)?;
        // A staker who trusts the oracle of one leg may not trust another oracle.
        if *oracle.get_or_insert(oracle_program) != oracle_program {
            msg!("parlay: market {} is of another oracle program than the first leg", account.key);
            return err!(SettlementError::InvalidParlay);
        }
    }
    Ok(())
}

/// Holds the market of a leg until its result is copied; returns its oracle program. Checks that the market is the
/// leg's (6246), writable (2000), owned by this program (3007), at its PDA (2006), open (6211), has the outcome (6214),
/// and takes stakes at least as long as the parlay (6245).
fn hold_market(account: &AccountInfo, leg: &ParlayLeg, stakes_close: i64) -> Result<Pubkey> {
    require_keys_eq!(*account.key, leg.market, SettlementError::WrongLeg);
    require!(account.is_writable, ErrorCode::ConstraintMut);
    require_keys_eq!(*account.owner, crate::ID, ErrorCode::AccountOwnedByWrongProgram);
    let mut data = account.try_borrow_mut_data()?;
    let mut market = MarketInPlace::read(account.key, &mut data)?;
    require!(market.terms_hash() == leg.terms_hash, SettlementError::WrongLeg);
    require!(market.copy.state == MarketState::Open, SettlementError::MarketNotOpen);
    require_gt!(market.terms.outcome_count(), usize::from(leg.outcome), SettlementError::UnknownOutcome);
    if stakes_close > market.terms.stakes_close {
        msg!("parlay: not stakes_close <= stakes_close of market {}", account.key);
        return err!(SettlementError::InvalidParlay);
    }
    market.hold()?;
    Ok(Pubkey::new_from_array(*market.terms.oracle_program))
}

impl<'info> CreateParlay<'info> {
    fn make_parlay(&self, parlay: &Parlay, terms: &[u8]) -> Result<()> {
        let (id, bump) = (parlay.id.to_le_bytes(), [parlay.bump]);
        let seeds = [seed::PARLAY, parlay.creator.as_ref(), &id, &bump];
        create_account(&NewAccount {
            account: &self.parlay,
            payer: &self.creator,
            owner: &crate::ID,
            space: Parlay::space(terms.len()),
            seeds: &seeds,
        })?;
        parlay.write(&self.parlay, terms)
    }

    fn vault_creation(&self) -> VaultCreation<'_, 'info> {
        VaultCreation {
            creator: &self.creator,
            authority: &self.parlay,
            vault: &self.vault,
            mint: &self.mint,
            fee_account: &self.fee_account,
            token_program: &self.token_program,
        }
    }
}
