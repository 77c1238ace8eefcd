//! Each function of `call` makes the instruction that Anchor's client makes of the same arguments, by the IDL.

use linesman_wire::call::{AccountMeta, Instruction, Pubkey};

#[rustfmt::skip]
mod oracle;
#[rustfmt::skip]
mod settlement;

const PROGRAM: Pubkey = Pubkey::new_from_array([255; 32]);

const fn key(number: u8) -> Pubkey {
    Pubkey::new_from_array([number; 32])
}

/// The number of a key, or an address; then `w` for writable and `s` for a signer.
fn shown(meta: &AccountMeta) -> String {
    let bytes = meta.pubkey.to_bytes();
    let is_key = bytes[0] != 0 && bytes == [bytes[0]; 32];
    let name = if is_key { bytes[0].to_string() } else { meta.pubkey.to_string() };
    let [writable, signer] =
        [(meta.is_writable, "w"), (meta.is_signer, "s")].map(|(is, mark)| if is { mark } else { "" });
    format!("{name}:{writable}{signer}")
}

fn check(made: Instruction, accounts: &[&str], data: &str) {
    assert_eq!(made.program_id, PROGRAM);
    assert_eq!(made.accounts.iter().map(shown).collect::<Vec<_>>(), accounts);
    assert_eq!(made.data.iter().map(|byte| format!("{byte:02x}")).collect::<String>(), data);
}
