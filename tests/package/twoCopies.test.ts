import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import type * as Errors from '../../ts/sdk/error/index.js';
import type * as Program from '../../ts/sdk/program/index.js';
import type * as Proof from '../../ts/sdk/proof/index.js';
import { DEPLOYED, KICK_OFF, key, openMarket, STAKED } from '../helpers/sampleMarket.js';
import { thrown } from '../helpers/thrown.js';

/**
 * An app may load both copies of the library, one for `import` and one for `require`. What one has made the other takes
 * as its own. Errors here are caught by a third, the sources.
 */

const load = createRequire(import.meta.url);
interface Copy {
  readonly error: typeof Errors;
  readonly proof: typeof Proof;
  readonly program: typeof Program;
}
const copyIn = (folder: string, ending: string): Copy => {
  const entry = (name: string) => load(`../../ts/sdk/${folder}/${name}/index.${ending}`);
  return { error: entry('error'), proof: entry('proof'), program: entry('program') };
};
const MODULES = copyIn('dist', 'js');
const COMMON_JS = copyIn('dist/cjs', 'cjs');

const ANSWER = readFileSync(new URL('../../examples/proofs/final-win.json', import.meta.url), 'utf8');
/** The answer with a value of a record changed, which breaks the first hash, or written in another way. */
const changed = (value: number): string => ANSWER.replace(/("value"\s*:\s*)\d+/, `$1${value}`);
const written = (how: (digits: string) => string): string =>
  ANSWER.replace(/("fixtureId"\s*:\s*)(\d+)/, (_, before, digits) => before + how(digits));

describe.each([
  ['import', 'require', MODULES, COMMON_JS],
  ['require', 'import', COMMON_JS, MODULES],
])('what the copy for %s makes, that for %s takes', (_first, _second, first, second) => {
  test('they are two', () => {
    expect(first.error.LinesmanError).not.toBe(second.error.LinesmanError);
    expect(first.proof.verify).not.toBe(second.proof.verify);
  });

  test('a proof', () => {
    const proof = first.proof.parseProof(ANSWER);
    expect(proof).toEqual(second.proof.parseProof(ANSWER));
    expect(second.proof.verify(proof, { sport: 'soccer' })).toMatchObject({ kind: 'stat' });
  });

  test('a proof that is refused, with the place in the document that was parsed', () => {
    const refuse = (parser: Copy, verifier: Copy) =>
      thrown(() => verifier.proof.verify(parser.proof.parseProof(changed(77)), { sport: 'soccer' }));
    const refusal = refuse(first, second);
    expect(refusal.context.path).toMatch(/^\$\.\w/);
    const { number, message, context } = refuse(second, second);
    expect(refusal).toMatchObject({ number, message, context });
  });

  test('a document that has a number in another way of writing', () => {
    const plain = first.proof.readDocument(written((digits) => digits));
    expect(second.proof.parseProof(plain)).toEqual(second.proof.parseProof(ANSWER));
    for (const how of [(digits: string) => `${digits}.0`, (digits: string) => `${digits}e0`]) {
      const document = first.proof.readDocument(written(how));
      const { number, context } = thrown(() => second.proof.parseProof(document));
      expect([number, context]).toEqual([
        second.error.INVALID_NUMBER,
        expect.objectContaining({ value: expect.any(Number) }),
      ]);
    }
  });

  test('an error, and nothing else', () => {
    const error = first.error.errorOf(first.error.NO_SUCH_LEAF, { index: 3, leaves: 2 });
    expect(error).toBeInstanceOf(second.error.LinesmanError);
    expect(second.error.isError(error, second.error.NO_SUCH_LEAF)).toBe(true);
    expect(error.message).toBe('The tree has 2 leaves, none with index 3.');
    for (const other of [new Error('no'), { ...error }, { number: 7260, name: 'NoSuchLeaf' }, null, undefined, 7260])
      expect(other instanceof second.error.LinesmanError).toBe(false);
  });

  test('a stake, an instruction and a key pair', () => {
    const { program } = first;
    const programs = program.LOCALNET_PROGRAM_IDS;
    const trust = {
      ...{ oraclePrograms: [programs.oracle], mints: [STAKED.mint], deployment: DEPLOYED },
      ...{ fixtureStart: KICK_OFF * 1_000, fixtureSport: 'soccer', fixtureStatKeys: null, accept: [] },
    } as never;
    const stake = { programs, owner: key(4), source: key(5), tokenProgram: key(6), outcome: 0, amount: 500n };
    const built = ({ program: { stakeInstruction, termsHash } }: Copy) => {
      const account = { ...openMarket(STAKED), termsHash: termsHash(STAKED) };
      const at = (pool: typeof account) =>
        second.program.stakeInstruction({ ...stake, pool: key(3), account: pool, trust });
      return [at(account), stakeInstruction({ ...stake, pool: key(3), account, trust })] as const;
    };
    const [instruction, own] = built(first);
    expect(instruction).toEqual(own);
    const payer = program.KeyPair.fromSeed(new Uint8Array(32).fill(3));
    const signed = ({ program: { compileMessage, encodeTransaction, signTransaction, unsigned } }: Copy) =>
      encodeTransaction(signTransaction(unsigned(compileMessage(payer.address, [instruction], key(9))), [payer]));
    expect(signed(second)).toEqual(signed(first));
    const settle = (from: Copy, by: Copy) => {
      const proof = from.proof.parseProof(ANSWER) as never;
      return by.program.settleInstructions({ programs, market: key(3), terms: STAKED, proof });
    };
    expect(settle(first, second)).toEqual(settle(second, second));
  });
});
