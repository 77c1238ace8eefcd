use anchor_lang::prelude::*;

use super::Mint;
use crate::{
    call::{call, Passed},
    state::PoolSigner,
};

/// Instruction numbers of both token programs.
const CLOSE_ACCOUNT: u8 = 9;
const TRANSFER_CHECKED: u8 = 12;

/// The vault of a market or parlay, with its token transfers. The market or parlay signs as the authority.
pub struct Vault<'a, 'info> {
    pub account: &'a AccountInfo<'info>,
    pub mint: &'a AccountInfo<'info>,
    /// Of the mint; one of the two token programs.
    pub token_program: &'a Pubkey,
}

impl<'info> Vault<'_, 'info> {
    /// Sends `amount` base units; nothing happens for 0.
    pub fn send(
        &self,
        authority: &AccountInfo<'info>,
        signer: &PoolSigner,
        to: &AccountInfo<'info>,
        amount: u64,
        mint: Mint,
    ) -> Result<()> {
        if amount == 0 {
            return Ok(());
        }
        self.transfer(self.account, to, authority, amount, mint, &signer.seeds())
    }

    /// Takes `amount` base units from `source`, authorised by `authority`'s signature on the transaction.
    pub fn receive(
        &self,
        source: &AccountInfo<'info>,
        authority: &AccountInfo<'info>,
        amount: u64,
        mint: Mint,
    ) -> Result<()> {
        self.transfer(source, self.account, authority, amount, mint, &[])
    }

    /// Closes the empty vault; its rent goes to `to`.
    pub fn close(&self, authority: &AccountInfo<'info>, signer: &PoolSigner, to: &AccountInfo<'info>) -> Result<()> {
        let accounts = [
            Passed { account: self.account, writable: true, signer: false },
            Passed { account: to, writable: true, signer: false },
            Passed { account: authority, writable: false, signer: true },
        ];
        call(self.token_program, accounts, &[CLOSE_ACCOUNT], &signer.seeds())
    }

    #[inline(always)]
    fn transfer(
        &self,
        from: &AccountInfo<'info>,
        to: &AccountInfo<'info>,
        authority: &AccountInfo<'info>,
        amount: u64,
        mint: Mint,
        seeds: &[&[u8]],
    ) -> Result<()> {
        let mut data = [TRANSFER_CHECKED, 0, 0, 0, 0, 0, 0, 0, 0, mint.decimals];
        data[1..9].copy_from_slice(&amount.to_le_bytes());
        let accounts = [
            Passed { account: from, writable: true, signer: false },
            Passed { account: self.mint, writable: false, signer: false },
            Passed { account: to, writable: true, signer: false },
            Passed { account: authority, writable: false, signer: true },
        ];
        call(self.token_program, accounts, &data, seeds)
    }
}
