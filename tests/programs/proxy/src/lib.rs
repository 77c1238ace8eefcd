use anchor_lang::prelude::*;

declare_id!("6EWQBfT3aKodg4DQkYTASzPnXqsr57dVoj5XwuKDsfs9");

#[program]
pub mod proxy {
    use super::*;
    pub fn ping(_ctx: Context<Ping>) -> Result<()> {
        Ok(())
    }
}

#[derive(Accounts)]
pub struct Ping {}
