import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import ts from 'typescript';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oracleConfigAccount } from '../../ts/sdk/program/account/oracleConfig.js';
import { pricingMatrixAccount } from '../../ts/sdk/program/account/pricingMatrix.js';
import { readProgramData } from '../../ts/sdk/program/account/programData.js';
import { type Address, addressBytes } from '../../ts/sdk/program/address/address.js';
import { pricingMatrixAddress, programDataAddress } from '../../ts/sdk/program/address/oracle.js';
import { programAddress } from '../../ts/sdk/program/address/programAddress.js';
import { CLOCK_SYSVAR, UPGRADEABLE_LOADER_ID, ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { decodeTransaction } from '../../ts/sdk/program/transaction/transaction.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { Store } from '../../ts/service/data/store/store.js';
import { DEFAULT_PRICING } from '../../ts/service/roots/chain/pricing.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { KeyFolder } from '../../ts/service/serve/keyFolder.js';
import { AccountNode } from '../helpers/accountNode.js';
import { linesman } from '../helpers/cli.js';
import { type CommandNode, commandsWith } from '../helpers/commandTree.js';
import type { LiteBank } from '../helpers/liteBank.js';
import { CONFIG, configBytes, ORACLE, startOracle } from '../helpers/oracleBank.js';
import { MONEY_PARAMETERS, SERVICE, STABLECOIN, startWithMints } from '../helpers/oracleMoney.js';
import { PROXY } from '../helpers/proxy.js';
import { matchFeed } from '../helpers/service/feed.js';
import { PACKAGE_SOURCES, textOf } from '../helpers/sources.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/**
 * Admin and upgrade authority are PDAs of a program, as the vault of a multisig is: no key signs for them. The node
 * only knows accounts, so a command that sent something would fail. The chain that then gets what was written takes it
 * without signatures, in the place of a program that signs for its PDA in a call: what it sees are the same signers.
 */

const VAULT = programAddress(PROXY.programId, Buffer.from('vault')).address;
const OTHER = programAddress(PROXY.programId, Buffer.from('another vault')).address;
const PROGRAM_DATA = programDataAddress(ORACLE.programId).address;
const MATRIX = pricingMatrixAddress(ORACLE.programId).address;
const KEY = KeyPair.fromSeed(new Uint8Array(32).fill(31));

let node: AccountNode;
const folder = temporaryFolder('vault');
let bank: LiteBank;
beforeAll(async () => {
  node = await AccountNode.start();
});
afterAll(() => node.stop());

const programData = (authority: Address): Buffer =>
  Buffer.concat([Buffer.from([3, 0, 0, 0]), Buffer.alloc(8), Buffer.of(1), addressBytes(authority), Buffer.alloc(16)]);

/** A chain with these accounts, which the node shows. */
async function begin(start: () => Promise<LiteBank>, config: Uint8Array | null): Promise<void> {
  bank = await start();
  bank.acceptUnsigned();
  bank.fund(VAULT);
  bank.fund(KEY.address);
  if (config) bank.put(CONFIG.address, ORACLE.programId, config);
  else bank.remove(CONFIG.address);
  bank.put(PROGRAM_DATA, UPGRADEABLE_LOADER_ID, programData(VAULT));
  const shown = [CONFIG.address, PROGRAM_DATA, MATRIX, CLOCK_SYSVAR];
  for (const { mint, vault } of [SERVICE, STABLECOIN]) shown.push(mint, vault);
  node.beforeAnswer = async () => {
    for (const address of shown) {
      const found = await bank.account(address);
      if (found === null) node.accounts.delete(address);
      else node.accounts.set(address, found);
    }
  };
}

const fileOf = (pair: KeyPair): string => {
  const file = join(folder, `${pair.address}.json`);
  writeFileSync(file, JSON.stringify([...pair.secretKey]), { mode: 0o600 });
  return file;
};

let files = 0;
/** Runs a command for the vault, and returns its document and the lines of its file. */
async function written(vault: Address, ...words: string[]) {
  const file = join(folder, `for-${++files}.txt`);
  const call = [...words, '--rpc', node.url, '--for', vault, '--out', file];
  const { code, stdout, stderr } = await linesman([...call, '--json']);
  const document = JSON.parse(stdout);
  if (code !== 0) return { document, lines: [], text: '', stderr };
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  rmSync(file, { force: true });
  const dry = await linesman([...call, '--dry-run']);
  expect([dry.code, existsSync(file)]).toEqual([0, false]);
  expect(document.forVault.transactions.map(({ transaction }: { transaction: string }) => transaction)).toEqual(lines);
  return { document, lines, text: dry.stdout, stderr };
}

/** What the multisig does with the lines. */
async function run(lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const { failure, logs } = await bank.submit(decodeTransaction(base58.decode(line)));
    expect(failure, logs.join('\n')).toBeNull();
  }
}

