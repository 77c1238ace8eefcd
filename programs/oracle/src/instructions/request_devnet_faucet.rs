//! `request_devnet_faucet`: gives out test stablecoin. Only in builds with the feature `faucet`.

use anchor_lang::prelude::*;
use anchor_spl::{associated_token::AssociatedToken, token::Token};
use linesman_wire::{create_account, oracle_config, require_keys_eq, NewAccount};

use crate::error::OracleError;
use crate::state::{Config, FaucetTracker};
use crate::token::{Faucet, Making, STABLECOIN_SEED, UNIT};

/// Amount per request: 1,000 stablecoin, in base units.
const GIFT: u64 = 1_000 * UNIT;
/// Minimum time between two requests of a user, s.
const INTERVAL: i64 = 24 * 60 * 60;

/// Accounts of `request_devnet_faucet`.
#[derive(Accounts)]
pub struct RequestDevnetFaucet<'info> {
    /// Requests the tokens and pays for the accounts.
    #[account(mut)]
    pub user: Signer<'info>,
    /// CHECK: the user's tracker, at its PDA; created here with the first request.
    #[account(mut, seeds = [FaucetTracker::SEED, user.key.as_ref()], bump)]
    pub faucet_tracker: UncheckedAccount<'info>,
    /// CHECK: the stablecoin's mint (6020), whose mint authority is the treasury (6019).
    #[account(mut)]
    pub usdt_mint: UncheckedAccount<'info>,
    /// CHECK: a token account of the user; the associated one is created if missing.
    #[account(mut)]
    pub user_usdt_ata: UncheckedAccount<'info>,
    /// CHECK: the PDA of the seed `usdt_treasury`; the mint authority.
    #[account(seeds = [STABLECOIN_SEED], bump)]
    pub usdt_treasury_pda: UncheckedAccount<'info>,
    /// The stablecoin's program.
    pub token_program: Program<'info, Token>,
    /// Creates the user's token account.
    pub associated_token_program: Program<'info, AssociatedToken>,
    /// Creates accounts.
    pub system_program: Program<'info, System>,
    /// The configuration: names the mint.
    #[account(seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Mints [`GIFT`] to the user, at most once per [`INTERVAL`] (6058).
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
        create_account(&NewAccount {
            account: tracker,
            payer: user,
            owner: &crate::ID,
            space: FaucetTracker::SIZE,
            seeds,
        })?;
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
