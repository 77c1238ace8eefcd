//! The account addresses of our programs. `tests/programs/idlAddresses.test.ts` compares them with the addresses that
//! the clients derive.

use crate::addresses::{
    Address::{Derived, Fixed},
    Part::{self, Account, Argument, Word},
    Place,
};

/// The places of a program, by its IDL name.
pub fn of(program: &str) -> &'static [Place] {
    match program {
        "oracle" => &ORACLE,
        "settlement" => &SETTLEMENT,
        _ => &[],
    }
}

const SETTLEMENT: [Place; 7] = [
    own("vault", &[Word("vault"), Account("market")]),
    own("vault", &[Word("vault"), Account("parlay")]),
    own("vault", &[Word("vault"), Account("pool")]),
    own("position", &[Word("position"), Account("pool"), Account("owner"), Argument("outcome")]),
    // An owner who signs may choose another.
    associated("destination", &[Account("owner"), Account("token_program"), Account("mint")]),
    Place {
        account: "oracle_config",
        address: Derived { seeds: &[Word("config")], program: Some(Argument("terms.oracle_program")) },
    },
    INSTRUCTIONS_SYSVAR,
];

const ORACLE: [Place; 14] = [
    own("config", &[Word("config")]),
    own("user_validation_state", &[Word("user_state"), Account("user")]),
    own("user_validation_state", &[Word("user_state"), Account("target_user")]),
    own("daily_scores_roots", &[Word("daily_scores_roots"), Argument("epoch_day")]),
    own("daily_batch_roots", &[Word("daily_batch_roots"), Argument("epoch_day")]),
    own("ten_daily_fixtures_roots", &[Word("ten_daily_fixtures_roots"), Argument("epoch_day")]),
    own("attestation", &[Word("attestation"), Account("set"), Argument("kind"), Argument("period")]),
    associated(
        "token_treasury_vault",
        &[Account("token_treasury_pda"), TOKEN_2022, Account("subscription_token_mint")],
    ),
    associated(
        "token_treasury_vault",
        &[Account("token_treasury_pda"), Account("token_program"), Account("subscription_token_mint")],
    ),
    associated(
        "token_treasury_vault",
        &[Account("token_treasury_pda"), Account("token_program"), Account("token_mint")],
    ),
    associated("usdt_treasury_vault", &[Account("usdt_treasury_pda"), Account("token_program"), Account("usdt_mint")]),
    // Created by the program if missing.
    associated("user_token_account", &[Account("user"), Account("token_program"), Account("token_mint")]),
    associated("buyer_token_account", &[Account("buyer"), TOKEN_2022, Account("subscription_token_mint")]),
    INSTRUCTIONS_SYSVAR,
];

const TOKEN_2022: Part = Account("token_2022_program");

const INSTRUCTIONS_SYSVAR: Place =
    Place { account: "instructions_sysvar", address: Fixed("Sysvar1nstructions1111111111111111111111111") };

/// An address of the program itself.
const fn own(account: &'static str, seeds: &'static [Part]) -> Place {
    Place { account, address: Derived { seeds, program: None } }
}

/// An associated token account, of the owner, token program and mint.
const fn associated(account: &'static str, seeds: &'static [Part]) -> Place {
    Place { account, address: Derived { seeds, program: Some(Account("associated_token_program")) } }
}
