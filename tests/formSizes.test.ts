import { test } from 'vitest';
import { type ScoreStat, statLeafHash } from '../ts/sdk/format/scoreStat.js';
import { sha256 } from '../ts/sdk/format/sha256.js';
import { milliseconds, slotTimeOf } from '../ts/sdk/format/slotTime.js';
import { statKey } from '../ts/sdk/format/statKey.js';
import { multiproofOf } from '../ts/sdk/merkle/multiproof.js';
import { pathOf } from '../ts/sdk/merkle/path.js';
import { buildTree } from '../ts/sdk/merkle/tree.js';
import { addressOf } from '../ts/sdk/program/address/address.js';
import { scoresRootsAddress } from '../ts/sdk/program/address/oracle.js';
import { INSTRUCTIONS_SYSVAR } from '../ts/sdk/program/address/runtime.js';
import { LOCALNET_PROGRAM_IDS } from '../ts/sdk/program/programId.js';
import { cheapestForm } from '../ts/sdk/program/settlement/cheapestForm.js';
import { settle } from '../ts/sdk/program/settlement/instructions.js';
import { settleArgs } from '../ts/sdk/program/settlement/settleInstructions.js';
import type { LookupTable } from '../ts/sdk/program/transaction/message.js';
import type { StatProof } from '../ts/sdk/proof/proof.js';
import { expectGenerated } from './helpers/generatedParts.js';

/**
 * Compares the table of sizes in tests/vectors/README.md with what the encoders write. `LINESMAN_WRITE=1` rewrites it.
 */
const README = new URL('vectors/README.md', import.meta.url);

const DEPTHS = [
  [5, 1, 1],
  [6, 6, 1],
  [6, 13, 7],
] as const;
const MARKET = addressOf(new Uint8Array(32).fill(2));
/** Holds the three accounts of `settle`. */
const TABLE: LookupTable = {
  address: addressOf(new Uint8Array(32).fill(9)),
  addresses: [
    MARKET,
    scoresRootsAddress(slotTimeOf(1_800_000_000_000).epochDay, LOCALNET_PROGRAM_IDS.oracle).address,
    INSTRUCTIONS_SYSVAR,
  ],
};
const node = { hash: sha256(new Uint8Array(1)), isRightSibling: false };
/** Sizes depend only on depths, so the paths need not verify. The first node of a fixture path is on the left. */
const path = (length: number) => Array.from({ length }, () => node);

function proofs([stat, sub, main]: readonly [number, number, number], present: number, zeros: number) {
  const stats = Array.from({ length: present }, (_, i): ScoreStat => ({ key: statKey(i + 1), value: 1, period: 100 }));
  const tree = buildTree(
    Array.from({ length: 2 ** stat }, (_, i) => statLeafHash({ key: statKey(i + 1), value: 1, period: 100 })),
  );
  const marker = { hash: new Uint8Array(32).fill(0xff) as typeof node.hash, isRightSibling: false };
  const zeroLeaves = Array.from({ length: zeros }, (_, i) => ({
    stat: { key: statKey(1001 + i), value: 0, period: 100 },
    statProof: [marker, node],
  }));
  const ts = milliseconds(1_800_000_000_000);
  const head = {
    kind: 'stat' as const,
    ts,
    summary: {
      fixtureId: 9_000_001,
      updateStats: { updateCount: 2 ** (sub - 1), minTimestamp: ts, maxTimestamp: ts },
      eventsSubTreeRoot: node.hash,
    },
    fixtureProof: path(sub),
    mainTreeProof: path(main),
    eventStatRoot: tree.root,
  };
  const { hashes, leafIndices } = multiproofOf(
    tree,
    stats.map((_, i) => i),
  );
  const v2: StatProof = {
    ...head,
    version: 2,
    leaves: [...stats.map((one, i) => ({ stat: one, statProof: pathOf(tree, i) })), ...zeroLeaves],
  };
  const v3: StatProof = {
    ...head,
    version: 3,
    leaves: [...stats.map((one) => ({ stat: one, statProof: [] })), ...zeroLeaves],
    multiproofHashes: hashes,
    leafIndices,
  };
  return [
    { proof: v2, form: 'full' },
    { proof: v3, form: 'full' },
    { proof: v3, form: 'compact' },
  ] as const;
}

/**
 * Bytes of the instruction data; bold when a transaction with nothing else holds it, italic when it needs a lookup
 * table.
 */
function cell({ proof, form }: ReturnType<typeof proofs>[number]): string {
  const bytes = settle.encode(settleArgs({ proof, form })).length;
  const name = form === 'compact' ? 'compact' : `v${proof.version}`;
  const { candidates } = cheapestForm({
    programs: LOCALNET_PROGRAM_IDS,
    market: MARKET,
    terms: { oracleProgram: LOCALNET_PROGRAM_IDS.oracle, signer: null, attesters: null },
    payer: LOCALNET_PROGRAM_IDS.settlement,
    proof,
    lookupTables: [TABLE],
  });
  const [bare, looking] = candidates.filter((one) => one.form === name);
  return bare?.fits ? `**${bytes}**` : looking?.fits ? `*${bytes}*` : `${bytes}`;
}

function table(): string {
  const rows = DEPTHS.flatMap((depths) =>
    [1, 2, 3, 4, 5].flatMap((stats) =>
      [0, 1]
        .filter((zeros) => zeros < stats)
        .map((zeros) => {
          const cells = proofs(depths, stats - zeros, zeros).map(cell);
          const count = `${stats}${zeros > 0 ? `, ${zeros} of them zero` : ''}`;
          return `| ${depths.join('/')} | ${count} | ${cells.join(' | ')} |\n`;
        }),
    ),
  );
  return `| depths | stats | v2 | v3 | compact |\n|---|---|---|---|---|\n${rows.join('')}`;
}

test('the table of sizes matches the encoders', () => {
  expectGenerated(README, { sizes: table() });
});
