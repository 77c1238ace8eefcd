use anchor_lang::prelude::*;
use anchor_spl::associated_token::get_associated_token_address_with_program_id;
use anchor_spl::token_2022::spl_token_2022::state::Account as State;
use anchor_spl::token_interface::{self, FreezeAccount, ThawAccount, TransferChecked};
use linesman_wire::require_keys_eq;

use super::account::{self, Associated};
use super::{FitMint, Making, TreasuryMint, DECIMALS};
use crate::error::OracleError;
use crate::state::Config;

/// Seed of the PDA that owns the service token vault and is the token's freeze authority.
pub const SERVICE_SEED: &[u8] = b"token_treasury_v2";
/// Seed of the PDA that owns the stablecoin vault.
pub const STABLECOIN_SEED: &[u8] = b"usdt_treasury";

/// The accounts of a treasury in an instruction. The addresses of token program and authority must have been checked.
pub struct TreasuryAccounts<'a, 'info> {
    pub mint: &'a AccountInfo<'info>,
    pub vault: &'a AccountInfo<'info>,
    /// The PDA that owns the vault.
    pub authority: &'a AccountInfo<'info>,
    /// Its canonical bump.
    pub bump: u8,
    pub token_program: &'a AccountInfo<'info>,
}

/// One of the deployment's two treasuries, with its token transfers. `M` says how strictly the mint was checked: a
/// [`FitMint`] where tokens are bought, a [`ConfiguredMint`](super::ConfiguredMint) where holders spend and the admin
/// withdraws.
pub struct Treasury<'a, 'info, M> {
    accounts: TreasuryAccounts<'a, 'info>,
    mint: M,
    kind: &'static Kind,
}

/// The differences between the two treasuries.
struct Kind {
    /// Seed of the PDA.
    seed: &'static [u8],
    /// Whether accounts of the token are kept frozen, except while the treasury moves tokens.
    freezes: bool,
}

const SERVICE: Kind = Kind { seed: SERVICE_SEED, freezes: true };
const STABLECOIN: Kind = Kind { seed: STABLECOIN_SEED, freezes: false };

/// Tokens on their way to or from the vault.
struct Transfer<'a, 'info> {
    from: &'a AccountInfo<'info>,
    to: &'a AccountInfo<'info>,
    /// The owner of `from`.
    authority: &'a AccountInfo<'info>,
    /// Base units.
    amount: u64,
    /// The one of the two accounts that is not the vault.
    holder: &'a AccountInfo<'info>,
    holder_frozen: bool,
}

impl<'info> Treasury<'_, 'info, FitMint> {
    /// Creates the vault. It may exist already, because anybody can create an associated token account for anybody. New
    /// accounts start frozen, so the vault is thawed; only the treasury could freeze it again.
    pub fn make_vault(&self, making: &Making<'_, 'info>) -> Result<()> {
        let TreasuryAccounts { mint, vault, authority, token_program, .. } = &self.accounts;
        Associated { account: vault, owner: authority, mint, token_program }.make_if_missing(making)?;
        let is_frozen = self.vault()?.is_frozen();
        if self.kind.freezes && is_frozen {
            self.thaw(vault)?;
        }
        Ok(())
    }
}

impl<'a, 'info, M: TreasuryMint> Treasury<'a, 'info, M> {
    /// The treasury of the service token: its mint is the configured one, with this treasury as the freeze authority
    /// (6020), and the vault is at the associated token address (6054).
    pub fn service(accounts: TreasuryAccounts<'a, 'info>, config: &Config) -> Result<Self> {
        let treasury = Self::at(accounts, &config.service_mint, &SERVICE)?;
        // The treasury stays the freeze authority: it never signs a change of authority.
        treasury.mint.check_freeze_authority(treasury.accounts.authority.key)?;
        Ok(treasury)
    }

    /// The treasury of the stablecoin: its mint is the configured one (6020), the vault is at the associated token
    /// address (6054).
    pub fn stablecoin(accounts: TreasuryAccounts<'a, 'info>, config: &Config) -> Result<Self> {
        Self::at(accounts, &config.stablecoin_mint, &STABLECOIN)
    }

    fn at(accounts: TreasuryAccounts<'a, 'info>, configured: &Pubkey, kind: &'static Kind) -> Result<Self> {
        let TreasuryAccounts { mint, vault, authority, token_program, .. } = &accounts;
        let mint = M::read(mint, configured, token_program.key)?;
        let address = get_associated_token_address_with_program_id(authority.key, configured, token_program.key);
        require_keys_eq!(*vault.key, address, OracleError::InvalidVault);
        Ok(Self { accounts, mint, kind })
    }

    /// Creates the associated token account of `owner` if `account` does not exist yet (6066 for a wrong address).
    pub fn make_account(
        &self,
        account: &AccountInfo<'info>,
        owner: &AccountInfo<'info>,
        making: &Making<'_, 'info>,
    ) -> Result<()> {
        let TreasuryAccounts { mint, token_program, .. } = self.accounts;
        Associated { account, owner, mint, token_program }.make_if_missing(making)
    }

