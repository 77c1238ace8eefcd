//! `request_devnet_faucet`: gives test stablecoin. In builds with the feature `faucet` only.

use anchor_lang::prelude::*;
use anchor_spl::{associated_token::AssociatedToken, token::Token};
use linesman_wire::{create_account, oracle_config};

use crate::error::OracleError;
use crate::state::{Config, FaucetTracker};
use crate::token::{Faucet, Making, STABLECOIN_SEED, UNIT};

/// What one request gives: 1,000 of the stablecoin, in base units.
const GIFT: u64 = 1_000 * UNIT;
/// Seconds from one request of a user to the next.
const INTERVAL: i64 = 24 * 60 * 60;

/// Accounts of `request_devnet_faucet`.
#[derive(Accounts)]
pub struct RequestDevnetFaucet<'info> {
    /// Asks and pays for the accounts.
    #[account(mut)]
    pub user: Signer<'info>,
    /// CHECK: at the user's address; created here at the first request.
    #[account(mut, seeds = [FaucetTracker::SEED, user.key.as_ref()], bump)]
    pub faucet_tracker: UncheckedAccount<'info>,
    /// CHECK: the stablecoin's mint (6020), which the treasury issues (6019).
    #[account(mut)]
    pub usdt_mint: UncheckedAccount<'info>,
    /// CHECK: a token account of the user; its associated one is made if it is missing.
    #[account(mut)]
    pub user_usdt_ata: UncheckedAccount<'info>,
    /// CHECK: at the address of the seed `usdt_treasury`; issues the tokens.
    #[account(seeds = [STABLECOIN_SEED], bump)]
    pub usdt_treasury_pda: UncheckedAccount<'info>,
    /// Runs the stablecoin.
    pub token_program: Program<'info, Token>,
    /// Makes the user's token account.
    pub associated_token_program: Program<'info, AssociatedToken>,
    /// Makes accounts.
    pub system_program: Program<'info, System>,
    /// The configuration: names the mint.
    #[account(seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Issues [`GIFT`] to the user, once in [`INTERVAL`] (6058).
#[cold]
#[inline(never)]
pub(crate) fn request_devnet_faucet(ctx: Context<RequestDevnetFaucet>) -> Result<()> {
    let accounts = ctx.accounts;
    let user = &accounts.user;
    let faucet = Faucet {
        mint: &accounts.usdt_mint,
        authority: &accounts.usdt_treasury_pda,
        bump: ctx.bumps.usdt_treasury_pda,
        token_program: &accounts.token_program,
    };
    faucet.check(&accounts.config)?;

    let now = Clock::get()?.unix_timestamp;
    let tracker = &accounts.faucet_tracker;
    if tracker.data_is_empty() && tracker.owner == &System::id() {
        let seeds: &[&[u8]] = &[FaucetTracker::SEED, user.key.as_ref(), &[ctx.bumps.faucet_tracker]];
        create_account(tracker, user, &crate::ID, FaucetTracker::SIZE, seeds)?;
    } else {
        require_keys_eq!(*tracker.owner, crate::ID, OracleError::InvalidAccountOwner);
        let last = FaucetTracker::try_deserialize(&mut &tracker.try_borrow_data()?[..])?.last_request_time;
        require_gte!(now, last.saturating_add(INTERVAL), OracleError::RateLimitExceeded);
    }
    FaucetTracker { last_request_time: now }.try_serialize(&mut &mut tracker.try_borrow_mut_data()?[..])?;

    let making = Making {
        payer: user,
        system_program: &accounts.system_program,
        associated_token_program: &accounts.associated_token_program,
    };
    faucet.issue(&accounts.user_usdt_ata, user, GIFT, &making)
}