const config = async () => oracleConfigAccount.decode((await bank.account(CONFIG.address))?.data ?? new Uint8Array());

describe('configure --for', () => {
  beforeEach(() => begin(startOracle, configBytes({ admin: VAULT, lateAfter: 21_600 })));

  it('writes a change that the vault then makes', async () => {
    const words = ['configure', '--publisher', KEY.address, '--late-after', '3600', '--propose-admin', OTHER];
    const { document, lines, text } = await written(VAULT, ...words);
    expect(lines.length).toBe(1);
    expect(document).toMatchObject({
      changed: ['pendingAdmin', 'publisher', 'lateAfter'],
      forVault: { vault: VAULT, transactions: [{ signers: [VAULT] }] },
    });
    const [transaction] = document.forVault.transactions;
    expect(transaction.instructions).toEqual([
      {
        program: ORACLE.programId,
        name: 'update_config',
        args: { update: { publisher: KEY.address, lateAfter: 3_600 } },
      },
      { program: ORACLE.programId, name: 'propose_admin', args: { newAdmin: OTHER } },
    ]);
    expect(text).toMatch(/^written {2}nothing yet$/m);
    expect(text).toContain(`signed by      ${VAULT}\nupdate_config of ${ORACLE.programId}\n  update: publisher `);
    expect(text).toContain(`publisher        ${KEY.address}  (now `);
    expect((await config()).lateAfter).toBe(21_600);
    await run(lines);
    expect(await config()).toMatchObject({ publisher: KEY.address, lateAfter: 3_600, pendingAdmin: OTHER });
    // Once more is no change, and no file.
    const again = await written(VAULT, ...words);
    expect([again.lines, again.document.forVault]).toEqual([[], { vault: VAULT, file: null, transactions: [] }]);
    expect(again.text).toContain('nothing is left to sign');
  });

  it('takes the role that was proposed to the vault', async () => {
    await begin(startOracle, configBytes({}, VAULT));
    const { lines, document } = await written(VAULT, 'configure', '--accept-admin');
    expect(document.configuration).toMatchObject({ admin: VAULT, pendingAdmin: 'none' });
    await run(lines);
    expect(await config()).toMatchObject({ admin: VAULT, pendingAdmin: ZERO_ADDRESS });
  });

  it('says where it has written', async () => {
    const file = join(folder, 'there.txt');
    const call = ['configure', '--rpc', node.url, '--propose-admin', OTHER, '--for', VAULT, '--out', file];
    expect((await linesman(call)).stdout).toContain(`\nwritten  ${file}\n`);
    expect(readFileSync(file, 'utf8')).toMatch(/^[1-9A-HJ-NP-Za-km-z]+\n$/);
    const nowhere = await linesman([...call.slice(0, -1), join(folder, 'no', 'folder')]);
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('FileNotWritable')]);
  });

  it.each<[string, string[], number]>([
    ['a vault that is not the admin', ['--for', OTHER, '--out', 'x', '--publisher', KEY.address], 7309],
    ['a vault that nobody proposed', ['--for', OTHER, '--out', 'x', '--accept-admin'], 7309],
    ['the key of the admin beside it', ['--for', VAULT, '--out', 'x', '--propose-admin', OTHER, '--admin', 'y'], 7309],
    ['the key of the next admin beside it', ['--for', VAULT, '--out', 'x', '--accept-admin', 'y'], 7309],
    ['no change', ['--for', VAULT, '--out', 'x'], 7307],
    ['no file', ['--for', VAULT, '--propose-admin', OTHER], 7307],
    ['a file alone', ['--out', 'x', '--propose-admin', OTHER], 7307],
    ['nobody who accepts', ['--accept-admin'], 7307],
  ])('refuses %s', async (_, words, number) => {
    const { code, stdout } = await linesman(['configure', '--rpc', node.url, '--json', ...words]);
    expect([code, JSON.parse(stdout).error.number]).toEqual([2, number]);
  });
});

