import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { expectInstalls } from '../helpers/package/expectInstalls.js';
import { Packed, Project } from '../helpers/package/packed.js';
import { writeExampleCases } from '../helpers/regress/exampleCases.js';

/** The package beside the lowest and the highest version of each client library that it says it works with. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const { peerDependencies } = JSON.parse(readFileSync(`${ROOT}ts/sdk/package.json`, 'utf8')) as {
  readonly peerDependencies: Readonly<Record<string, string>>;
};

const packed = new Packed();
afterAll(() => packed.end());

/** A node that gives every method a plausible answer, as a server in the process of the script. */
const NODE = `
import { createServer } from 'node:http';
import { compileMessage, KeyPair, signTransaction, unsigned } from '@linesman/sdk/program';

export const zero = '1'.repeat(32);
const account = { owner: zero, lamports: 1, executable: false, rentEpoch: 0, space: 2, data: ['AQI=', 'base64'] };
const status = { slot: 1, confirmations: 1, err: null, confirmationStatus: 'confirmed' };
const returnData = { programId: zero, data: ['AQ==', 'base64'] };
const VALUES = {
  getLatestBlockhash: { blockhash: zero, lastValidBlockHeight: 5 },
  simulateTransaction: { err: null, logs: ['x'], unitsConsumed: 7, returnData },
  getAccountInfo: account,
  getMultipleAccounts: [account, null],
  getSignatureStatuses: [status],
  isBlockhashValid: true,
};
const RESULTS = { getBlockHeight: 9, getSlot: 9, sendTransaction: '1'.repeat(64), getTransaction: null };

export async function withNode(run) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { id, method } = JSON.parse(body);
    const result = method in RESULTS ? RESULTS[method] : { context: { slot: 1 }, value: VALUES[method] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const said = await run('http://127.0.0.1:' + server.address().port);
  console.log(JSON.stringify(said));
  process.exit(0);
}

export const payer = KeyPair.fromSeed(new Uint8Array(32).fill(3));
const accounts = [{ address: payer.address, role: 3 }];
export const instruction = { programAddress: zero, accounts, data: Uint8Array.of(1, 2, 255) };
export const bare = unsigned(compileMessage(payer.address, [instruction], zero));
export const built = signTransaction(bare, [payer]);
const budget = { computeUnitLimit: 1, loadedAccountsDataSizeLimit: 1 };
export const version1 = unsigned(compileMessage(payer.address, [instruction], zero, budget));

export const asked = async (chain) => ({
  blockhash: (await chain.latestBlockhash()).length,
  units: (await chain.simulate(built)).unitsConsumed,
  account: [...(await chain.account(payer.address)).data],
  accounts: (await chain.accounts([payer.address, zero])).map((one) => one === null),
  recent: (await chain.recentBlockhash()).lastValidBlockHeight,
  height: await chain.blockHeight(),
  status: (await chain.status('1'.repeat(64))).error,
  isValid: await chain.isBlockhashValid(zero),
  sent: (await chain.send(built)) ?? null,
});
`;
const ASKED = {
  ...{ blockhash: 32, units: 7, account: [1, 2], accounts: [false, true], recent: 5, height: 9, status: null },
  ...{ isValid: true, sent: null },
};

