import { EXIT, json, noteTable, signerOf, type Terminal } from '@linesman/cli';
import { programsOfFlags } from '@linesman/keeper/internal/commands/deploymentOf';
import { openChain } from '@linesman/keeper/internal/commands/openChain';
import { sendTelling } from '@linesman/keeper/internal/commands/sendTelling';
import { attesterSetAddress, createAttesterSetInstruction } from '@linesman/sdk/program';
import type { CreateFlags } from './create.js';

/** Creates a set. Prints only its address to standard output, once it exists. Returns the exit code. */
export async function runCreate(flags: CreateFlags, terminal: Terminal): Promise<number> {
  const { key: keys, id } = flags;
  const programs = programsOfFlags(flags);
  const creator = signerOf(flags.keypair, flags, terminal);
  const instruction = createAttesterSetInstruction(programs.oracle, creator.address, id, keys);
  const { address } = attesterSetAddress(creator.address, id, programs.oracle);
  if (!flags.json)
    noteTable(terminal, [
      [flags.dryRun ? 'would be' : 'set', address],
      ...keys.map((key, i) => [`key ${i}`, key] as const),
    ]);
  const { signature } = await sendTelling(terminal, {
    chain: openChain(flags),
    programs,
    payer: creator,
    instructions: [instruction],
    beforeSend: () => !flags.dryRun,
  });
  // A simulated set does not exist, so a script must not receive an address.
  const made = signature === null ? { set: null, wouldBe: address } : { set: address };
  if (flags.json) terminal.out(json({ ...made, id, creator: creator.address, keys, transaction: signature }));
  else if (signature === null) terminal.err('would be created; simulated, not sent\n');
  else {
    terminal.err(`created with transaction ${signature}\n`);
    terminal.out(`${address}\n`);
  }
  return EXIT.valid;
}
