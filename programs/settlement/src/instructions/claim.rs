use anchor_lang::prelude::*;
use anchor_spl::{
    associated_token::{self, AssociatedToken},
    token_interface::TokenInterface,
};
use linesman_wire::{mark, require, require_keys_eq};

use crate::{
    error::SettlementError,
    event::Claimed,
    seed,
    state::{PoolInPlace, PoolKind, Position},
    token::{is_associated, Mint, TokenAccount, Vault},
};

#[derive(Accounts)]
pub struct Claim<'info> {
    /// The market or parlay.
    /// CHECK: owner, address and layout in the handler, which reads it in place.
    #[account(mut)]
    pub pool: UncheckedAccount<'info>,
    /// The owner is checked by the constraint, pool and address in the handler.
    // `dup`: no other account here can be the position, and Anchor's duplicate check would cost 600 CU.
    #[account(mut, dup, close = owner, has_one = owner @ SettlementError::WrongOwner)]
    pub position: Box<Account<'info, Position>>,
    /// CHECK: `position.owner`, by `has_one`. Gets the rent; needs to sign only to choose `destination`.
    #[account(mut)]
    pub owner: UncheckedAccount<'info>,
    /// The vault.
    /// CHECK: in the handler.
    #[account(mut)]
    pub vault: UncheckedAccount<'info>,
    /// The mint of the terms, owned by the token program.
    /// CHECK: in the handler.
    pub mint: UncheckedAccount<'info>,
    /// CHECK: receives the tokens: the owner's associated token account, or the account that the signing owner chooses.
    /// Checked in `prepare_destination`, only if something is paid.
    #[account(mut)]
    pub destination: UncheckedAccount<'info>,
    /// Pays for the associated token account if it is missing.
    #[account(mut)]
    pub payer: Signer<'info>,
    pub token_program: Interface<'info, TokenInterface>,
    pub associated_token_program: Program<'info, AssociatedToken>,
    pub system_program: Program<'info, System>,
}

/// Pays a position of a decided market or parlay and closes it. Anybody may call this. A losing position gets nothing
/// and needs no destination.
pub fn claim(ctx: Context<Claim>) -> Result<()> {
    mark("entrance");
    let accounts = ctx.accounts;
    let position = &accounts.position;
    let key = *accounts.pool.key;
    PoolKind::of(&accounts.pool)?;
    let held = TokenAccount::base(&accounts.vault)?.amount;
    let mint = Mint::base(&accounts.mint)?;
    mark("accounts of the token program");
    require_keys_eq!(position.pool, key, SettlementError::WrongPosition);

    let mut data = accounts.pool.try_borrow_mut_data()?;
    let mut found = PoolInPlace::read(&key, &mut data)?;
    found.check_vault(&key, accounts.vault.key)?;
    let conditions = found.conditions()?;
    conditions.check_mint(&accounts.mint, accounts.token_program.key)?;
    seed::check_position(&position.key(), &key, &position.owner, [position.outcome, position.bump])?;
    found.check_decided()?;
    mark("addresses");

    let paid = found.pool.payout(found.row(conditions.has_splits)?, position.outcome, position.amount)?;
    found.pool.close_position(position.amount, paid)?;
    let (kind, signer) = (found.kind, found.signer());
    let pool = found.write();
    drop(data);
    mark("payout");
    emit!(Claimed { kind, pool: key, owner: position.owner, outcome: position.outcome, stake: position.amount, paid });
    mark("event");

    if paid == 0 {
        return pool.invariant(true, held);
    }
    accounts.prepare_destination()?;
    mark("destination");
    let vault = Vault { account: &accounts.vault, mint: &accounts.mint, token_program: accounts.token_program.key };
    vault.send(&accounts.pool, &signer, &accounts.destination, paid, mint)?;
    mark("transfer");
    pool.invariant(true, TokenAccount::base(&accounts.vault)?.amount)?;
    mark("invariant");
    Ok(())
}

impl Claim<'_> {
    /// Tokens go to the owner's associated token account, created if missing. An owner who signs may choose any token
    /// account of the mint.
    fn prepare_destination(&self) -> Result<()> {
        let missing = self.destination.owner == &System::id();
        // IMPORTANT: without the owner's signature, the sender must not choose the destination.
        if !self.owner.is_signer || missing {
            let (owner, mint) = (self.owner.key, self.mint.key);
            let associated = is_associated(self.destination.key, owner, mint, self.token_program.key);
            require!(associated, SettlementError::WrongOwner);
        }
        if missing {
            self.create_destination()?;
        }
        let account = TokenAccount::base_of(&self.destination, self.token_program.key, self.mint.key)?;
        // IMPORTANT: an associated token account keeps its address when its authority changes.
        let own = account.owner == *self.owner.key;
        require!(own || self.owner.is_signer, SettlementError::WrongOwner);
        // Tokens paid into the vault would be lost to the sweep.
        require_keys_neq!(*self.destination.key, *self.vault.key, SettlementError::WrongOwner);
        Ok(())
    }

    fn create_destination(&self) -> Result<()> {
        let accounts = associated_token::Create {
            payer: self.payer.to_account_info(),
            associated_token: self.destination.to_account_info(),
            authority: self.owner.to_account_info(),
            mint: self.mint.to_account_info(),
            system_program: self.system_program.to_account_info(),
            token_program: self.token_program.to_account_info(),
        };
        associated_token::create(CpiContext::new(*self.associated_token_program.key, accounts))
    }
}
