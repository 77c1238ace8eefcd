import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../ts/sdk/format/sha256.js';
import { addressOf } from '../../ts/sdk/program/address/address.js';
import { scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { ED25519_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { bufferAddress } from '../../ts/sdk/program/address/settlement.js';
import { decodeInstruction } from '../../ts/sdk/program/decodeInstruction.js';
import { INSTRUCTIONS } from '../../ts/sdk/program/instructions.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { AnswerFiles } from '../helpers/answerFiles.js';
import { linesman } from '../helpers/cli.js';

const files = new AnswerFiles();
const file = (name: string) => files.path(name);

const encode = async (...args: string[]): Promise<Uint8Array> => {
  const { code, stdout, stderr } = await linesman(['encode', ...args]);
  expect([code, stderr]).toEqual([0, '']);
  return new Uint8Array(Buffer.from(stdout.trim(), 'hex'));
};
const refusal = async (...args: string[]) => {
  const text = await linesman(['encode', ...args]);
  expect([text.code, text.stdout]).toEqual([2, '']);
  const { code, stdout } = await linesman(['encode', ...args, '--as', 'json']);
  const { error } = JSON.parse(stdout);
  expect(code).toBe(2);
  expect(text.stderr).toContain(`error ${error.number} `);
  return error as { number: number; message: string };
};

describe('encode', () => {
  it.each([
    ['v1', 'k1 - k2 > 0', 'validate_stat'],
    ['v2', 'k1 - k2 > 0', 'validate_stat_v2'],
    ['v3', 'k1 - k2 > 0 and k7 == 5', 'validate_stat_v3'],
    ['v4', 'k1 > 0 and k2 < 2', 'validate_stat_v4'],
    ['cards', 'k3 + k4 == 0', 'validate_stat_v2'],
    ['odds', undefined, 'validate_odds'],
    ['oddsV4', undefined, 'validate_odds_v4'],
    ['fixture', undefined, 'validate_fixture'],
    ['fixtureBatch', undefined, 'validate_fixture_batch'],
  ])('encodes a %s answer as the data of its validation instruction', async (name, where, instruction) => {
    const condition = where === undefined ? [] : ['--where', where];
    const data = await encode(file(`${name}.json`), ...condition);
    expect(decodeInstruction(data).name).toBe(instruction);
    // The same data in the other encodings.
    const base64 = await linesman(['encode', file(`${name}.json`), ...condition, '--as', 'base64']);
    expect(base64.stdout).toBe(`${Buffer.from(data).toString('base64')}\n`);
    const json = await linesman(['encode', file(`${name}.json`), ...condition, '--as', 'json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      instruction,
      bytes: data.length,
      data: Buffer.from(data).toString('hex'),
    });
  });

  it('encodes answers of every version in the compact form, and lists the forms', async () => {
    for (const name of ['v1', 'v2', 'v3', 'v4']) {
      const data = await encode(file(`${name}.json`), '--form', 'compact');
      expect(decodeInstruction(data)).toMatchObject({
        name: 'settle',
        args: { proof: { kind: 'Compact' }, witness: null },
      });
      expect(data.length).toBeLessThan((await encode(file(`${name}.json`), '--form', 'settle')).length);
    }
    const explain = [file('v3.json'), '--form', 'settle', '--explain'];
    const { stdout } = await linesman(['encode', ...explain]);
    expect(stdout).toMatch(
      /^v3 +\d+ of +1232 bytes {2}Taken: .*\ncompact +\d+ of +1232 bytes .*\nbuffer +\d+ of +10000 bytes .*\n$/,
    );
    const { candidates } = JSON.parse((await linesman(['encode', ...explain, '--as', 'json'])).stdout);
    expect(candidates.map(({ form }: { form: string }) => form)).toEqual(['v3', 'compact', 'buffer']);
    expect((await refusal(file('v3.json'), '--explain', '--where', 'k1 - k2 > 0 and k7 == 5')).number).toBe(7309);
    expect((await refusal(file('v3.json'), '--form', 'compact', '--where', 'k1 > 0')).number).toBe(7309);
  });

  it('encodes the condition of v1 as predicate and operation', async () => {
    const args = async (where: string) =>
      INSTRUCTIONS.validateStat.decode(await encode(file('v1.json'), '--where', where));
    expect(await args('k1 - k2 > 0')).toMatchObject({
      predicate: { threshold: 0, comparison: { greaterThan: {} } },
      statA: { statToProve: { key: 1 } },
      statB: { statToProve: { key: 2 } },
      op: { subtract: {} },
    });
    // A difference depends on the order, so the stats are swapped.
    expect(await args('k2 - k1 < 0')).toMatchObject({
      statA: { statToProve: { key: 2 } },
      statB: { statToProve: { key: 1 } },
    });
    expect((await refusal(file('v1.json'), '--where', 'k1 > 0 and k2 > 0')).number).toBe(7266);
  });

  it('converts v1 answers to v2, short v2 answers to v1, and v4 answers to v3', async () => {
    const where = ['--where', 'k1 - k2 > 0'];
    const v1 = await encode(file('v1.json'), ...where);
    const v2 = await encode(file('v2.json'), ...where);
    expect(await encode(file('v1.json'), ...where, '--form', 'v2')).toEqual(v2);
    expect(await encode(file('v2.json'), ...where, '--form', 'v1')).toEqual(v1);
    const v4 = await encode(file('v4.json'), ...where);
    const v3 = await encode(file('v4.json'), ...where, '--form', 'v3');
    expect(v3.slice(8)).toEqual(v4.slice(8));
    expect(decodeInstruction(v3).name).toBe('validate_stat_v3');
    for (const [name, form, number] of [
      ['v2', 'v3', 7265],
      ['v3', 'v4', 7265],
      ['v3', 'v2', 7265],
      ['v1', 'odds', 7323],
      ['v2', 'fixture', 7323],
    ] as const)
      expect(
        (await refusal(file(`${name}.json`), ...where.slice(0, form.startsWith('v') ? 2 : 0), '--form', form)).number,
      ).toBe(number);
    const three = await refusal(file('three.json'), '--form', 'v1', '--where', 'k1 - k2 > 0');
    expect(three.message).toContain('cannot be converted to version 1');
    expect((await refusal(file('odds.json'), '--form', 'odds-v4')).number).toBe(7323);
    expect((await refusal(file('odds.json'), '--form', 'v2', '--where', 'k1 > 0')).number).toBe(7323);
    expect((await refusal(file('v2.json'), '--form', 'newest')).number).toBe(7310);
  });

  it('encodes settle without a condition, and with an optional witness', async () => {
    for (const [name, kind] of Object.entries({ v1: 'V2', v2: 'V2', v3: 'V3', v4: 'V4' })) {
      const { proof, witness } = INSTRUCTIONS.settle.decode(await encode(file(`${name}.json`), '--form', 'settle'));
      expect([proof.kind, witness]).toEqual([kind, null]);
    }
    const data = await encode(file('cards.json'), '--form', 'settle', '--witness', file('v2.json'));
    expect(INSTRUCTIONS.settle.decode(data).witness?.stat).toEqual({ key: 1, value: 2, period: 100 });
    expect((await refusal(file('v2.json'), '--form', 'settle', '--where', 'k1 > 0')).number).toBe(7309);
    expect((await refusal(file('v2.json'), '--where', 'k1 - k2 > 0', '--witness', file('v1.json'))).number).toBe(7309);
    // A witness is a present stat of the same event with its own path.
    for (const witness of ['cards', 'v3', 'odds', 'otherEvent'])
      expect((await refusal(file('cards.json'), '--form', 'settle', '--witness', file(`${witness}.json`))).number).toBe(
        7324,
      );
  });

  it('encodes propose_void, for a proof of any keys', async () => {
    for (const [name, kind] of Object.entries({ v1: 'V2', v3: 'V3', v4: 'V4' })) {
      const data = await encode(file(`${name}.json`), '--form', 'propose-void');
      expect(decodeInstruction(data).name).toBe('propose_void');
      expect(INSTRUCTIONS.proposeVoid.decode(data).proof.kind).toBe(kind);
    }
    for (const [number, name, ...args] of [
      [7309, 'v2.json', '--where', 'k1 > 0'],
      [7309, 'cards.json', '--witness', file('v2.json')],
      [7323, 'odds.json'],
    ] as const)
      expect((await refusal(file(name), '--form', 'propose-void', ...args)).number).toBe(number);
  });

  it('encodes settlement from a buffer: one instruction per line, in order', async () => {
    const witness = ['--witness', file('v2.json')];
    const args = [file('cards.json'), '--form', 'settle-from-buffer', ...witness];
    const { code, stdout } = await linesman(['encode', ...args]);
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    const decoded = lines.map((line) => decodeInstruction(new Uint8Array(Buffer.from(line, 'hex'))));
    const names = decoded.map(({ name }) => name);
    expect([names[0], ...names.slice(-2)]).toEqual(['buffer_create', 'settle_from_buffer', 'buffer_close']);
    const writes = decoded.slice(1, -2).map(({ args: written }) => written as { offset: number; bytes: Uint8Array });
    const content = (await encode(file('cards.json'), '--form', 'settle', ...witness)).slice(8);
    expect(Buffer.concat(writes.map(({ bytes }) => bytes))).toEqual(Buffer.from(content));
    expect(decoded[0]?.args).toEqual({ id: 0n, length: content.length, sha256: sha256(content) });
    const base64 = await linesman(['encode', ...args, '--as', 'base64']);
    expect(
      base64.stdout
        .trim()
        .split('\n')
        .map((line) => Buffer.from(line, 'base64').toString('hex')),
    ).toEqual(lines);

    const owner = addressOf(new Uint8Array(32).fill(3));
    const json = async (...more: string[]) =>
      JSON.parse((await linesman(['encode', ...args, '--as', 'json', ...more])).stdout).instructions;
    const described = await json('--owner', owner, '--buffer-id', '18446744073709551615');
    expect(described.map(({ instruction }: { instruction: string }) => instruction)).toEqual(names);
    const address = bufferAddress(owner, 2n ** 64n - 1n, LOCALNET_PROGRAM_IDS.settlement).address;
    for (const { accounts } of described)
      expect(accounts).toContainEqual(expect.objectContaining({ name: 'buffer', address }));
    expect((await json())[0].accounts[1]).toMatchObject({ name: 'buffer', address: null });
    for (const [number, ...more] of [
      [7311, '--buffer-id', '-1'],
      [7311, '--buffer-id', '18446744073709551616'],
      [7312, '--owner', 'nobody'],
      [7309, '--where', 'k3 > 0'],
    ] as const)
      expect((await refusal(...args, ...more)).number).toBe(number);
    expect((await refusal(file('v2.json'), '--form', 'settle', '--buffer-id', '1')).number).toBe(7309);
    expect((await refusal(file('v2.json'), '--form', 'settle', '--owner', owner)).number).toBe(7309);
  });

  it('puts the signature only before the settlement from a buffer', async () => {
    const key = Buffer.from(files.oracleKey.publicKey).toString('hex');
    const args = ['encode', file('v4.json'), '--form', 'settle-from-buffer', '--as', 'json', '--oracle-key', key];
    const { instructions } = JSON.parse((await linesman(args)).stdout);
    const signed = instructions.filter(({ before }: { before: object[] }) => before.length > 0);
    expect(signed.map(({ instruction }: { instruction: string }) => instruction)).toEqual(['settle_from_buffer']);
  });

  it('lists the accounts that the proof determines, for any deployment', async () => {
    const oracle = addressOf(new Uint8Array(32).fill(9));
    const args = ['encode', file('v2.json'), '--form', 'settle', '--as', 'json'];
    const here = JSON.parse((await linesman(args)).stdout);
    expect(here.programId).toBe(LOCALNET_PROGRAM_IDS.settlement);
    const there = JSON.parse((await linesman([...args, '--oracle-program', oracle])).stdout);
    expect(there.accounts).toEqual([
      { name: 'market', address: null, writable: true, signer: false },
      { name: 'roots', address: scoresRootsAddress(20_833, oracle).address, writable: false, signer: false },
      {
        name: 'instructionsSysvar',
        address: 'Sysvar1nstructions1111111111111111111111111',
        writable: false,
        signer: false,
      },
    ]);
    expect((await refusal(file('v2.json'), '--form', 'settle', '--oracle-program', 'nobody')).number).toBe(7312);
  });

  it('adds the signature instruction of a signed answer', async () => {
    const args = ['encode', file('v4.json'), '--where', 'k1 - k2 > 0', '--as', 'json'];
    const beforeIt = async (...more: string[]) => JSON.parse((await linesman([...args, ...more])).stdout).before;
    const programId = ED25519_PROGRAM_ID;
    expect(await beforeIt()).toEqual([{ program: 'ed25519', programId, data: null }]);
    const key = Buffer.from(files.oracleKey.publicKey);
    const [{ data }] = await beforeIt('--oracle-key', key.toString('hex'));
    expect(data.length).toBe(2 * 144);
    expect(data.slice(32, 96)).toBe(key.toString('hex'));
    expect(await beforeIt('--form', 'v3')).toEqual([]);
  });

  it('refuses conditions that do not fit', async () => {
    expect((await refusal(file('v2.json'))).number).toBe(7307);
    expect((await refusal(file('v2.json'), '--where', 'k1 > 0')).number).toBe(6071);
    expect((await refusal(file('v2.json'), '--where', 'k1 > 0 and k1 < 3 and k2 > 0')).number).toBe(6070);
    expect((await refusal(file('v2.json'), '--where', 'k9 > 0')).number).toBe(7006);
    expect((await refusal(file('v2.json'), '--where', 'k1 >')).number).toBe(7005);
    expect((await refusal(file('odds.json'), '--where', 'k1 > 0')).number).toBe(7016);
    const { code, stderr } = await linesman(['encode', file('v2.json'), '--where', 'k1 - k2 > 0', '--as', 'octal']);
    expect([code, stderr.includes('error 7310')]).toEqual([2, true]);
  });

  it('encodes only proofs that verify, unless checking is disabled', async () => {
    const answer = JSON.parse(readFileSync(file('v2.json'), 'utf8'));
    answer.statsToProve[0].value = 7;
    const changed = files.write('changed.json', JSON.stringify(answer));
    expect((await refusal(changed, '--where', 'k1 - k2 > 0')).number).toBe(6023);
    const data = await encode(changed, '--where', 'k1 - k2 > 0', '--no-check');
    expect(INSTRUCTIONS.validateStatV2.decode(data).payload.stats[0]?.stat.value).toBe(7);
    expect((await refusal(file('missing.json'), '--form', 'settle')).number).toBe(7014);
  });
});
