import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../ts/sdk/error/errors.js';
import { linesman } from '../helpers/cli.js';

describe('error', () => {
  it.each([
    ['6023', 'InvalidStatProof', 'oracle program, and the verifiers'],
    ['0x1787', 'InvalidStatProof', 'oracle program, and the verifiers'],
    ['6219', 'NotFinal', 'settlement program'],
    ['7005', 'InvalidCondition', 'linesman (TypeScript)'],
    ['2006', 'ConstraintSeeds', 'Anchor, in either program'],
  ])('explains %s', async (text, name, program) => {
    const number = Number(text);
    const { sentence, hint } = ERRORS.get(number) ?? {};
    const json = await linesman(['error', text, '--json']);
    expect([json.code, JSON.parse(json.stdout)]).toEqual([0, { number, name, program, sentence, hint }]);
    const { code, stdout } = await linesman(['error', text]);
    expect(code).toBe(0);
    for (const part of [name, program, sentence, hint]) expect(stdout).toContain(part);
  });

  it.each([
    ['5999', 7012],
    ['99999999', 7012],
    ['abc', 7321],
    ['-1', 2],
    ['6023.5', 7321],
    ['1e3', 7321],
  ])('does not know %s', async (text, number) => {
    const { code, stdout, stderr } = await linesman(['error', text]);
    expect([code, stdout]).toEqual([2, '']);
    if (number > 2) expect(stderr).toContain(`error ${number} `);
  });

  it('lists every error', async () => {
    const json = await linesman(['error', '--list', '--json']);
    const all = JSON.parse(json.stdout);
    expect(json.code).toBe(0);
    expect(all.map(({ number }: { number: number }) => number)).toEqual([...ERRORS.keys()].sort((a, b) => a - b));
    const { code, stdout, stderr } = await linesman(['error', '--list']);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(ERRORS.size);
    for (const { number, name, sentence } of all)
      expect(lines.filter((line) => line.startsWith(`${number} ${name} `) && line.endsWith(sentence))).toHaveLength(1);
  });

  it.each([
    [['6023', '--list'], 7308],
    [[], 7303],
  ])('refuses %j with %d', async (args, number) => {
    const { code, stdout } = await linesman(['error', ...args, '--json']);
    expect([code, JSON.parse(stdout).error.number]).toEqual([2, number]);
  });

  it('also answers in JSON if the number is not known', async () => {
    const { code, stdout } = await linesman(['error', '5999', '--json']);
    expect([code, JSON.parse(stdout).error.number]).toEqual([2, 7012]);
  });
});
