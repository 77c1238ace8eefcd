use anchor_lang::prelude::*;
use anchor_spl::associated_token;
use linesman_verifier::{Hasher, Sha256};

/// Whether `account` is the address of the owner's associated token account.
///
/// Tries bumps from 255 down, like `find_program_address`, but compares the address instead of testing the curve: about
/// 300 CU per try instead of 1,500. Addresses with a non-canonical bump pass too. That is harmless: the associated
/// token program creates no account there, and nobody else can.
pub fn is_associated(account: &Pubkey, owner: &Pubkey, mint: &Pubkey, token_program: &Pubkey) -> bool {
    let account = account.to_bytes();
    (0..=u8::MAX).rev().any(|bump| {
        let seeds: [&[u8]; 4] = [owner.as_ref(), token_program.as_ref(), mint.as_ref(), &[bump]];
        let [owner, token_program, mint, bump] = seeds;
        let program = associated_token::ID;
        account == Sha256::hashv(&[owner, token_program, mint, bump, program.as_ref(), b"ProgramDerivedAddress"])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anchor_spl::associated_token::get_associated_token_address_with_program_id;

    #[test]
    fn finds_the_associated_account_and_no_other() {
        let key = |number: u8| Pubkey::new_from_array([number; 32]);
        for number in 0..40 {
            let (owner, mint, token_program) = (key(number), key(100 + number), key(200));
            let account = get_associated_token_address_with_program_id(&owner, &mint, &token_program);
            assert!(is_associated(&account, &owner, &mint, &token_program));
            assert!(!is_associated(&account, &key(99), &mint, &token_program));
            assert!(!is_associated(&account, &owner, &key(99), &token_program));
            assert!(!is_associated(&account, &owner, &mint, &key(99)));
            assert!(!is_associated(&owner, &owner, &mint, &token_program));
        }
    }
}
