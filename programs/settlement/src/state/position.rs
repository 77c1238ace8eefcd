use anchor_lang::prelude::*;

/// What one owner has staked on one outcome. Seeds: `position`, market (or parlay), owner, outcome.
#[account]
#[derive(InitSpace, Debug, PartialEq)]
pub struct Position {
    pub bump: u8,
    /// The market or parlay.
    pub pool: Pubkey,
    /// Who is paid, and who gets the rent back.
    pub owner: Pubkey,
    /// Index of the outcome, from 0.
    pub outcome: u8,
    /// Base units, all stakes together. Above 0 in every account that has been staked into.
    pub amount: u64,
}

impl Position {
    /// Bytes of the account.
    pub const SPACE: usize = Self::DISCRIMINATOR.len() + Self::INIT_SPACE;

    /// The position in an account of this program; `None` when no account stands there yet. Any other program's account
    /// is refused (3007).
    pub fn read(account: &AccountInfo) -> Result<Option<Self>> {
        if account.owner == &System::id() {
            return Ok(None);
        }
        require_keys_eq!(*account.owner, crate::ID, ErrorCode::AccountOwnedByWrongProgram);
        Self::try_deserialize(&mut &account.try_borrow_data()?[..]).map(Some)
    }

    /// Writes the position into its account.
    pub fn write(&self, account: &AccountInfo) -> Result<()> {
        self.try_serialize(&mut &mut account.try_borrow_mut_data()?[..])
    }
}
