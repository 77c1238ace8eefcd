import { EXIT, json, rows, signerOf, type Terminal, whileWaiting } from '@linesman/cli';
import { programsOfFlags } from '@linesman/keeper/internal/commands/deploymentOf';
import { openChain } from '@linesman/keeper/internal/commands/openChain';
import { EQUIVOCATION_ATTEMPT, fail } from '@linesman/sdk/error';
import { bytesToHex, equalBytes } from '@linesman/sdk/format';
import { chainTime, fetchOracleConfig, isRootLate, sendTransaction } from '@linesman/sdk/program';
import { wait } from '../../clock/wait.js';
import type { UnpublishedBatch } from '../../data/store/batchStore.js';
import { slotLength } from '../../data/store/recordKind.js';
import { slotName } from '../../roots/archive/day.js';
import { insertRootInstruction } from '../../roots/publish/oracleRootsChain.js';
import { readOracleRoots } from '../../roots/publish/oracleRootsReader.js';
import { openStore } from '../archive/openStore.js';
import type { PublishLateFlags } from './publishLate.js';

/**
 * Publishes the roots of a store that the publisher can no longer publish without the admin's signature. Returns the
 * exit code. Errors: EQUIVOCATION_ATTEMPT for a slot with another root on chain; those of `openStore`;
 * INVALID_KEYPAIR_FILE; those of `sendTransaction` when the program refuses a root.
 */
export async function runPublishLate(flags: PublishLateFlags, terminal: Terminal): Promise<number> {
  const programs = programsOfFlags(flags);
  const { oracle } = programs;
  const [publisher, admin] = (['publisher', 'admin'] as const).map((role) =>
    signerOf(flags[role], flags, terminal),
  ) as [ReturnType<typeof signerOf>, ReturnType<typeof signerOf>];
  const chain = openChain(flags);
  const store = await openStore(flags.store, 'reading');
  try {
    const config = await fetchOracleConfig(chain, programs.oracle);
    const { lateAfter } = config;
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
    if (!flags.dryRun) {
      for (const batch of late)
        await whileWaiting(terminal, `the root of ${slotName(batch)}`, () =>
          sendTransaction({
            chain,
            programs,
            payer: publisher,
            signers: admin.address === publisher.address ? [] : [admin],
            instructions: [insertRootInstruction(batch, batch.root, oracle, publisher.address, admin.address)],
            sleep: wait,
          }),
        );
    }
    const list = late.map(({ kind, slotStart, root }) => ({ kind, slotStart, root: bytesToHex(root) }));
    if (flags.json) terminal.out(json({ dryRun: !!flags.dryRun, oracle, lateAfter, published: list }));
    else if (list.length === 0) terminal.out('no root is too late\n');
    else {
      const done = flags.dryRun ? 'would be published' : 'published';
      terminal.out(rows(late.map((batch) => [slotName(batch), done] as const)));
    }
    return EXIT.valid;
  } finally {
    await store.close();
  }
}
