use anchor_lang::{prelude::*, system_program};

/// An account to be created at a PDA.
///
/// One struct, because BPF has no calls with more than five arguments: LLVM would write the function out at each call.
pub struct NewAccount<'a, 'info> {
    /// At the address of `seeds`. Must not exist.
    pub account: &'a AccountInfo<'info>,
    /// Tops it up to rent exemption.
    pub payer: &'a AccountInfo<'info>,
    /// The program that will own it.
    pub owner: &'a Pubkey,
    /// Size in bytes, all zero at first.
    pub space: usize,
    /// Seeds of the address, the bump included.
    pub seeds: &'a [&'a [u8]],
}

/// Creates an account.
///
/// IMPORTANT: anybody can send lamports to the address first, and the system program's `create_account` then fails: one
/// lamport would stop an owner from staking or block a day's roots. Such an address is topped up, allocated and
/// assigned instead, which works on every runtime.
///
/// # Errors
/// The errors of the system program.
#[inline(never)]
pub fn create_account(new: &NewAccount<'_, '_>) -> Result<()> {
    let NewAccount { account, payer, owner, space, seeds } = *new;
    let rent = Rent::get()?.minimum_balance(space);
    let held = account.lamports();
    let signer: &[&[&[u8]]] = &[seeds];
    if held == 0 {
        let accounts = system_program::CreateAccount { from: payer.clone(), to: account.clone() };
        let context = CpiContext::new_with_signer(system_program::ID, accounts, signer);
        return system_program::create_account(context, rent, space as u64, owner);
    }
    if held < rent {
        let accounts = system_program::Transfer { from: payer.clone(), to: account.clone() };
        let context = CpiContext::new(system_program::ID, accounts);
        system_program::transfer(context, rent.saturating_sub(held))?;
    }
    let accounts = system_program::Allocate { account_to_allocate: account.clone() };
    let context = CpiContext::new_with_signer(system_program::ID, accounts, signer);
    system_program::allocate(context, space as u64)?;
    let accounts = system_program::Assign { account_to_assign: account.clone() };
    let context = CpiContext::new_with_signer(system_program::ID, accounts, signer);
    system_program::assign(context, owner)
}
