import { describe, expect, it } from 'vitest';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { INSTRUCTIONS } from '../../ts/sdk/program/instructions.js';
import { linesman } from '../helpers/cli.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const HASH = new Uint8Array(32).fill(0xab);
const STAKE = INSTRUCTIONS.stake.encode({ outcome: 1, amount: 2n ** 64n - 1n, termsHash: HASH });

const UPDATE_STATS = { updateCount: 9, minTimestamp: 1, maxTimestamp: 2 };
const PROOF = {
  ts: 1,
  fixtureSummary: { fixtureId: 7, updateStats: UPDATE_STATS, eventsSubTreeRoot: HASH },
  fixtureProof: [],
  mainTreeProof: [],
  eventStatRoot: HASH,
  stats: [{ stat: { key: 1, value: 2, period: 15 }, statProof: [] }],
};
const COMPACT = {
  ...UPDATE_STATS,
  updateIndex: 4,
  fixtureSiblings: [],
  mainIndex: 0,
  mainSiblings: [HASH],
  period: 100,
  values: [2, 0],
  absent: 2,
  zeroMap: HASH,
  witness: null,
  leafIndices: [1],
  hashes: [],
  eventStatRoot: null,
};
const PARLAY = {
  legs: [0, 3].map((outcome) => ({ market: ZERO_ADDRESS, termsHash: HASH, outcome })),
  mint: ZERO_ADDRESS,
  feeBps: 250,
  feeAccount: ZERO_ADDRESS,
  minimumStake: 1n,
  maximumStake: 2n ** 64n - 1n,
  stakesClose: 1_790_000_000,
};

