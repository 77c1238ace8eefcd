use anchor_lang::prelude::*;
use anchor_spl::{
    associated_token::{self, get_associated_token_address_with_program_id},
    token_2022::spl_token_2022::{extension::StateWithExtensions, state::Account as State},
};
use linesman_wire::require_keys_eq;

use crate::error::OracleError;

/// The payer of a new token account, and the programs that create it.
pub struct Making<'a, 'info> {
    pub payer: &'a AccountInfo<'info>,
    pub system_program: &'a AccountInfo<'info>,
    pub associated_token_program: &'a AccountInfo<'info>,
}

/// Reads a token account; it must belong to the token program (6066) and the mint (6020).
pub(super) fn read(account: &AccountInfo, mint: &Pubkey, token_program: &Pubkey) -> Result<State> {
    require_keys_eq!(*account.owner, *token_program, OracleError::InvalidAccount);
    let data = account.try_borrow_data()?;
    let state = StateWithExtensions::<State>::unpack(&data).map_err(|_| OracleError::InvalidAccount)?;
    require_keys_eq!(state.base.mint, *mint, OracleError::InvalidMint);
    Ok(state.base)
}

/// The associated token account of an owner, which may not exist yet.
pub(super) struct Associated<'a, 'info> {
    pub account: &'a AccountInfo<'info>,
    pub owner: &'a AccountInfo<'info>,
    pub mint: &'a AccountInfo<'info>,
    pub token_program: &'a AccountInfo<'info>,
}

impl<'info> Associated<'_, 'info> {
    /// Creates it if it does not exist; then its address must match (6066).
    #[inline(never)]
    pub fn make_if_missing(&self, making: &Making<'_, 'info>) -> Result<()> {
        let Self { account, owner, mint, token_program } = *self;
        if account.owner != &System::id() {
            return Ok(());
        }
        let address = get_associated_token_address_with_program_id(owner.key, mint.key, token_program.key);
        require_keys_eq!(*account.key, address, OracleError::InvalidAccount);
        let accounts = associated_token::Create {
            payer: making.payer.clone(),
            associated_token: account.clone(),
            authority: owner.clone(),
            mint: mint.clone(),
            system_program: making.system_program.clone(),
            token_program: token_program.clone(),
        };
        associated_token::create(CpiContext::new(*making.associated_token_program.key, accounts))
    }
}
