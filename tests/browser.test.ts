import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SETTLEMENT_PROGRAM_ID, LOCALNET_PROGRAM_IDS } from '../ts/sdk/program/programId.js';
import { settleInstructions } from '../ts/sdk/program/settlement/settleInstructions.js';
import type { MarketTerms } from '../ts/sdk/program/wire/terms.js';
import { parseProof } from '../ts/sdk/proof/parse.js';

/** Builds a transaction from an answer without anything of Node: no `Buffer`, no `process`, no modules. */
const ENTRY = `
import {
  compileMessage, encodeTransaction, KeyPair, settleInstructions, signTransaction, unsigned,
} from './ts/sdk/program/index.js';
import { inspectProof, parseProof, verify } from './ts/sdk/proof/index.js';

export function inspect({ answer }) {
  const { levels, breaks } = inspectProof(parseProof(answer), { sport: 'soccer' });
  return { names: levels.map(({ name }) => name), breaks };
}

export function settle({ answer, programs, market, terms, seed, blockhash }) {
  const proof = parseProof(answer);
  verify(proof, { sport: 'soccer' });
  const instructions = settleInstructions({ programs, market, terms, proof });
  const payer = KeyPair.fromSeed(Uint8Array.from(seed));
  const message = compileMessage(payer.address, instructions, blockhash);
  return {
    instructions: instructions.map(({ data, ...rest }) => ({ ...rest, data: [...data] })),
    transaction: [...encodeTransaction(signTransaction(unsigned(message), [payer]))],
  };
}
`;

/** What every browser has and the bundle may use. */
const STANDARD = { TextEncoder, TextDecoder, crypto: globalThis.crypto, URL, atob, btoa };

const answer = readFileSync(new URL('../examples/proofs/final-win-v4.json', import.meta.url), 'utf8');
const signer = new Uint8Array(32).fill(7);
const terms = { oracleProgram: LOCALNET_PROGRAM_IDS.oracle, signer } as unknown as MarketTerms;
const parameters = { programs: LOCALNET_PROGRAM_IDS, market: DEFAULT_SETTLEMENT_PROGRAM_ID, terms };

describe('a bundle of the library in a context without Node', () => {
  let code: string;
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: ENTRY, resolveDir: fileURLToPath(new URL('..', import.meta.url)), loader: 'ts' },
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'linesman',
      platform: 'browser',
    });
    code = outputFiles[0]?.text ?? '';
  });

  it('imports no module', () => {
    expect(code.length).toBeGreaterThan(10_000);
    expect(code.match(/\brequire\(|from "node:|__require/g)).toBeNull();
    expect(code.match(/\bBuffer\b(?=[.(])/g)).toBeNull();
  });

  it('settles: builds the same instructions in a signed transaction', () => {
    const seed = Array.from({ length: 32 }, () => 3);
    const context = createContext({ ...STANDARD, input: { ...parameters, answer, seed, blockhash: '1'.repeat(32) } });
    const made = runInContext(`${code}; linesman.settle(input)`, context) as {
      readonly instructions: readonly object[];
      readonly transaction: readonly number[];
    };
    const proof = parseProof(answer);
    if (proof.kind !== 'stat') throw new Error('the example is a proof of stats');
    const expected = settleInstructions({ ...parameters, proof }).map(({ data, ...rest }) => ({
      ...rest,
      data: [...data],
    }));
    // Through JSON, because objects of another context have other prototypes.
    expect(JSON.parse(JSON.stringify(made.instructions))).toEqual(JSON.parse(JSON.stringify(expected)));
    expect(made.transaction.length).toBeGreaterThan(600);
  });

  it('inspects a proof', () => {
    const context = createContext({ ...STANDARD, input: { answer } });
    const made = JSON.stringify(runInContext(`${code}; linesman.inspect(input)`, context));
    expect(JSON.parse(made)).toEqual({ names: ['account', 'slot', 'fixture', 'event'], breaks: null });
  });

  it('fails when it uses a global that only Node has', () => {
    expect(() => runInContext('Buffer.alloc(1)', createContext(STANDARD))).toThrow('Buffer is not defined');
  });
});
