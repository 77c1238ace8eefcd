use anchor_lang::prelude::*;

declare_id!("EJTfEWTmYaFVNqFUTeSbLemMqSsxqtBStUkh97UfZWzS");

#[program]
pub mod settlement {
    use super::*;
    pub fn ping(_ctx: Context<Ping>) -> Result<()> {
        Ok(())
    }
}

#[derive(Accounts)]
pub struct Ping {}
