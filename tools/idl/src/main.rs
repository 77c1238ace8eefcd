//! `linesman-idl PROGRAM_FOLDER OUT.json`: writes the IDL of an Anchor program, without the Anchor CLI, and with every
//! address that clients can derive.

mod addresses;
mod places;

use std::path::PathBuf;

use anchor_lang_idl::build::IdlBuilder;
use anyhow::{bail, Context, Result};

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(program), Some(out)) = (arguments.next(), arguments.next()) else {
        bail!("usage: linesman-idl PROGRAM_FOLDER OUT.json");
    };
    // Cargo started through rustup sets this variable; the builder would pass it on as an argument that cargo does not
    // know.
    std::env::remove_var("RUSTUP_TOOLCHAIN");
    let program = program.canonicalize().with_context(|| format!("no such program: {}", program.display()))?;
    let mut idl =
        IdlBuilder::new().program_path(program).cargo_args(vec!["--lib".into(), "--locked".into()]).build()?;
    let places = places::of(&idl.metadata.name);
    addresses::write(&mut idl, places)?;
    let text = serde_json::to_string_pretty(&idl)? + "\n";
    std::fs::write(&out, text).with_context(|| format!("cannot write {}", out.display()))
}
