//! `update_config`: changes the configuration, except the admin.

use anchor_lang::prelude::*;
use linesman_wire::oracle_config;

use crate::state::Config;
use crate::trailing;

/// New values; absent fields stay unchanged.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug, Default)]
pub struct ConfigUpdate {
    /// Inserts roots, nothing else.
    pub publisher: Option<Pubkey>,
    /// Co-signs purchases of service tokens.
    pub backend_admin: Option<Pubkey>,
    /// Ed25519 key that signs v4 payloads. Not of small order.
    pub oracle_key: Option<[u8; 32]>,
    /// Announced successor of `oracle_key`; all zero = none from now on.
    pub next_oracle_key: Option<[u8; 32]>,
    /// Mint of the service token.
    pub service_mint: Option<Pubkey>,
    /// Mint of the stablecoin that buys service tokens.
    pub stablecoin_mint: Option<Pubkey>,
    /// Price of 100 validation credits, in base units of the service token.
    pub credit_pack_price: Option<u64>,
    /// How long after the end of its slot the publisher alone may publish a root, s: 600 to 604,800. Slots that have
    /// ended keep a stricter one. Arguments that end before it change nothing.
    // The builder of the IDL refuses the attribute, and decodes nothing.
    #[cfg_attr(not(feature = "idl-build"), borsh(deserialize_with = "trailing::read"))]
    pub late_after: Option<u32>,
}

/// Accounts of `update_config`.
#[derive(Accounts)]
pub struct UpdateConfig<'info> {
    /// The admin.
    pub admin: Signer<'info>,
    /// The configuration.
    #[account(mut, seeds = [oracle_config::SEED], bump = config.bump)]
    pub config: Account<'info, Config>,
}

/// Changes the configuration. Admin only (6017); an oracle key of small order is refused (6057), and a bound for
/// late roots out of range (6114).
#[cold]
#[inline(never)]
pub(crate) fn update_config(ctx: Context<UpdateConfig>, update: ConfigUpdate) -> Result<()> {
    let UpdateConfig { admin, config } = ctx.accounts;
    config.require_admin(admin.key)?;
    replace(&mut config.publisher, update.publisher);
    replace(&mut config.backend_admin, update.backend_admin);
    replace(&mut config.oracle_key, update.oracle_key);
    replace(&mut config.next_oracle_key, update.next_oracle_key);
    replace(&mut config.service_mint, update.service_mint);
    replace(&mut config.stablecoin_mint, update.stablecoin_mint);
    replace(&mut config.credit_pack_price, update.credit_pack_price);
    if let Some(late_after) = update.late_after {
        config.set_late_after(late_after)?;
    }
    config.check()
}

fn replace<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}
