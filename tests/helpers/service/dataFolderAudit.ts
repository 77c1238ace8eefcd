import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EpochDay, epochDay, MS_PER_DAY } from '../../../ts/sdk/format/slotTime.js';
import { type Address, address } from '../../../ts/sdk/program/address/address.js';
import { DEFAULT_ORACLE_PROGRAM_ID } from '../../../ts/sdk/program/programId.js';
import { RECORD_KINDS, type RecordKind } from '../../../ts/service/data/store/recordKind.js';
import { Store } from '../../../ts/service/data/store/store.js';
import { type AuditedSlot, auditDay } from '../../../ts/service/roots/archive/auditDay.js';
import type { SavedAccount } from '../../../ts/service/roots/chain/surfnetRpc.js';
import { oracleRootsReader } from '../../../ts/service/roots/publish/oracleRootsReader.js';
import { itemsOf } from '../pagesOf.js';

/** The remaining content of the folder of an embedded service that has ended. */
export interface FolderContents {
  /** Accounts of the chain by address. */
  readonly accounts: Readonly<Record<string, SavedAccount>>;
  /** The audited slots of every known day, and whether the audit found no fault. */
  readonly slots: readonly AuditedSlot[];
  readonly ok: boolean;
  /** Sequence numbers of all records, by kind and fixture. */
  readonly seqs: Readonly<Record<string, readonly number[]>>;
  /** Roots on chain, hex, by kind and slot. */
  readonly roots: ReadonlyMap<string, string>;
  /** World time, ms. */
  readonly time: number;
}

const contentsOf = (data: string, name: string): string | null => {
  const file = join(data, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};

/** Recomputes every root of the folder and compares it with the chain stored in it. */
export async function auditFolder(data: string): Promise<FolderContents> {
  const accounts = JSON.parse(contentsOf(data, 'chain.json') ?? '{}') as Record<string, SavedAccount>;
  const world = JSON.parse(contentsOf(data, 'world.json') ?? '{"start":0,"time":0}') as { start: number; time: number };
  const chain = oracleRootsReader({
    oracle: DEFAULT_ORACLE_PROGRAM_ID,
    chain: {
      account: async (of: Address) => {
        const account = accounts[of];
        return account
          ? { owner: address(account.owner), data: Buffer.from(account.data, 'base64'), lamports: 1 }
          : null;
      },
    },
  });
  const store = await Store.open({ folder: join(data, 'store') });
  try {
    const slots: AuditedSlot[] = [];
    let ok = true;
    // A match in play when the world begins has records that are a few hours old.
    for (let day = Math.floor(world.start / MS_PER_DAY) - 1; day <= Math.floor(world.time / MS_PER_DAY); day++) {
      const audited = await auditDay({ store, chain, day: epochDay(day) as EpochDay });
      ok &&= audited.ok;
      slots.push(...audited.slots);
    }
    const seqs: Record<string, number[]> = {};
    for (const kind of RECORD_KINDS as readonly RecordKind[])
      for (const { fixtureId, seq } of await itemsOf(
        store.records.pagesInRange(kind, { from: 0, to: Number.MAX_SAFE_INTEGER }),
      )) {
        const name = `${kind} ${fixtureId}`;
        const found = seqs[name];
        if (found) found.push(seq);
        else seqs[name] = [seq];
      }
    for (const found of Object.values(seqs)) found.sort((a, b) => a - b);
    const roots = new Map(
      slots.flatMap(({ kind, slotStart, roots }) =>
        roots.chain === null ? [] : [[`${kind} ${slotStart}`, roots.chain] as const],
      ),
    );
    return { accounts, slots, ok, seqs, roots, time: world.time };
  } finally {
    await store.close();
  }
}
