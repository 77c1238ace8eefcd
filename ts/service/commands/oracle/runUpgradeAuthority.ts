import { EXIT, flagOf, json, showTable, signerOf, type Terminal, whileWaiting } from '@linesman/cli';
import { openChain } from '@linesman/keeper/internal/commands/openChain';
import { fail, NOT_UPGRADE_AUTHORITY, OPTION_NEEDED, OPTION_NOT_APPLICABLE } from '@linesman/sdk/error';
import { upgradesText } from '@linesman/sdk/internal/program/account/programData';
import { readKeypair } from '@linesman/sdk/node';
import { type Address, type KeyPair, LOCALNET_PROGRAM_IDS, sendTransaction } from '@linesman/sdk/program';
import { wait } from '../../clock/wait.js';
import { setAuthorityInstruction } from '../../roots/chain/loader.js';
import { upgradeAuthority } from '../../roots/chain/setUpOracle.js';
import type { UpgradeAuthorityFlags } from './upgradeAuthority.js';

/** The next authority: `key` if it signs. */
type Next = { readonly address: Address; readonly key?: KeyPair } | null;

/**
 * Prints or changes the upgrade authority of a program. Returns the exit code. Errors: OPTION_NOT_APPLICABLE,
 * OPTION_NEEDED; INVALID_KEYPAIR_FILE; PROGRAM_NOT_DEPLOYED; NOT_UPGRADE_AUTHORITY; those of `sendTransaction`.
 */
export async function runUpgradeAuthority(flags: UpgradeAuthorityFlags, terminal: Terminal): Promise<number> {
  const { program } = flags;
  const next = nextOf(flags);
  const [option, other] = ASKED.filter((name) => flags[name] !== undefined).map(flagOf);
  if (option !== undefined && other !== undefined)
    fail(OPTION_NOT_APPLICABLE, { problem: 'excluded', option, for: 'one next authority', other });
  if (option !== undefined && flags.authority === undefined)
    return fail(OPTION_NEEDED, { problem: 'not alone', option, needed: ['--authority'] });
  const authority = flags.authority === undefined ? undefined : signerOf(flags.authority, flags, terminal);
  const chain = openChain(flags);
  const before = await whileWaiting(terminal, 'the program', () => upgradeAuthority(chain, program));
  const after = next === undefined ? before : (next?.address ?? null);
  if (next !== undefined && authority !== undefined && after !== before) {
    if (before !== authority.address) fail(NOT_UPGRADE_AUTHORITY, { program, found: before, given: authority.address });
    const to = next === null ? null : { address: next.address, checked: next.key !== undefined };
    if (!flags.dryRun)
      await whileWaiting(terminal, 'the transaction', () =>
        sendTransaction({
          chain,
          programs: { ...LOCALNET_PROGRAM_IDS, oracle: program },
          payer: authority,
          signers: next?.key ? [next.key] : [],
          instructions: [setAuthorityInstruction(program, authority.address, to)],
          sleep: wait,
        }),
      );
  }
  if (flags.json) terminal.out(json({ dryRun: !!flags.dryRun, program, upgradeAuthority: { before, after } }));
  else
    showTable(terminal, [
      ['program', program],
      ['upgrades', before === after ? upgradesText(before) : `${upgradesText(before)} → ${upgradesText(after)}`],
    ]);
  return EXIT.valid;
}

const ASKED = ['to', 'toAddress', 'giveUp'] as const;

/** `undefined`: no change. Errors: INVALID_KEYPAIR_FILE. */
function nextOf(flags: UpgradeAuthorityFlags): Next | undefined {
  if (flags.giveUp) return null;
  if (flags.toAddress !== undefined) return { address: flags.toAddress };
  if (flags.to === undefined) return undefined;
  const key = readKeypair(flags.to);
  return { address: key.address, key };
}
