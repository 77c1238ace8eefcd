//! The check of the owner of an account.

use anchor_lang::prelude::*;
use linesman_verifier::same_bytes;

/// Checks that one of `owners` owns the account, like Anchor's `Account`: 3012 if there is none at this address, 3007
/// if another program owns it.
///
/// For accounts that are read in place: Anchor's types would decode them to the heap first.
#[inline(always)]
pub fn check_owner(account: &AccountInfo, owners: &[Pubkey]) -> Result<()> {
    if owners.iter().any(|owner| same_bytes(owner.as_array(), account.owner.as_array())) {
        return Ok(());
    }
    Err(wrong_owner(account))
}

#[cold]
fn wrong_owner(account: &AccountInfo) -> Error {
    let missing = *account.owner == System::id() && account.lamports() == 0;
    let code = if missing { ErrorCode::AccountNotInitialized } else { ErrorCode::AccountOwnedByWrongProgram };
    msg!("{} belongs to {}", account.key, account.owner);
    code.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(owner: Pubkey, mut lamports: u64) -> Option<u32> {
        let (key, mut data) = (Pubkey::new_from_array([1; 32]), []);
        let account = AccountInfo::new(&key, false, false, &mut lamports, &mut data, &owner, false);
        let owners = [Pubkey::new_from_array([2; 32]), Pubkey::new_from_array([3; 32])];
        check_owner(&account, &owners).err().map(|error| match error {
            Error::AnchorError(error) => error.error_code_number,
            Error::ProgramError(error) => panic!("{error}"),
        })
    }

    #[test]
    fn refuses_with_the_numbers_of_anchor() {
        for owner in [2, 3] {
            assert_eq!(number(Pubkey::new_from_array([owner; 32]), 0), None);
        }
        assert_eq!(number(System::id(), 0), Some(3012));
        assert_eq!(number(System::id(), 1), Some(3007));
        assert_eq!(number(Pubkey::new_from_array([4; 32]), 0), Some(3007));
    }
}
