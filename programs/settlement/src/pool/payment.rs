use anchor_lang::prelude::*;
use anchor_spl::{
    associated_token::{self, AssociatedToken},
    token_interface::TokenInterface,
};

use super::PoolAccount;
use crate::{
    error::SettlementError,
    event::Claimed,
    seed,
    state::Position,
    token::{is_associated, BaseMint, BaseTokenAccount, Vault},
};

/// Pays a position of a decided market or parlay. Its `close` constraint closes the position's account.
pub struct Payment<'a, 'info, P: PoolAccount> {
    pub holder: &'a mut Account<'info, P>,
    /// Belongs to this holder and owner (by constraints); its address is checked here.
    pub position: &'a Account<'info, Position>,
    pub owner: &'a AccountInfo<'info>,
    pub vault: &'a mut InterfaceAccount<'info, BaseTokenAccount>,
    pub mint: &'a InterfaceAccount<'info, BaseMint>,
    pub destination: &'a AccountInfo<'info>,
    pub payer: &'a AccountInfo<'info>,
    pub token_program: &'a Interface<'info, TokenInterface>,
    pub associated_token_program: &'a Program<'info, AssociatedToken>,
    pub system_program: &'a Program<'info, System>,
}

impl<P: PoolAccount> Payment<'_, '_, P> {
    /// Anybody may pay a position. A losing position gets nothing and needs no destination.
    pub fn pay(self) -> Result<()> {
        let position = self.position;
        let key = self.holder.key();
        self.holder.check_address(&key)?;
        self.holder.check_vault(&key, &self.vault.key())?;
        self.holder.check_mint(self.mint.as_ref(), self.token_program.key)?;
        seed::check_position(&position.key(), &key, &position.owner, [position.outcome, position.bump])?;
        self.holder.check_decided()?;

        let winner = self.holder.winner();
        let pool = self.holder.pool_mut();
        let paid = pool.payout(winner, position.outcome, position.amount)?;
        pool.close_position(position.amount, paid)?;
        emit!(Claimed { pool: key, owner: position.owner, outcome: position.outcome, stake: position.amount, paid });

        if paid > 0 {
            self.prepare_destination()?;
            let (mint, decimals) = (self.mint.as_ref(), self.mint.decimals);
            let token_program = self.token_program;
            let vault = Vault { holder: self.holder, account: self.vault, mint, decimals, token_program };
            vault.send(self.destination.clone(), paid)?;
            self.vault.reload()?;
        }
        self.holder.invariant(self.vault.amount)
    }

    /// Tokens go to the owner's associated token account, created if missing. An owner who signs may choose any token
    /// account of the mint.
    fn prepare_destination(&self) -> Result<()> {
        let missing = self.destination.owner == &System::id();
        // IMPORTANT: without the owner's signature, the sender must not choose the destination.
        if !self.owner.is_signer || missing {
            let (owner, mint) = (self.owner.key, self.mint.key());
            let associated = is_associated(self.destination.key, owner, &mint, self.token_program.key);
            require!(associated, SettlementError::WrongOwner);
        }
        if missing {
            self.create_destination()?;
        }
        let account = BaseTokenAccount::read(self.destination, self.token_program.key, &self.mint.key())?;
        // IMPORTANT: an associated token account keeps its address when its authority changes.
        let own = account.owner == self.owner.key();
        require!(own || self.owner.is_signer, SettlementError::WrongOwner);
        // Tokens paid into the vault would be lost to the sweep.
        require_keys_neq!(self.destination.key(), self.vault.key(), SettlementError::WrongOwner);
        Ok(())
    }

    fn create_destination(&self) -> Result<()> {
        let accounts = associated_token::Create {
            payer: self.payer.clone(),
            associated_token: self.destination.clone(),
            authority: self.owner.clone(),
            mint: self.mint.to_account_info(),
            system_program: self.system_program.to_account_info(),
            token_program: self.token_program.to_account_info(),
        };
        associated_token::create(CpiContext::new(self.associated_token_program.key(), accounts))
    }
}
