import { EXIT, json, rows, signerOf, type Terminal, whileWaiting } from '@linesman/cli';
import { programsOfFlags } from '@linesman/keeper/internal/commands/deploymentOf';
import { openChain } from '@linesman/keeper/internal/commands/openChain';
import { EQUIVOCATION_ATTEMPT, fail, OPTION_NEEDED } from '@linesman/sdk/error';
import { bytesToHex, equalBytes } from '@linesman/sdk/format';
import {
  type Address,
  chainTime,
  fetchOracleConfig,
  type Instruction,
  isRootLate,
  sendTransaction,
} from '@linesman/sdk/program';
import { wait } from '../../clock/wait.js';
import type { UnpublishedBatch } from '../../data/store/batchStore.js';
import { slotLength } from '../../data/store/recordKind.js';
import { slotName } from '../../roots/archive/day.js';
import { insertRootInstruction } from '../../roots/publish/oracleRootsChain.js';
import { readOracleRoots } from '../../roots/publish/oracleRootsReader.js';
import { openStore } from '../archive/openStore.js';
import { checkRole, type ForVault, vaultOf, writeForVault } from './forVault.js';
import type { PublishLateFlags } from './publishLate.js';

/**
 * Publishes the roots of a store that the publisher can no longer publish without the admin's signature. Returns the
 * exit code. Errors: OPTION_NEEDED, OPTION_NOT_APPLICABLE; EQUIVOCATION_ATTEMPT for a slot with another root on chain;
 * those of `openStore` and, for --for, of `writeForVault`;
 * INVALID_KEYPAIR_FILE; those of `sendTransaction` when the program refuses a root.
 */
export async function runPublishLate(flags: PublishLateFlags, terminal: Terminal): Promise<number> {
  const programs = programsOfFlags(flags);
  const { oracle } = programs;
  const vault = vaultOf(flags, { admin: flags.admin });
  if (vault === undefined && flags.admin === undefined)
    fail(OPTION_NEEDED, { problem: 'not alone', option: 'publish-late', needed: ['--admin or --for'] });
  const publisher = signerOf(flags.publisher, flags, terminal);
  const admin = flags.admin === undefined ? undefined : signerOf(flags.admin, flags, terminal);
  const chain = openChain(flags);
  const store = await openStore(flags.store, 'reading');
  try {
    const config = await fetchOracleConfig(chain, programs.oracle);
    const { lateAfter } = config;
    if (vault) checkRole(vault, 'admin', config.admin);
    const now = await chainTime(chain);
    const isLate = ({ kind, slotStart }: UnpublishedBatch): boolean =>
      isRootLate(config, (slotStart + slotLength(kind)) / 1_000, now);
    const built = [...(await store.batches.unpublished()), ...(await store.batches.withdrawn())].filter(isLate);
    const found = await readOracleRoots(built, { oracle, chain });
    const late: UnpublishedBatch[] = [];
    for (const [i, batch] of built.entries()) {
      const there = found[i] ?? null;
      if (there === null) late.push(batch);
      else if (!equalBytes(there, batch.root)) {
        const { kind, slotStart } = batch;
        const [onChain, ours] = [there, batch.root].map(bytesToHex) as [string, string];
        fail(EQUIVOCATION_ATTEMPT, { kind, slotStart, found: onChain, built: ours });
      }
    }
    const insertion = (batch: UnpublishedBatch, by: Address): Instruction =>
      insertRootInstruction(batch, batch.root, oracle, publisher.address, by);
    if (admin !== undefined && !flags.dryRun) {
      for (const batch of late)
        await whileWaiting(terminal, `the root of ${slotName(batch)}`, () =>
          sendTransaction({
            chain,
            programs,
            payer: publisher,
            signers: admin.address === publisher.address ? [] : [admin],
            instructions: [insertion(batch, admin.address)],
            sleep: wait,
          }),
        );
    }
    const list = late.map(({ kind, slotStart, root }) => ({ kind, slotStart, root: bytesToHex(root) }));
    if (!flags.json) {
      const done = flags.dryRun || vault ? 'would be published' : 'published';
      if (list.length === 0) terminal.out('no root is too late\n');
      else terminal.out(rows(late.map((batch) => [slotName(batch), done] as const)));
    }
    const written = (by: Address): ForVault[] =>
      late.map((batch) => ({ what: `publish the root of ${slotName(batch)}`, instructions: [insertion(batch, by)] }));
    const forVault = vault && writeForVault(vault, written(vault.address), flags, terminal);
    // What is only written is not published.
    const document = { dryRun: !!flags.dryRun, oracle, lateAfter, published: vault ? [] : list };
    if (flags.json) terminal.out(json({ ...document, ...(forVault && { late: list, forVault }) }));
    return EXIT.valid;
  } finally {
    await store.close();
  }
}
