use anchor_lang::prelude::*;
use linesman_wire::require_keys_eq;

/// The stake of one owner on one outcome. Seeds: `position`, market (or parlay), owner, outcome.
#[account]
#[derive(InitSpace, Debug, PartialEq)]
pub struct Position {
    pub bump: u8,
    /// The market or parlay.
    pub pool: Pubkey,
    /// Gets the payout and the rent.
    pub owner: Pubkey,
    /// Index of the outcome, from 0.
    pub outcome: u8,
    /// Sum of all stakes, in base units. Always above 0.
    pub amount: u64,
}

impl Position {
    /// Size of the account.
    pub const SPACE: usize = Self::DISCRIMINATOR.len() + Self::INIT_SPACE;
    /// Offset of `bump` in the account.
    pub const BUMP_AT: usize = Self::DISCRIMINATOR.len();

    /// Reads the position; `None` if the account does not exist yet. An account of another program is refused (3007).
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bump_is_where_it_is_read() {
        let key = |byte: u8| Pubkey::new_from_array([byte; 32]);
        let position = Position { bump: 254, pool: key(1), owner: key(2), outcome: 3, amount: 4 };
        let mut bytes = Vec::new();
        position.try_serialize(&mut bytes).unwrap();
        assert_eq!((bytes[Position::BUMP_AT], bytes.len()), (254, Position::SPACE));
    }
}
