import { EXIT, flagOf, json, showTable, signerOf, type Terminal, whileWaiting } from '@linesman/cli';
import { openChain } from '@linesman/keeper/internal/commands/openChain';
import { fail, NOT_UPGRADE_AUTHORITY, OPTION_NEEDED, OPTION_NOT_APPLICABLE } from '@linesman/sdk/error';
import { fetchUpgradeAuthority } from '@linesman/sdk/internal/program/account/fetchUpgradeAuthority';
import { upgradesText } from '@linesman/sdk/internal/program/account/programData';
import { readKeypair } from '@linesman/sdk/node';
import {
  type Address,
  type Instruction,
  type KeyPair,
  LOCALNET_PROGRAM_IDS,
  sendTransaction,
} from '@linesman/sdk/program';
import { wait } from '../../clock/wait.js';
import { setAuthorityInstruction } from '../../roots/chain/loader.js';
import { vaultOf, writeForVault } from './forVault.js';
import type { UpgradeAuthorityFlags } from './upgradeAuthority.js';

/** The next authority: `key` if it signs. */
type Next = { readonly address: Address; readonly key?: KeyPair } | null;

/**
 * Prints or changes the upgrade authority of a program. Returns the exit code. Errors: OPTION_NOT_APPLICABLE,
 * OPTION_NEEDED; INVALID_KEYPAIR_FILE; PROGRAM_NOT_DEPLOYED; NOT_UPGRADE_AUTHORITY; those of `sendTransaction` and, for
 * --for, of `writeForVault`.
 */
export async function runUpgradeAuthority(flags: UpgradeAuthorityFlags, terminal: Terminal): Promise<number> {
  const { program } = flags;
  // The next authority could not sign what is written for a vault.
  const vault = vaultOf(flags, { authority: flags.authority, to: flags.to });
  const next = nextOf(flags);
  const [option, other] = ASKED.filter((name) => flags[name] !== undefined).map(flagOf);
  if (option !== undefined && other !== undefined)
    fail(OPTION_NOT_APPLICABLE, { problem: 'excluded', option, for: 'one next authority', other });
  if (option === undefined && vault !== undefined)
    return fail(OPTION_NEEDED, { problem: 'not alone', option: '--for', needed: ['--to-address or --give-up'] });
  if (option !== undefined && flags.authority === undefined && vault === undefined)
    return fail(OPTION_NEEDED, { problem: 'not alone', option, needed: ['--authority'] });
  const authority = flags.authority === undefined ? undefined : signerOf(flags.authority, flags, terminal);
  const chain = openChain(flags);
  const before = await whileWaiting(terminal, 'the program', () => fetchUpgradeAuthority(chain, program));
  const after = next === undefined ? before : (next?.address ?? null);
  const signer = authority?.address ?? vault?.address;
  const instructions: Instruction[] = [];
  if (next !== undefined && signer !== undefined && after !== before) {
    if (before !== signer) fail(NOT_UPGRADE_AUTHORITY, { program, found: before, given: signer });
    const to = next === null ? null : { address: next.address, checked: next.key !== undefined };
    instructions.push(setAuthorityInstruction(program, signer, to));
  }
  if (authority !== undefined && instructions.length > 0 && !flags.dryRun)
    await whileWaiting(terminal, 'the transaction', () =>
      sendTransaction({
        chain,
        programs: { ...LOCALNET_PROGRAM_IDS, oracle: program },
        payer: authority,
        signers: next?.key ? [next.key] : [],
        instructions,
        sleep: wait,
      }),
    );
  if (!flags.json)
    showTable(terminal, [
      ['program', program],
      ['upgrades', before === after ? upgradesText(before) : `${upgradesText(before)} → ${upgradesText(after)}`],
    ]);
  const what = next === null ? 'freeze the program for good' : 'hand over the right to upgrade the program';
  const written = instructions.length === 0 ? [] : [{ what, instructions }];
  const forVault = vault && writeForVault(vault, written, flags, terminal);
  const document = { dryRun: !!flags.dryRun, program, upgradeAuthority: { before, after } };
  if (flags.json) terminal.out(json({ ...document, ...(forVault && { forVault }) }));
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