describe('upgrade-authority --for', () => {
  beforeEach(() => begin(startOracle, null));
  const authority = async () => readProgramData((await bank.account(PROGRAM_DATA))?.data ?? new Uint8Array());

  it.each<[string, string[], Address | null]>([
    ['hands it over', ['--to-address', OTHER], OTHER],
    ['freezes the program', ['--give-up'], null],
  ])('%s', async (_, words, next) => {
    const { document, lines } = await written(VAULT, 'upgrade-authority', ORACLE.programId, ...words);
    expect(document.upgradeAuthority).toEqual({ before: VAULT, after: next });
    expect(document.forVault.transactions[0].instructions).toEqual([
      {
        program: UPGRADEABLE_LOADER_ID,
        name: 'set_authority',
        args: { programData: PROGRAM_DATA, authority: next ?? 'nobody' },
      },
    ]);
    await run(lines);
    expect((await authority())?.upgradeAuthority).toBe(next);
  });

  it.each<[string, string[], number]>([
    ['another vault', ['--for', OTHER, '--out', 'x', '--give-up'], 7138],
    ['a next authority that signs', ['--for', VAULT, '--out', 'x', '--to', 'y'], 7309],
    ['a key beside it', ['--for', VAULT, '--out', 'x', '--give-up', '--authority', 'y'], 7309],
    ['no next authority', ['--for', VAULT, '--out', 'x'], 7307],
  ])('refuses %s', async (_, words, number) => {
    const call = ['upgrade-authority', ORACLE.programId, '--rpc', node.url, '--json', ...words];
    const { code, stdout } = await linesman(call);
    expect([code, JSON.parse(stdout).error.number]).toEqual([2, number]);
  });
});

describe('deploy --for', () => {
  beforeEach(() => begin(startWithMints, null));

  it('writes the configuration, treasuries and price list of an oracle that the vault owns', async () => {
    const keys = join(folder, 'oracle-keys');
    new KeyFolder(keys).complete(['upgradeAuthority', 'admin', 'issuer', 'serviceMint', 'stablecoinMint']);
    const mints = ['--service-mint', SERVICE.mint, '--stablecoin-mint', STABLECOIN.mint];
    const call = ['deploy', '--keys', keys, '--make-keys', ...mints];
    const { document, lines, stderr } = await written(VAULT, ...call);
    // No key pays.
    expect(stderr).toBe('');
    expect(document.steps).toEqual(
      ['configuration', 'treasuries', 'price list'].map((name) => ({ name, state: 'for the vault to sign' })),
    );
    const planned = document.plan.transactions.map(({ bytes }: { bytes: number }) => bytes);
    expect(planned).toEqual(lines.map((line) => base58.decode(line).length));
    await run(lines);
    expect(await config()).toMatchObject({ admin: VAULT, serviceMint: MONEY_PARAMETERS.serviceMint });
    expect(pricingMatrixAccount.decode((await bank.account(MATRIX))?.data ?? new Uint8Array())).toEqual({
      ...{ admin: VAULT, rows: DEFAULT_PRICING },
    });
    for (const { vault } of [SERVICE, STABLECOIN]) expect(await bank.account(vault)).not.toBeNull();
    expect((await written(VAULT, ...call)).lines).toEqual([]);
  });

  it('is not for the settlement program, which a key puts there', async () => {
    const call = ['deploy', 'settlement', '--rpc', node.url, '--keys', folder, '--for', VAULT, '--out', 'x'];
    const { code, stderr } = await linesman(call);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--for is for an oracle')]);
  });
});

describe('publish-late --for', () => {
  const KICK_OFF = Date.UTC(2026, 4, 27, 20);
  const HOUR = 3_600_000;
  const late = () => ['publish-late', '--publisher', fileOf(KEY), '--store', join(folder, 'store')];
  beforeAll(async () => {
    const store = await Store.open({ folder: join(folder, 'store') });
    const clock = new ManualClock(KICK_OFF + 3 * HOUR);
    const { wire } = matchFeed('soccer', 12_000_001, 'vault', KICK_OFF);
    const fixture = wire.filter((record) => 'Competition' in record).slice(0, 1);
    const score = wire.filter((record) => 'Seq' in record).slice(0, 1);
    await new Ingest({ store, clock }).acceptAll([...fixture, ...score]);
    await new Sealer({ store, clock }).sealDue();
    await store.close();
  });
  beforeEach(async () => {
    await begin(startOracle, configBytes({ admin: VAULT, publisher: KEY.address, lateAfter: 21_600 }));
    await bank.setTime(KICK_OFF / 1_000 + 86_400);
  });

  it('writes the roots that the vault and the publisher then publish', async () => {
    const { document, lines, text } = await written(VAULT, ...late());
    expect([document.published, document.late.length, lines.length]).toEqual([[], 2, 2]);
    for (const { signers } of document.forVault.transactions) expect(signers).toEqual([VAULT, KEY.address]);
    expect(text).toContain(`signed by      ${VAULT} and ${KEY.address}\n`);
    await run(lines);
  });

  it.each<[string, () => string[], number]>([
    ['another vault', () => ['--for', OTHER, '--out', 'x'], 7309],
    ['the key of the admin beside it', () => ['--for', VAULT, '--out', 'x', '--admin', 'y'], 7309],
    ['neither key nor vault', () => [], 7307],
  ])('refuses %s', async (_, words, number) => {
    const { code, stdout } = await linesman([...late(), '--rpc', node.url, '--json', ...words()]);
    expect([code, JSON.parse(stdout).error.number]).toEqual([2, number]);
  });
});

