import { type FlagsOf, option, parseAddress } from '@linesman/cli';

/** Options of every command that an admin or an upgrade authority signs. */
export const VAULT_ROWS = {
  for: option(
    '<address>',
    'vault of a multisig that has the role: write what it has to sign, instead of sending it',
    parseAddress,
  ),
  out: option('<file>', 'with --for: where to write it, a transaction in each line'),
};
export type VaultFlags = FlagsOf<typeof VAULT_ROWS>;

/** The part of their help about it. */
export const VAULT_HELP = `
Instead of a key, pass the vault of a multisig with --for: the address that it signs for, not that of its own account.
The command writes what the vault has to sign to --out, one transaction per line, in order: unsigned, legacy, in Base58,
as multisig tools import it. The transactions have no compute budget and an empty blockhash, because a multisig runs the
instructions in its own transaction. The command then shows what the lines do, decoded from the file's text. With
--dry-run it writes no file.
`;