/** What a project does with each library: at run time, what that says, and in types. */
const USES: Readonly<Record<string, { readonly script: string; readonly said: object; readonly types: string }>> = {
  '@solana/kit': {
    script: `
      import * as kit from '@solana/kit';
      import { fromKitTransaction, kitChain, toKitInstruction, toKitSigner, toKitTransaction } from '@linesman/sdk/kit';
      import { asked, bare, built, instruction, payer, version1, withNode, zero } from './node.js';
      await withNode(async (url) => {
        const signer = await toKitSigner(payer);
        const signed = fromKitTransaction(await kit.signTransaction([signer.keyPair], toKitTransaction(bare)));
        const message = kit.pipe(
          kit.createTransactionMessage({ version: 0 }),
          (one) => kit.setTransactionMessageFeePayerSigner(signer, one),
          (one) => kit.setTransactionMessageLifetimeUsingBlockhash({ blockhash: zero, lastValidBlockHeight: 5n }, one),
          (one) => kit.appendTransactionMessageInstructions([toKitInstruction(instruction)], one),
        );
        const own = fromKitTransaction(await kit.signTransactionMessageWithSigners(message));
        const hex = (one) => Buffer.from(one.signatures[0]).toString('hex');
        const same = hex(signed) === hex(built);
        const chain = kitChain(kit.createSolanaRpc(url));
        const reads = (transaction) => {
          try {
            return toKitTransaction(transaction) !== null;
          } catch {
            return false;
          }
        };
        const writesWhatItReads = (await chain.takesVersion1()) === reads(version1);
        return { ...(await asked(chain)), same, own: own.signatures.length, writesWhatItReads };
      });`,
    said: { ...ASKED, same: true, own: 1, writesWhatItReads: true },
    types: `
      import { createSolanaRpc, signTransaction, type Instruction as KitInstruction } from '@solana/kit';
      import { fromKitInstruction, fromKitTransaction, kitChain, toKitInstruction } from '@linesman/sdk/kit';
      import { toKitAddress, toKitSigner, toKitTransaction } from '@linesman/sdk/kit';
      import { compileMessage, type Instruction, type KeyPair, unsigned } from '@linesman/sdk/program';
      export async function main(instruction: Instruction, kitInstruction: KitInstruction, payer: KeyPair) {
        const chain = kitChain(createSolanaRpc('http://node.example'));
        const { blockhash } = await chain.recentBlockhash();
        const { keyPair } = await toKitSigner(payer);
        const transaction = toKitTransaction(unsigned(compileMessage(payer.address, [instruction], blockhash)));
        await chain.send(fromKitTransaction(await signTransaction([keyPair], transaction)));
        return [toKitAddress(payer.address), toKitInstruction(instruction), fromKitInstruction(kitInstruction)];
      }`,
  },
  '@solana/web3.js': {
    script: `
      import { Transaction } from '@solana/web3.js';
      import { fromVersionedTransaction, rpcConnection, rpcNode, toKeypair } from '@linesman/sdk/web3';
      import { toPublicKey, toTransactionInstruction, toVersionedTransaction } from '@linesman/sdk/web3';
      import { asked, bare, built, instruction, payer, withNode, zero } from './node.js';
      await withNode(async (url) => {
        const versioned = toVersionedTransaction(bare);
        versioned.sign([toKeypair(payer)]);
        const hex = (one) => Buffer.from(one.signatures[0]).toString('hex');
        const same = hex(fromVersionedTransaction(versioned)) === hex(built);
        const legacy = new Transaction({ feePayer: toPublicKey(payer.address), recentBlockhash: zero });
        legacy.add(toTransactionInstruction(instruction)).sign(toKeypair(payer));
        return { ...(await asked(rpcNode(rpcConnection(url)))), same, own: legacy.signatures.length };
      });`,
    said: { ...ASKED, same: true, own: 1 },
    types: `
      import { Connection, Transaction } from '@solana/web3.js';
      import { fromTransactionInstruction, rpcChain, rpcNode, toTransactionInstruction } from '@linesman/sdk/web3';
      import { toVersionedTransaction } from '@linesman/sdk/web3';
      import type { Instruction, Transaction as Built } from '@linesman/sdk/program';
      export async function main(instruction: Instruction, built: Built) {
        await rpcNode(new Connection('http://node.example')).simulate(built);
        const converted = toTransactionInstruction(instruction);
        new Transaction().add(converted);
        const simulated = await rpcChain(new Connection('http://node.example')).simulate(built);
        return [simulated.unitsConsumed, toVersionedTransaction(built), fromTransactionInstruction(converted)];
      }`,
  },
};

test('every optional peer is used', () => {
  const names = Object.keys(peerDependencies).sort();
  expect([Object.keys(USES).sort(), Object.keys(SUPPORTED).sort()]).toEqual([names, names]);
});

/** The versions that compatibility.md names. npm installs any other as well, for who uses no adapter. */
const SUPPORTED: Readonly<Record<string, readonly [lowest: string, highest: string]>> = {
  '@solana/kit': ['2.3.0', '8'],
  '@solana/web3.js': ['1.92.0', '1'],
};

type Case = readonly [name: string, which: string, version: string];

/** What projects have, whatever the ranges say. */
const IN_USE: readonly Case[] = [
  ['@solana/kit', 'in use', '2'],
  ['@solana/kit', 'in use', '5'],
  ['@solana/kit', 'in use', '7'],
  ['@solana/web3.js', 'in use', '1.95.0'],
];