describe('a command that an admin or an upgrade authority signs', () => {
  /** By instruction of the oracle program that one of them signs: what builds it for commands. */
  const BUILDERS: Readonly<Record<string, readonly string[]>> = {
    accept_admin: ['acceptAdmin'],
    close_pricing_matrix: ['closePricingMatrixInstruction'],
    gift_validation_credits: ['giftCreditsInstruction'],
    initialize_config: ['initializeConfig', 'planOracle'],
    initialize_pricing_matrix: ['initializePricingMatrixInstruction', 'planOracle'],
    initialize_treasury_v2: ['initializeTreasuryInstructions', 'planOracle'],
    initialize_usdt_treasury: ['initializeTreasuryInstructions', 'planOracle'],
    // The admin signs late ones.
    insert_batch_root: ['insertBatchRootInstruction', 'insertRootInstruction'],
    insert_fixtures_root: ['insertFixturesRootInstruction', 'insertRootInstruction'],
    insert_scores_root: ['insertScoresRootInstruction', 'insertRootInstruction'],
    propose_admin: ['proposeAdmin'],
    update_config: ['updateConfig'],
    update_pricing_matrix: ['updatePricingMatrixInstruction'],
    withdraw_usdt: ['withdrawInstruction'],
  };
  const builders = new Set([...Object.values(BUILDERS).flat(), 'setAuthorityInstruction']);
  const importsOf = (file: string): string[] =>
    ts
      .createSourceFile(file, textOf(file), ts.ScriptTarget.ES2022, true)
      .statements.flatMap((one) => (ts.isImportDeclaration(one) ? (one.importClause?.namedBindings ?? []) : []))
      .flatMap((bindings) => (ts.isNamedImports(bindings) ? [...bindings.elements] : []))
      .map(({ propertyName, name }) => (propertyName ?? name).text);
  /** Of `runPublishLate.ts`: publish-late. */
  const commandOf = (file: string): string =>
    (/run(\w+)\.ts$/.exec(file)?.[1] ?? file).replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

  const named = (nodes: readonly CommandNode[]): string[] => nodes.map(({ words }) => words.join(' '));
  /** `record --for` is a time. */
  const able = named(
    commandsWith('--out').filter(({ command }) => command.options.some(({ flags }) => flags === '--for <address>')),
  ).sort();

  it('can write its transaction for a vault instead', () => {
    const files = PACKAGE_SOURCES.filter((file) => file.includes('/commands/'));
    const signing = files.filter((file) => importsOf(file).some((name) => builders.has(name)));
    expect(signing.map(commandOf).sort()).toEqual(able);
    expect(able).toEqual(['configure', 'deploy', 'publish-late', 'upgrade-authority']);
  });

  it('knows every instruction that one of them signs', () => {
    const signedIn = (program: string): string[] => {
      const idl: { instructions: { name: string; accounts: { name: string; signer?: boolean }[] }[] } = JSON.parse(
        textOf(`programs/artifacts/${program}.json`),
      );
      const roles = ['admin', 'new_admin', 'authority'];
      const signed = idl.instructions.filter(({ accounts }) =>
        accounts.some(({ name, signer }) => signer === true && roles.includes(name)),
      );
      return signed.map(({ name }) => name).sort();
    };
    expect(signedIn('oracle')).toEqual(Object.keys(BUILDERS));
    expect(signedIn('settlement')).toEqual([]);
  });

  it('is every command that takes the key of one', () => {
    const takers = ['--admin', '--authority', '--accept-admin'].flatMap((option) => named(commandsWith(option)));
    expect(able).toEqual(expect.arrayContaining(takers));
  });
});
