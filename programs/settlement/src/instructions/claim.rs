use anchor_lang::prelude::*;
use anchor_spl::{
    associated_token::{self, AssociatedToken},
    token_interface::TokenInterface,
};

use crate::{
    error::SettlementError,
    event::Claimed,
    seed,
    state::{Market, Position},
    token::{is_associated, PlainMint, PlainTokenAccount, Vault},
};

#[derive(Accounts)]
pub struct Claim<'info> {
    // `dup` here and below: market, position and vault are of three kinds, so no two are one account; Anchor's own look
    // costs 1,500 units.
    #[account(mut, dup)]
    pub market: Box<Account<'info, Market>>,
    #[account(
        mut,
        dup,
        close = owner,
        has_one = market @ SettlementError::WrongPosition,
        has_one = owner @ SettlementError::WrongOwner
    )]
    pub position: Box<Account<'info, Position>>,
    /// CHECK: the owner of the position, by the position's own field. Gets its rent; signs only to name `destination`.
    #[account(mut)]
    pub owner: UncheckedAccount<'info>,
    #[account(mut, dup)]
    pub vault: Box<InterfaceAccount<'info, PlainTokenAccount>>,
    pub mint: Box<InterfaceAccount<'info, PlainMint>>,
    /// CHECK: where the tokens go: the owner's associated token account, or what the owner says. Read when it is paid.
    #[account(mut)]
    pub destination: UncheckedAccount<'info>,
    /// Pays for the associated token account if it is missing.
    #[account(mut)]
    pub payer: Signer<'info>,
    pub token_program: Interface<'info, TokenInterface>,
    pub associated_token_program: Program<'info, AssociatedToken>,
    pub system_program: Program<'info, System>,
}

/// Pays a position of a decided market and closes it. Anybody may, for anybody: a losing position is paid nothing and
/// needs no destination.
pub fn claim(ctx: Context<Claim>) -> Result<()> {
    let accounts = ctx.accounts;
    let (market, position) = (&mut accounts.market, &accounts.position);
    let key = market.key();
    market.check_address(&key)?;
    market.check_vault(&key, &accounts.vault.key())?;
    market.check_mint(&accounts.mint, accounts.token_program.key)?;
    seed::check_position(&position.key(), &key, &position.owner, [position.outcome, position.bump])?;
    market.check_decided()?;

    let paid = market.payout(position.outcome, position.amount)?;
    market.close_position(position.amount, paid)?;
    emit!(Claimed { market: key, owner: position.owner, outcome: position.outcome, stake: position.amount, paid });

    if paid > 0 {
        accounts.prepare_destination()?;
        let vault = Vault {
            market: &accounts.market,
            account: &accounts.vault,
            mint: &accounts.mint,
            token_program: &accounts.token_program,
        };
        vault.send(accounts.destination.to_account_info(), paid)?;
        accounts.vault.reload()?;
    }
    accounts.market.invariant(accounts.vault.amount)
}

impl Claim<'_> {
    /// Tokens go to the owner's associated account, made if missing, or to any account of the mint that the owner, by
    /// signing, agrees to.
    fn prepare_destination(&self) -> Result<()> {
        let missing = self.destination.owner == &System::id();
        // IMPORTANT: without the owner's signature the sender would choose who is paid.
        if !self.owner.is_signer || missing {
            let (owner, mint) = (self.owner.key, self.mint.key());
            let associated = is_associated(self.destination.key, owner, &mint, self.token_program.key);
            require!(associated, SettlementError::WrongOwner);
        }
        if missing {
            self.create_destination()?;
        }
        let account = PlainTokenAccount::read(&self.destination, self.token_program.key, &self.mint.key())?;
        // An associated account keeps its address when its authority is handed on.
        let own = account.owner == self.owner.key();
        require!(own || self.owner.is_signer, SettlementError::WrongOwner);
        // Paid into the vault, the tokens would leave with the sweep.
        require_keys_neq!(self.destination.key(), self.vault.key(), SettlementError::WrongOwner);
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
        associated_token::create(CpiContext::new(self.associated_token_program.key(), accounts))
    }
}
