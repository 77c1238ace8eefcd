//! A program that calls the settlement program, which it declares from the IDL. Only compiled: a call needs a chain.
#![allow(dead_code, unexpected_cfgs)]

use anchor_lang::prelude::*;

declare_program!(settlement);

#[derive(Accounts)]
pub struct Decide<'info> {
    pub program: Program<'info, settlement::program::Settlement>,
    /// CHECK: the settlement program does.
    #[account(mut)]
    pub market: UncheckedAccount<'info>,
    /// CHECK: the settlement program does.
    pub vault: UncheckedAccount<'info>,
}

pub fn decide(ctx: Context<Decide>) -> Result<()> {
    let Decide { program, market, vault } = ctx.accounts;
    let (market, vault) = (market.to_account_info(), vault.to_account_info());
    let accounts = settlement::cpi::accounts::Finalise { market, vault };
    settlement::cpi::finalise(CpiContext::new(program.key(), accounts))
}

fn main() {}