    /// Takes `amount` base units from `from`, whose `owner` has signed.
    ///
    /// # Errors
    /// 6066 not a token account, 6020 wrong mint, 6012 wrong owner, 6034 balance too low, 6054 no vault, 6038 the
    /// amount moved is not `amount`.
    pub fn receive(&self, from: &AccountInfo<'info>, owner: &AccountInfo<'info>, amount: u64) -> Result<()> {
        let (holder, vault) = (self.holder(from, owner.key)?, self.vault()?);
        let left = holder.amount.checked_sub(amount).ok_or(OracleError::InsufficientUserBalance)?;
        let kept = vault.amount.checked_add(amount).ok_or(OracleError::Overflow)?;
        let holder_frozen = holder.is_frozen();
        let to = self.accounts.vault;
        self.move_tokens(&Transfer { from, to, authority: owner, amount, holder: from, holder_frozen })?;
        self.check_balances((from, left), kept)
    }

    /// Sends `amount` base units from the vault to `to`, an account of `owner`.
    ///
    /// # Errors
    /// 6066 not a token account, 6020 wrong mint, 6012 wrong owner, 6037 not enough in the vault, 6054 no vault, 6038
    /// the amount moved is not `amount`.
    pub fn send(&self, to: &AccountInfo<'info>, owner: &Pubkey, amount: u64) -> Result<()> {
        let (holder, vault) = (self.holder(to, owner)?, self.vault()?);
        let kept = vault.amount.checked_sub(amount).ok_or(OracleError::InsufficientVaultBalance)?;
        let held = holder.amount.checked_add(amount).ok_or(OracleError::Overflow)?;
        let holder_frozen = holder.is_frozen();
        let TreasuryAccounts { vault: from, authority, .. } = self.accounts;
        self.move_tokens(&Transfer { from, to, authority, amount, holder: to, holder_frozen })?;
        self.check_balances((to, held), kept)
    }

    /// Transfers tokens, even if `amount` is 0. For a token kept frozen, the holder's account is always frozen
    /// afterwards.
    fn move_tokens(&self, transfer: &Transfer<'_, 'info>) -> Result<()> {
        let Transfer { from, to, authority, amount, holder, holder_frozen } = *transfer;
        if self.kind.freezes && holder_frozen {
            self.thaw(holder)?;
        }
        let accounts = TransferChecked {
            from: from.clone(),
            mint: self.accounts.mint.clone(),
            to: to.clone(),
            authority: authority.clone(),
        };
        self.signed(accounts, |context| token_interface::transfer_checked(context, amount, DECIMALS))?;
        if self.kind.freezes {
            self.freeze(holder)?;
        }
        Ok(())
    }

    fn thaw(&self, account: &AccountInfo<'info>) -> Result<()> {
        let TreasuryAccounts { mint, authority, .. } = self.accounts;
        let accounts = ThawAccount { account: account.clone(), mint: mint.clone(), authority: authority.clone() };
        self.signed(accounts, token_interface::thaw_account)
    }

    fn freeze(&self, account: &AccountInfo<'info>) -> Result<()> {
        let TreasuryAccounts { mint, authority, .. } = self.accounts;
        let accounts = FreezeAccount { account: account.clone(), mint: mint.clone(), authority: authority.clone() };
        self.signed(accounts, token_interface::freeze_account)
    }

    /// Calls the token program with the treasury's signature.
    fn signed<'b, T: ToAccountMetas + ToAccountInfos<'info>>(
        &'b self,
        accounts: T,
        call: impl for<'c> FnOnce(CpiContext<'c, 'c, 'c, 'info, T>) -> Result<()>,
    ) -> Result<()> {
        let bump = [self.accounts.bump];
        let seeds = [self.kind.seed, &bump];
        call(CpiContext::new_with_signer(*self.accounts.token_program.key, accounts, &[&seeds]))
    }

    fn holder(&self, account: &AccountInfo, owner: &Pubkey) -> Result<State> {
        let state = account::read(account, self.accounts.mint.key, self.accounts.token_program.key)?;
        require_keys_eq!(state.owner, *owner, OracleError::InvalidOwner);
        Ok(state)
    }

    fn vault(&self) -> Result<State> {
        let TreasuryAccounts { vault, mint, authority, token_program, .. } = &self.accounts;
        let state = account::read(vault, mint.key, token_program.key).map_err(|_| OracleError::InvalidVault)?;
        require_keys_eq!(state.owner, *authority.key, OracleError::InvalidVault);
        Ok(state)
    }

    /// The current balances, reloaded.
    fn check_balances(&self, (holder, held): (&AccountInfo, u64), kept: u64) -> Result<()> {
        let holder = account::read(holder, self.accounts.mint.key, self.accounts.token_program.key)?;
        require_eq!(holder.amount, held, OracleError::CalculationError);
        require_eq!(self.vault()?.amount, kept, OracleError::CalculationError);
        Ok(())
    }
}
