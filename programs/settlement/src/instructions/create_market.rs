use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;
use linesman_wire::oracle_config::{self, OracleKeys};

use crate::{
    create_account::create_account,
    error::SettlementError,
    event::MarketCreated,
    pool::VaultCreation,
    seed,
    state::{Market, MarketState, Pool, Proposal},
    terms::Terms,
    token::PlainMint,
};

#[derive(Accounts)]
#[instruction(id: u64)]
pub struct CreateMarket<'info> {
    /// Pays; the only one who may close the market when all is paid out.
    #[account(mut)]
    pub creator: Signer<'info>,
    /// CHECK: made here, at its address.
    #[account(mut, seeds = [seed::MARKET, creator.key().as_ref(), &id.to_le_bytes()], bump)]
    pub market: UncheckedAccount<'info>,
    /// CHECK: made here, at its address.
    #[account(mut, seeds = [seed::VAULT, market.key().as_ref()], bump)]
    pub vault: UncheckedAccount<'info>,
    pub mint: Box<InterfaceAccount<'info, PlainMint>>,
    /// CHECK: the account of the terms; read below as a token account of the mint.
    pub fee_account: UncheckedAccount<'info>,
    /// CHECK: the oracle program's `Config`; looked at only when the terms have a signer, with owner and address.
    pub oracle_config: UncheckedAccount<'info>,
    pub token_program: Interface<'info, TokenInterface>,
    pub system_program: Program<'info, System>,
}

/// Makes a market and its vault. Anybody may; what is checked here is that the market can be settled, voided and paid
/// out whatever its creator does afterwards.
pub fn create_market(ctx: Context<CreateMarket>, id: u64, terms: Terms) -> Result<()> {
    let accounts = ctx.accounts;
    terms.check(Clock::get()?.unix_timestamp)?;
    accounts.vault_creation().check(&terms.mint, &terms.fee_account)?;
    if let Some(signer) = &terms.signer {
        check_signer(&accounts.oracle_config, &terms.oracle_program, signer)?;
    }

    let bytes = terms.bytes();
    let market = Market {
        version: Market::VERSION,
        bump: ctx.bumps.market,
        vault_bump: ctx.bumps.vault,
        creator: accounts.creator.key(),
        id,
        terms_hash: Terms::hash(&bytes),
        state: MarketState::Open,
        pool: Pool::default(),
        proposal: Proposal::default(),
        parlays: 0,
        terms,
    };
    accounts.make_market(&market, bytes.len())?;
    accounts.vault_creation().make(market.vault_bump)?;
    emit!(MarketCreated {
        market: accounts.market.key(),
        creator: market.creator,
        id,
        fixture_id: market.terms.fixture_id,
        terms_hash: market.terms_hash,
    });
    accounts.vault_creation().invariant(&market)
}

impl<'info> CreateMarket<'info> {
    fn make_market(&self, market: &Market, terms: usize) -> Result<()> {
        let (id, bump) = (market.id.to_le_bytes(), [market.bump]);
        let seeds = [seed::MARKET, market.creator.as_ref(), &id, &bump];
        create_account(&self.market, &self.creator, &crate::ID, Market::space(terms), &seeds)?;
        market.write(&self.market)
    }

    fn vault_creation(&self) -> VaultCreation<'_, 'info> {
        VaultCreation {
            creator: &self.creator,
            authority: &self.market,
            vault: &self.vault,
            mint: &self.mint,
            fee_account: &self.fee_account,
            token_program: &self.token_program,
        }
    }
}

/// A signer is the oracle's own word: one that the oracle's configuration does not name could sign whatever suits the
/// creator.
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
