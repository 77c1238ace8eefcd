//! `initialize_config`: writes the configuration, once.

use anchor_lang::prelude::*;
use anchor_lang::solana_program::bpf_loader_upgradeable;
use linesman_wire::{create_account, oracle_config, require, NewAccount};

use crate::error::OracleError;
use crate::state::{Config, ProgramData};
use crate::trailing;

/// The first configuration of a deployment.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug)]
pub struct ConfigParameters {
    /// Changes the configuration, prices and credits. Not all zero.
    pub admin: Pubkey,
    /// Inserts roots, nothing else.
    pub publisher: Pubkey,
    /// Co-signs purchases of service tokens.
    pub backend_admin: Pubkey,
    /// Ed25519 key that signs v4 payloads. Not of small order.
    pub oracle_key: [u8; 32],
    /// Announced successor of `oracle_key`; all zero = none.
    pub next_oracle_key: [u8; 32],
    /// Mint of the service token.
    pub service_mint: Pubkey,
    /// Mint of the stablecoin that buys service tokens.
    pub stablecoin_mint: Pubkey,
    /// Price of 100 validation credits, in base units of the service token.
    pub credit_pack_price: u64,
    /// How long after the end of its slot the publisher alone may publish a root, s: 600 to 604,800; 0 = no bound.
    /// Arguments that end before it set none.
    // The builder of the IDL refuses the attribute, and decodes nothing.
    #[cfg_attr(not(feature = "idl-build"), borsh(deserialize_with = "trailing::read"))]
    pub late_after: u32,
}

/// Accounts of `initialize_config`.
#[derive(Accounts)]
pub struct InitializeConfig<'info> {
    /// The program's upgrade authority; pays.
    #[account(mut)]
    pub authority: Signer<'info>,
    /// CHECK: created here, at the address of the seed `config`.
    #[account(mut, seeds = [oracle_config::SEED], bump)]
    pub config: UncheckedAccount<'info>,
    /// This program's `ProgramData` account, which only the loader can write. Its upgrade authority could replace the
    /// program anyway, so it is trusted with the configuration.
    #[account(
        seeds = [crate::ID.as_ref()],
        bump,
        seeds::program = bpf_loader_upgradeable::ID,
        constraint = program_data.upgrade_authority == Some(authority.key()) @ OracleError::Unauthorized,
    )]
    pub program_data: Account<'info, ProgramData>,
    /// Creates the account.
    pub system_program: Program<'info, System>,
}

/// Writes the configuration. Refused if it exists (6066), if the signer is not the upgrade authority (6017), or if the
/// admin or an oracle key is unusable (6057) or the bound for late roots out of range (6114).
#[cold]
#[inline(never)]
pub(crate) fn initialize_config(ctx: Context<InitializeConfig>, parameters: ConfigParameters) -> Result<()> {
    let InitializeConfig { authority, config: account, .. } = ctx.accounts;
    require!(account.data_is_empty(), OracleError::InvalidAccount);
    let bump = ctx.bumps.config;
    let mut config = Box::new(Config {
        admin: parameters.admin,
        pending_admin: Pubkey::default(),
        publisher: parameters.publisher,
        backend_admin: parameters.backend_admin,
        oracle_key: parameters.oracle_key,
        next_oracle_key: parameters.next_oracle_key,
        service_mint: parameters.service_mint,
        stablecoin_mint: parameters.stablecoin_mint,
        credit_pack_price: parameters.credit_pack_price,
        bump,
        late_after: 0,
        before: 0,
        changed: 0,
        reserved: [0; 47],
    });
    config.set_late_after(parameters.late_after)?;
    config.check()?;
    create_account(&NewAccount {
        account,
        payer: authority,
        owner: &crate::ID,
        space: oracle_config::SIZE,
        seeds: &[oracle_config::SEED, &[bump]],
    })?;
    let mut data = account.try_borrow_mut_data()?;
    config.try_serialize(&mut &mut data[..])
}
