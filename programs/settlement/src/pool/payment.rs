use anchor_lang::prelude::*;
use anchor_spl::associated_token;
use linesman_wire::mark;

use super::PoolAccount;
use crate::{
    error::SettlementError,
    event::Claimed,
    seed,
    state::{check_type, PoolInPlace, Position},
    token::{is_associated, Mint, TokenAccount, Vault},
};

/// Pays a position of a decided market or parlay. Its `close` constraint closes the position's account.
pub struct Payment<'a, 'info> {
    /// The market or parlay.
    pub holder: &'a AccountInfo<'info>,
    /// Belongs to `owner` (by constraint); the rest is checked here.
    pub position: &'a Account<'info, Position>,
    pub owner: &'a AccountInfo<'info>,
    pub vault: &'a AccountInfo<'info>,
    pub mint: &'a AccountInfo<'info>,
    pub destination: &'a AccountInfo<'info>,
    pub payer: &'a AccountInfo<'info>,
    pub token_program: &'a AccountInfo<'info>,
    pub associated_token_program: &'a Pubkey,
    pub system_program: &'a AccountInfo<'info>,
}

impl Payment<'_, '_> {
    /// Anybody may pay a position. A losing position gets nothing and needs no destination.
    #[inline(always)]
    pub fn pay<P: PoolAccount>(self) -> Result<()> {
        mark("entrance");
        let position = self.position;
        let key = *self.holder.key;
        check_type::<P>(self.holder)?;
        let held = TokenAccount::base(self.vault)?.amount;
        let mint = Mint::base(self.mint)?;
        mark("accounts of the token program");
        require_keys_eq!(position.pool, key, SettlementError::WrongPosition);

        let mut data = self.holder.try_borrow_mut_data()?;
        let mut holder = PoolInPlace::<P>::read(&key, &mut data)?;
        holder.check_vault(&key, self.vault.key)?;
        holder.conditions()?.check_mint(self.mint, self.token_program.key)?;
        seed::check_position(&position.key(), &key, &position.owner, [position.outcome, position.bump])?;
        holder.check_decided()?;
        mark("addresses");

        let paid = holder.pool.payout(holder.winner(), position.outcome, position.amount)?;
        holder.pool.close_position(position.amount, paid)?;
        let signer = holder.signer();
        let pool = holder.write();
        drop(data);
        mark("payout");
        emit!(Claimed { pool: key, owner: position.owner, outcome: position.outcome, stake: position.amount, paid });
        mark("event");

        if paid == 0 {
            return pool.invariant(true, held);
        }
        self.prepare_destination()?;
        mark("destination");
        let vault = Vault { account: self.vault, mint: self.mint, token_program: self.token_program.key };
        vault.send(self.holder, &signer, self.destination, paid, mint)?;
        mark("transfer");
        pool.invariant(true, TokenAccount::base(self.vault)?.amount)?;
        mark("invariant");
        Ok(())
    }

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
        let account = TokenAccount::base_of(self.destination, self.token_program.key, self.mint.key)?;
        // IMPORTANT: an associated token account keeps its address when its authority changes.
        let own = account.owner == *self.owner.key;
        require!(own || self.owner.is_signer, SettlementError::WrongOwner);
        // Tokens paid into the vault would be lost to the sweep.
        require_keys_neq!(*self.destination.key, *self.vault.key, SettlementError::WrongOwner);
        Ok(())
    }

    fn create_destination(&self) -> Result<()> {
        let accounts = associated_token::Create {
            payer: self.payer.clone(),
            associated_token: self.destination.clone(),
            authority: self.owner.clone(),
            mint: self.mint.clone(),
            system_program: self.system_program.clone(),
            token_program: self.token_program.clone(),
        };
        associated_token::create(CpiContext::new(*self.associated_token_program, accounts))
    }
}
