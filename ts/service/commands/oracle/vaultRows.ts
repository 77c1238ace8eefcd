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
--for names the vault of a multisig, in the place of a key: the address that it signs for, not that of its own account.
What the vault has to sign is written to --out, one transaction in each line, in their order: unsigned, of the legacy
form, in Base58, as the tools of multisigs import it. There is no compute budget, and the blockhash is empty, because a
multisig runs the instructions in a transaction of its own. The command then shows what the lines do, decoded from the
file's text. With --dry-run it writes no file.
`;
