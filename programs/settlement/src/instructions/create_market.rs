use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;
use linesman_verifier::{
    attestation::{Account, AttesterSet},
    Error as Refusal, Sha256,
};
use linesman_wire::{
    create_account,
    oracle_config::{self, OracleKeys},
    NewAccount,
};
use linesman_wire::{err, require};

use crate::{
    error::SettlementError,
    event::MarketCreated,
    pool::{VaultCreation, VERSION},
    proof::refused,
    seed,
    state::{Market, MarketState, Pool, Proposal},
    terms::{Attesters, Terms},
};

#[derive(Accounts)]
#[instruction(id: u64)]
pub struct CreateMarket<'info> {
    /// Pays. Only the creator may close the market, after everything is paid out.
    #[account(mut)]
    pub creator: Signer<'info>,
    /// CHECK: created here, at its PDA.
    #[account(mut, seeds = [seed::MARKET, creator.key().as_ref(), &id.to_le_bytes()], bump)]
    pub market: UncheckedAccount<'info>,
    /// CHECK: created here, at its PDA.
    #[account(mut, seeds = [seed::VAULT, market.key().as_ref()], bump)]
    pub vault: UncheckedAccount<'info>,
    /// The mint of the terms, owned by the token program.
    /// CHECK: in `VaultCreation::check`.
    pub mint: UncheckedAccount<'info>,
    /// CHECK: the fee account of the terms, a token account of the mint: checked in `VaultCreation::check`.
    pub fee_account: UncheckedAccount<'info>,
    /// CHECK: the oracle program's `Config`; read in `check_signer`, only if the terms have a signer.
    pub oracle_config: UncheckedAccount<'info>,
    pub token_program: Interface<'info, TokenInterface>,
    pub system_program: Program<'info, System>,
}

/// Creates a market and its vault. Anybody may call this. The checks make sure that the market can be settled, voided
/// and paid out, whatever its creator does later. Terms with attesters need their set as the first remaining account.
pub fn create_market(ctx: Context<CreateMarket>, id: u64, terms: Terms) -> Result<()> {
    let accounts = ctx.accounts;
    let vault = VaultCreation {
        creator: &accounts.creator,
        authority: &accounts.market,
        vault: &accounts.vault,
        mint: &accounts.mint,
        fee_account: &accounts.fee_account,
        token_program: &accounts.token_program,
    };
    vault.check_type()?;
    let (bump, vault_bump) = (ctx.bumps.market, ctx.bumps.vault);
    let (oracle_config, attester_set) = (accounts.oracle_config.as_ref(), ctx.remaining_accounts.first());
    MarketCreation { vault, oracle_config, attester_set, id, bump, vault_bump }.create(terms)
}

/// A market to be created from terms in the instruction or in a buffer.
pub(super) struct MarketCreation<'a, 'named, 'remaining> {
    pub vault: VaultCreation<'a, 'named>,
    pub oracle_config: &'a AccountInfo<'named>,
    pub attester_set: Option<&'a AccountInfo<'remaining>>,
    pub id: u64,
    pub bump: u8,
    pub vault_bump: u8,
}

impl MarketCreation<'_, '_, '_> {
    /// Checks the terms and creates the market and its vault.
    #[inline(never)]
    pub fn create(&self, terms: Terms) -> Result<()> {
        let Self { ref vault, oracle_config, attester_set, id, bump, vault_bump } = *self;
        terms.check(Clock::get()?.unix_timestamp)?;
        vault.check(&terms.mint, &terms.fee_account)?;
        if let Some(signer) = &terms.signer {
            check_signer(oracle_config, &terms.oracle_program, signer)?;
        }
        if let Some(attesters) = &terms.attesters {
            check_attesters(attester_set, &terms.oracle_program, attesters)?;
        }

        let bytes = terms.bytes();
        let market = Market {
            version: VERSION,
            bump,
            vault_bump,
            creator: *vault.creator.key,
            id,
            terms_hash: Terms::hash(&bytes),
            state: MarketState::Open,
            pool: Pool::default(),
            proposal: Proposal::default(),
            parlays: 0,
            terms,
        };
        make_market(vault, &market, &bytes)?;
        vault.make(vault_bump)?;
        emit!(MarketCreated {
            market: *vault.authority.key,
            creator: market.creator,
            id,
            fixture_id: market.terms.fixture_id,
            terms_hash: market.terms_hash,
        });
        vault.invariant(&market.pool)
    }
}

fn make_market(vault: &VaultCreation, market: &Market, terms: &[u8]) -> Result<()> {
    let (id, bump) = (market.id.to_le_bytes(), [market.bump]);
    let seeds = [seed::MARKET, market.creator.as_ref(), &id, &bump];
    create_account(&NewAccount {
        account: vault.authority,
        payer: vault.creator,
        owner: &crate::ID,
        space: Market::space(terms.len()),
        seeds: &seeds,
    })?;
    market.write(vault.authority, terms)
}

/// The signer must be a key in the oracle's configuration; any other key could belong to the creator and sign false
/// results.
fn check_signer(config: &AccountInfo, oracle: &Pubkey, signer: &[u8; 32]) -> Result<()> {
    let (address, _) = Pubkey::find_program_address(&[oracle_config::SEED], oracle);
    if *config.key != address || config.owner != oracle {
        msg!("{} is not the configuration of the oracle program {}", config.key, oracle);
        return err!(SettlementError::UnknownSigner);
    }
    let data = config.try_borrow_data()?;
    let keys = OracleKeys::read(&data);
    require!(keys.is_some_and(|keys| keys.contains(signer)), SettlementError::UnknownSigner);
    Ok(())
}

/// The account must be the attester set of the terms (3005 without it, 6106 for another), and 1 <= least <= its keys
/// (6200): more vouchers than keys would never come, and none would ask for nothing. The set never changes.
fn check_attesters(account: Option<&AccountInfo>, oracle: &Pubkey, attesters: &Attesters) -> Result<()> {
    let account = account.ok_or(ErrorCode::AccountNotEnoughKeys)?;
    if *account.key != attesters.set {
        return Err(refused(Refusal::WrongAttesterSet));
    }
    let data = account.try_borrow_data()?;
    let account = Account { owner: account.owner.as_array(), address: account.key.as_array(), data: &data };
    let set = AttesterSet::read::<Sha256>(&account, oracle.as_array()).map_err(refused)?;
    if !(1..=set.keys.len()).contains(&usize::from(attesters.least)) {
        msg!("terms: not 1 <= least <= {} attesters", set.keys.len());
        return err!(SettlementError::InvalidTerms);
    }
    Ok(())
}