describe.each<Case>([
  ...Object.entries(SUPPORTED).flatMap(([name, [lowest, highest]]): Case[] => [
    [name, 'lowest', lowest],
    [name, 'highest', highest],
  ]),
  ...IN_USE,
])('beside %s, the version %s (%s)', (name, _, version) => {
  const project = new Project({ type: 'module' });
  afterAll(() => project.end());
  const { script = '', said = {}, types = '' } = USES[name] ?? {};

  test('it is installed, and works', () => {
    const { code, stderr } = project.install(`${name}@${version}`);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    // npm refuses a package whose range does not hold the version that a project has: ERESOLVE.
    expectInstalls(project, packed.archive('@linesman/sdk'));
    project.write('node.js', NODE);
    project.write('app.js', script);
    const ran = project.run('node', 'app.js');
    expect([ran.code, JSON.parse(ran.stdout || '{}'), ran.stderr]).toMatchObject([0, said, expect.any(String)]);
  });

  test('its types fit', () => {
    project.write('app.ts', types);
    project.write(
      'tsconfig.json',
      JSON.stringify({
        compilerOptions: {
          ...{ module: 'nodenext', moduleResolution: 'nodenext', target: 'es2022', lib: ['es2023', 'dom'] },
          // Old libraries do not check with a new compiler.
          ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true, noEmit: true },
        },
        include: ['app.ts'],
      }),
    );
    expect(project.run('node', TSC, '-p', '.')).toMatchObject({ code: 0, stdout: '' });
  });
});

describe.each([
  ['@solana/web3.js', '2.0.0', 'web3', 'toPublicKey("1".repeat(32))'],
  ['@solana/kit', '2.1.0', 'kit', 'kitChain({})'],
])('beside %s %s, which the adapter does not know', (name, version, entry, call) => {
  const project = new Project({ type: 'module' });
  afterAll(() => project.end());

  test('who only verifies is not hindered, and the adapter says which version it needs', () => {
    expectInstalls(project, `${name}@${version}`, packed.archive('@linesman/sdk'));
    project.write(
      'app.js',
      `import { parseProof } from '@linesman/sdk';
       import * as adapter from '@linesman/sdk/${entry}';
       try {
         adapter.${call};
       } catch ({ number, context }) {
         console.log(JSON.stringify([typeof parseProof, number, context.library]));
       }`,
    );
    expect(project.run('node', 'app.js')).toMatchObject({ code: 0, stdout: `["function",7171,"${name}"]\n` });
  });
});

describe('beside @solana/web3.js 2.0.0, @linesman/regress', () => {
  const project = new Project({ type: 'module' });
  afterAll(() => project.end());

  test('is not hindered, and an engine says which version it needs and which is there', () => {
    const own = packed.withOwn('@linesman/regress');
    expectInstalls(project, '@solana/web3.js@2.0.0', 'solana-bankrun@0.3.1', ...own);
    writeExampleCases(join(project.folder, 'cases'));
    const { stderr: said } = project.run('node_modules/.bin/linesman', 'regress', 'cases', '--engine', 'bankrun');
    expect(said).toMatch(/error 7367 .* needs solana-bankrun@0\.4\.0 and @solana\/web3\.js@1, but/);
    expect(said).toContain('solana-bankrun@0.3.1 and @solana/web3.js@2.0.0 is installed');
  });
});

describe.each(['18.0.0', '18', '19'])('beside React %s', (version) => {
  const project = new Project({ type: 'module' });
  afterAll(() => project.end());

  test('its hooks render on a server, by import and by require, and their types fit', () => {
    const types = `@types/react@${version.slice(0, 2)}`;
    const own = packed.withOwn('@linesman/react');
    expectInstalls(project, `react@${version}`, `react-dom@${version}`, types, ...own);
    const app = `
      const page = createElement(() => createElement('p', null, useMatches().state, useStake().state));
      const linesman = createLinesman({ rpc: 'http://node.example' });
      console.log(renderToStaticMarkup(createElement(LinesmanProvider, { linesman }, page)));`;
    const imported = [
      ['createElement', 'react'],
      ['renderToStaticMarkup', 'react-dom/server'],
      ['LinesmanProvider, useMatches, useStake', '@linesman/react'],
      ['createLinesman', '@linesman/sdk/dapp'],
    ];
    project.write('app.mjs', imported.map(([names, from]) => `import { ${names} } from '${from}';`).join('\n') + app);
    const required = imported.map(([names, from]) => `const { ${names} } = require('${from}');`);
    project.write('app.cjs', required.join('\n') + app);
    for (const file of ['app.mjs', 'app.cjs'])
      expect(project.run('node', file)).toMatchObject({ code: 0, stdout: '<p>readingidle</p>\n' });
    project.write(
      'app.ts',
      `import { createElement } from 'react';
       import { ProofBadge, useProof, useStake } from '@linesman/react';
       export const Badge = () =>
         createElement(ProofBadge, { proof: useProof({ fixture: 7, sport: 'soccer', where: 'k1 > 0' }) });
       export const signature = (): string | null => useStake().signature;`,
    );
    const options = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom', '--strict', '--noEmit'];
    expect(project.run('node', TSC, ...options, 'app.ts')).toMatchObject({ code: 0, stdout: '' });
  });
});