describe('decode', () => {
  it('reads hexadecimal, Base64 and standard input', async () => {
    const expected = {
      program: 'settlement',
      instruction: 'stake',
      bytes: 49,
      // Beyond 2^53 a JSON number would lose digits.
      args: { outcome: 1, amount: '18446744073709551615', termsHash: hex(HASH) },
    };
    const base64 = Buffer.from(STAKE).toString('base64');
    for (const text of [hex(STAKE), hex(STAKE).toUpperCase(), `0x${hex(STAKE)}`, base64]) {
      const { code, stdout, stderr } = await linesman(['decode', text, '--json']);
      expect([code, stderr]).toEqual([0, '']);
      expect(JSON.parse(stdout)).toEqual(expected);
    }
    const piped = await linesman(['decode', '-', '--json'], `${base64}\n`);
    expect(JSON.parse(piped.stdout)).toEqual(expected);
  });

  it('prints a readable outline', async () => {
    const { stdout } = await linesman(['decode', hex(STAKE)]);
    expect(stdout).toBe(
      `stake (settlement program), 49 bytes\noutcome: 1\namount: 18446744073709551615\ntermsHash: ${hex(HASH)}\n`,
    );
    const rows = [{ rowId: 1, pricePerWeekToken: 5n, samplingIntervalSec: 60, leagueBundleId: -5, marketBundleId: 0 }];
    const matrix = await linesman(['decode', hex(INSTRUCTIONS.updatePricingMatrix.encode({ rows }))]);
    expect(matrix.stdout).toBe(
      'update_pricing_matrix (oracle program), 30 bytes\nrows:\n' +
        '  - rowId 1, pricePerWeekToken 5, samplingIntervalSec 60, leagueBundleId -5, marketBundleId 0\n',
    );
    const nobody = await linesman(['decode', hex(INSTRUCTIONS.proposeAdmin.encode({ newAdmin: ZERO_ADDRESS }))]);
    expect(nobody.stdout).toContain('newAdmin: 11111111111111111111111111111111\n');
    const attested = { kind: 2, period: 20_640, entries: [{ slot: 239, root: HASH }] };
    const attest = await linesman(['decode', hex(INSTRUCTIONS.attest.encode(attested))]);
    expect(attest.stdout).toBe(
      `attest (oracle program), 49 bytes\nkind: 2\nperiod: 20640\nentries:\n  - slot 239, root ${hex(HASH)}\n`,
    );
    const nothing = await linesman(['decode', hex(INSTRUCTIONS.finalise.encode({}))]);
    expect(nothing.stdout).toBe('finalise (settlement program), 8 bytes\n');
  });

  it.each<[string, Uint8Array, object]>([
    [
      'propose_void',
      INSTRUCTIONS.proposeVoid.encode({ proof: { kind: 'V2', ...PROOF } as never }),
      { proof: { kind: 'V2', eventStatRoot: hex(HASH) } },
    ],
    [
      'settle',
      INSTRUCTIONS.settle.encode({ proof: { kind: 'Compact', ...COMPACT } as never, witness: null }),
      { proof: { kind: 'Compact', updateIndex: 4, values: [2, 0], mainSiblings: [hex(HASH)] }, witness: null },
    ],
    [
      'buffer_create',
      INSTRUCTIONS.bufferCreate.encode({ id: 2n ** 63n, length: 1_500, sha256: HASH }),
      { id: '9223372036854775808', length: 1_500, sha256: hex(HASH) },
    ],
    [
      'buffer_write',
      INSTRUCTIONS.bufferWrite.encode({ offset: 950, bytes: new Uint8Array([1, 2, 255]) }),
      { offset: 950, bytes: '0102ff' },
    ],
    ['buffer_close', INSTRUCTIONS.bufferClose.encode({}), {}],
    ['settle_from_buffer', INSTRUCTIONS.settleFromBuffer.encode({}), {}],
    [
      'create_parlay',
      INSTRUCTIONS.createParlay.encode({ id: 7n, terms: PARLAY }),
      {
        id: 7,
        terms: {
          legs: [
            { market: ZERO_ADDRESS, termsHash: hex(HASH), outcome: 0 },
            { market: ZERO_ADDRESS, termsHash: hex(HASH), outcome: 3 },
          ],
          feeBps: 250,
          maximumStake: '18446744073709551615',
        },
      },
    ],
    ['settle_parlay', INSTRUCTIONS.settleParlay.encode({ leg: 7 }), { leg: 7 }],
  ])('reads %s', async (instruction, data, args) => {
    const { code, stdout } = await linesman(['decode', hex(data), '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { program: 'settlement', instruction, bytes: data.length, args },
    ]);
    const outline = await linesman(['decode', hex(data)]);
    expect(outline.stdout).toContain(`${instruction} (settlement program), ${data.length} bytes\n`);
  });

  it('escapes control characters in texts of records', async () => {
    const fixture = {
      ts: 1,
      startTime: 2,
      competition: '\u001b[2J',
      competitionId: 3,
      fixtureGroupId: 4,
      participant1Id: 5,
      participant1: 'A B',
      participant2Id: 6,
      participant2: '\u009b\n',
      fixtureId: 7,
      participant1IsHome: true,
    };
    const updateStats = { updateCount: 1, minTimestamp: 1, maxTimestamp: 1 };
    const data = INSTRUCTIONS.validateFixture.encode({
      snapshot: fixture as never,
      summary: { fixtureId: 7, competitionId: 3, competition: '', updateStats, updateSubTreeRoot: HASH } as never,
      subTreeProof: [],
      mainTreeProof: [],
    });
    const { stdout } = await linesman(['decode', hex(data)]);
    const asJson = await linesman(['decode', hex(data), '--json']);
    expect(JSON.parse(asJson.stdout).args.snapshot.participant2).toBe('\u009b\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about them.
    expect(stdout + asJson.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(stdout).toContain('"A B"');
  });

  it.each([
    ['nothing', ''],
    ['text', 'hello, world'],
    ['half a byte', hex(STAKE).slice(1)],
    ['Base64 without padding', Buffer.from(STAKE).toString('base64').replace(/=+$/, '')],
    ['an unknown discriminator', '00'.repeat(49)],
    ['seven bytes', hex(STAKE).slice(0, 14)],
    ['one byte less', hex(STAKE).slice(0, -2)],
    ['one byte more', `${hex(STAKE)}00`],
  ])('refuses %s', async (_, text) => {
    const { code, stdout, stderr } = await linesman(['decode', text]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('error 7013 InvalidInstructionData: ');
    const asJson = await linesman(['decode', text, '--json']);
    expect([asJson.code, JSON.parse(asJson.stdout).error.number]).toEqual([2, 7013]);
  });
});
