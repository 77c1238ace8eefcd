//! Addresses that the IDL generator does not see.
//!
//! The generator reads addresses from constraints. The programs often check an address by a stored bump instead, at a
//! fifth of the cost, and clients of the IDL would then have to derive the address themselves.

use anchor_lang_idl::types::{
    Idl, IdlDefinedFields, IdlInstruction, IdlInstructionAccount, IdlInstructionAccountItem, IdlPda, IdlSeed,
    IdlSeedAccount, IdlSeedArg, IdlSeedConst, IdlType, IdlTypeDefTy,
};
use anyhow::{bail, ensure, Result};

/// A part of an address.
#[derive(Clone, Copy)]
pub enum Part {
    /// A constant of the program.
    Word(&'static str),
    /// The address of another account of the instruction.
    Account(&'static str),
    /// An argument of the instruction, or a field of one.
    Argument(&'static str),
}

/// The address of an account, for every instruction that has an account of this name and all the parts.
pub struct Place {
    pub account: &'static str,
    pub address: Address,
}

pub enum Address {
    /// The same everywhere, base58.
    Fixed(&'static str),
    /// Derived from seeds, under this program unless another is named.
    Derived { seeds: &'static [Part], program: Option<Part> },
}

/// Writes the addresses into the IDL. For each account, uses the first place whose parts the instruction has.
///
/// # Errors
/// A place that contradicts the generator or fits no instruction: the table is out of date.
pub fn write(idl: &mut Idl, places: &[Place]) -> Result<()> {
    let mut used = vec![false; places.len()];
    for at in 0..idl.instructions.len() {
        for account in 0..idl.instructions[at].accounts.len() {
            let instruction = &idl.instructions[at];
            let IdlInstructionAccountItem::Single(found) = &instruction.accounts[account] else { continue };
            let place = places
                .iter()
                .position(|place| place.account == found.name && place.parts().all(|part| has(idl, instruction, part)));
            let Some(place) = place else { continue };
            used[place] = true;
            let completed = places[place].complete(&instruction.name, found)?;
            idl.instructions[at].accounts[account] = IdlInstructionAccountItem::Single(completed);
        }
    }
    if let Some(unused) = used.iter().position(|used| !used) {
        bail!(
            "no instruction has the account {} with what place {unused} makes its address of",
            places[unused].account
        );
    }
    Ok(())
}

impl Place {
    fn parts(&self) -> impl Iterator<Item = Part> + '_ {
        let (seeds, program) = match self.address {
            Address::Fixed(_) => (&[][..], None),
            Address::Derived { seeds, program } => (seeds, program),
        };
        seeds.iter().copied().chain(program)
    }

    fn complete(&self, instruction: &str, account: &IdlInstructionAccount) -> Result<IdlInstructionAccount> {
        let mut completed = account.clone();
        match self.address {
            Address::Fixed(address) => completed.address = Some(address.into()),
            Address::Derived { seeds, program } => {
                let seeds = seeds.iter().map(Part::seed).collect();
                completed.pda = Some(IdlPda { seeds, program: program.as_ref().map(Part::seed) });
            }
        }
        let known = account.address.is_some() || account.pda.is_some();
        ensure!(
            !known || completed == *account,
            "{instruction}: the program finds {} at another address: {:?} {:?}",
            account.name,
            account.address,
            account.pda
        );
        Ok(completed)
    }
}

impl Part {
    fn seed(&self) -> IdlSeed {
        match *self {
            Part::Word(word) => IdlSeed::Const(IdlSeedConst { value: word.into() }),
            Part::Account(name) => IdlSeed::Account(IdlSeedAccount { path: name.into(), account: None }),
            Part::Argument(path) => IdlSeed::Arg(IdlSeedArg { path: path.into() }),
        }
    }
}

fn has(idl: &Idl, instruction: &IdlInstruction, part: Part) -> bool {
    match part {
        Part::Word(_) => true,
        Part::Account(name) => instruction
            .accounts
            .iter()
            .any(|account| matches!(account, IdlInstructionAccountItem::Single(account) if account.name == name)),
        Part::Argument(path) => {
            let mut names = path.split('.');
            let argument = names.next().and_then(|name| instruction.args.iter().find(|arg| arg.name == name));
            argument.is_some_and(|argument| names.try_fold(&argument.ty, |ty, name| field(idl, ty, name)).is_some())
        }
    }
}

/// The type of a field of a struct.
fn field<'idl>(idl: &'idl Idl, ty: &IdlType, name: &str) -> Option<&'idl IdlType> {
    let IdlType::Defined { name: defined, .. } = ty else { return None };
    let IdlTypeDefTy::Struct { fields: Some(IdlDefinedFields::Named(fields)) } =
        &idl.types.iter().find(|one| one.name == *defined)?.ty
    else {
        return None;
    };
    fields.iter().find(|field| field.name == name).map(|field| &field.ty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Part::{Account, Argument, Word};

    const VAULT: Place = derived("vault", &[Word("vault"), Account("market")]);

    const fn derived(account: &'static str, seeds: &'static [Part]) -> Place {
        Place { account, address: Address::Derived { seeds, program: None } }
    }

    /// `create` derives its vault itself; `stake` and `claim` do not.
    fn idl() -> Idl {
        serde_json::from_value(serde_json::json!({
            "address": "11111111111111111111111111111111",
            "metadata": { "name": "test", "version": "0.0.0", "spec": "0.1.0" },
            "instructions": [
                {
                    "name": "create",
                    "discriminator": [1],
                    "accounts": [
                        { "name": "market" },
                        { "name": "vault", "pda": { "seeds": [
                            { "kind": "const", "value": b"vault" },
                            { "kind": "account", "path": "market" },
                        ] } },
                        { "name": "clock", "address": "Clock" },
                    ],
                    "args": [{ "name": "terms", "type": { "defined": { "name": "Terms" } } }],
                },
                {
                    "name": "stake",
                    "discriminator": [2],
                    "accounts": [
                        { "name": "parlay" }, { "name": "vault" }, { "name": "owner" }, { "name": "position" },
                    ],
                    "args": [{ "name": "outcome", "type": "u8" }],
                },
                {
                    "name": "claim",
                    "discriminator": [3],
                    "accounts": [
                        { "name": "vault" }, { "name": "market" }, { "name": "position" }, { "name": "clock" },
                    ],
                    "args": [],
                },
            ],
            "types": [{
                "name": "Terms",
                "type": { "kind": "struct", "fields": [{ "name": "oracle", "type": "pubkey" }] },
            }],
        }))
        .unwrap()
    }

    /// The seeds of an account as text; `None` if its address is unknown.
    fn seeds(idl: &Idl, instruction: &str, account: &str) -> Option<String> {
        let instruction = idl.instructions.iter().find(|one| one.name == instruction).unwrap();
        let pda = instruction.accounts.iter().find_map(|one| match one {
            IdlInstructionAccountItem::Single(one) if one.name == account => Some(one.pda.clone()),
            _ => None,
        });
        let word = |seed: &IdlSeed| match seed {
            IdlSeed::Const(seed) => String::from_utf8(seed.value.clone()).unwrap(),
            IdlSeed::Account(seed) => format!("@{}", seed.path),
            IdlSeed::Arg(seed) => format!("#{}", seed.path),
        };
        pda.unwrap()
            .map(|IdlPda { seeds, program }| seeds.iter().chain(&program).map(word).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn an_address_is_in_every_instruction_that_has_its_parts() {
        let mut idl = idl();
        write(&mut idl, &[VAULT]).unwrap();
        assert_eq!(seeds(&idl, "create", "vault").unwrap(), "vault @market");
        assert_eq!(seeds(&idl, "claim", "vault").unwrap(), "vault @market");
        assert_eq!(seeds(&idl, "stake", "vault"), None, "there is no market");
    }

    #[test]
    fn the_first_place_whose_parts_are_there_counts() {
        let mut idl = idl();
        let places = [
            VAULT,
            derived("vault", &[Word("vault"), Account("parlay")]),
            derived("position", &[Account("owner"), Argument("outcome")]),
        ];
        write(&mut idl, &places).unwrap();
        assert_eq!(seeds(&idl, "stake", "vault").unwrap(), "vault @parlay");
        assert_eq!(seeds(&idl, "stake", "position").unwrap(), "@owner #outcome");
        assert_eq!(seeds(&idl, "claim", "position"), None, "no argument says the outcome");
    }

    #[test]
    fn a_program_may_be_a_field_of_an_argument() {
        let place = |path| Place {
            account: "vault",
            address: Address::Derived { seeds: &[Word("vault")], program: Some(Argument(path)) },
        };
        let create =
            |idl: &mut Idl| idl.instructions[0].accounts[1] = serde_json::from_str("{\"name\":\"vault\"}").unwrap();
        let mut idl = idl();
        create(&mut idl);
        write(&mut idl, &[place("terms.oracle")]).unwrap();
        assert_eq!(seeds(&idl, "create", "vault").unwrap(), "vault #terms.oracle");
        for path in ["terms.fee", "terms.oracle.x", "other.oracle", ""] {
            assert!(write(&mut self::idl(), &[place(path)]).is_err(), "{path}");
        }
    }

    #[test]
    fn a_fixed_address_is_written_too() {
        let mut idl = idl();
        write(&mut idl, &[Place { account: "clock", address: Address::Fixed("Clock") }]).unwrap();
        for instruction in ["create", "claim"] {
            let instruction = idl.instructions.iter().find(|one| one.name == instruction).unwrap();
            assert!(instruction.accounts.iter().any(
                |one| matches!(one, IdlInstructionAccountItem::Single(one) if one.address.as_deref() == Some("Clock"))
            ));
        }
    }

    #[test]
    fn a_table_that_is_out_of_date_is_refused() {
        let refusal = |place| write(&mut idl(), &[place]).unwrap_err().to_string();
        let other = refusal(derived("vault", &[Word("safe"), Account("market")]));
        assert!(other.starts_with("create: the program finds vault at another address"), "{other}");
        let clock = refusal(Place { account: "clock", address: Address::Fixed("Other") });
        assert!(clock.starts_with("create: the program finds clock at another address"), "{clock}");
        let unused = refusal(derived("purse", &[Account("market")]));
        assert!(unused.starts_with("no instruction has the account purse"), "{unused}");
        let part = refusal(derived("vault", &[Account("creator")]));
        assert!(part.starts_with("no instruction has the account vault"), "{part}");
    }
}
