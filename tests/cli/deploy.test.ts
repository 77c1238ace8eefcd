import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import deployAsAnchorDoes from '../../migrations/deploy.js';
import type { Terminal } from '../../ts/cli/terminal/terminal.js';
import { fetchAccount } from '../../ts/sdk/program/account/fetchAccount.js';
import { pricingMatrixAccount } from '../../ts/sdk/program/account/pricingMatrix.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { configAddress, pricingMatrixAddress } from '../../ts/sdk/program/address/oracle.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { updateConfig } from '../../ts/sdk/program/oracle/instructions.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { instructionsOf } from '../../ts/sdk/program/transaction/message.js';
import { decodeTransaction } from '../../ts/sdk/program/transaction/transaction.js';
import { rpcChain } from '../../ts/sdk/web3/rpcChain.js';
import { rpcNode } from '../../ts/sdk/web3/rpcNode.js';
import { runDeploy } from '../../ts/service/commands/oracle/runDeploy.js';
import { planOracle } from '../../ts/service/roots/chain/setUpOracle.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { linesman } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { ORACLE } from '../helpers/oracleBank.js';
import { Cluster } from '../helpers/service/cluster.js';

const isHere = surfnetModule() !== null;
if (!isHere) leftOut('linesman deploy on a chain: there is no embedded chain on this platform.');

const STEPS = ['service token', 'stablecoin', 'configuration', 'treasuries', 'stock', 'price list'] as const;
const words = (stdout: string): string[][] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
const all = (state: string): string[][] => STEPS.map((step) => [step, state]);

/** Issuer, upgrade authority and admin, each with the cluster. */
const PAYERS = expect.stringMatching(/^(payer {4}\w+\ncluster {2}http:\S+\n){3}$/);

describe.runIf(isHere)('linesman deploy', () => {
  let cluster: Cluster;
  beforeEach(async () => {
    cluster = await Cluster.start();
  });
  afterEach(() => cluster?.stop());

  const deploy = (...more: string[]) =>
    linesman(['deploy', '--rpc', cluster.url, '--keys', cluster.keyFolder, ...more]);
  const config = () => cluster.config();
  const prices = async () =>
    (
      await fetchAccount(
        rpcChain(cluster.surf.connection),
        pricingMatrixAccount,
        pricingMatrixAddress(ORACLE.programId).address,
        ORACLE.programId,
      )
    ).rows;

  it('creates what is missing, and nothing the second time', async () => {
    const dry = await deploy('--dry-run');
    const [states = '', ...plan] = dry.stdout.split('\n\n');
    expect([dry.code, dry.stderr, words(states), plan.length]).toEqual([0, PAYERS, all('would be made'), 4]);
    expect(await cluster.surf.account(configAddress(ORACLE.programId).address)).toBeNull();
    const first = await deploy();
    expect([first.code, first.stderr, words(first.stdout)]).toEqual([0, PAYERS, all('made')]);
    const found = await config();
    expect(found.publisher).toEqual(cluster.keys.pair('publisher').address);
    expect(found.backendAdmin).toEqual(cluster.keys.pair('backendAdmin').address);
    expect([...found.oracleKey]).toEqual([...cluster.keys.oracleKeys().current.publicKey]);
    const again = await deploy('--json');
    expect(JSON.parse(again.stdout)).toEqual({
      dryRun: false,
      oracle: ORACLE.programId,
      keysMade: [],
      steps: STEPS.map((name) => ({ name, state: 'there' })),
      plan: {
        transactions: [],
        accounts: [],
        cost: { fees: '0', rent: '0', returned: '0', total: '0' },
        payers: [],
      },
    });
    expect(await config()).toEqual(found);
    // The upgrade authority does not matter once the oracle is configured.
    await cluster.rpc.setProgramAuthority(ORACLE.programId, KeyPair.generate().address);
    expect((await deploy()).code).toBe(0);
    // Another deployment's keys.
    writeFileSync(join(cluster.keyFolder, 'publisher.json'), JSON.stringify([...KeyPair.generate().secretKey]));
    const other = await deploy();
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('error 7134 ')]);
  });

  it('refuses a wrong upgrade authority before it sends anything', async () => {
    await cluster.rpc.setProgramAuthority(ORACLE.programId, KeyPair.generate().address);
    for (const flags of [['--dry-run'], []]) {
      const { code, stdout, stderr } = await deploy(...flags);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('error 7138 ');
      expect(stderr).toContain(cluster.keys.pair('upgradeAuthority').address);
    }
    expect(await cluster.surf.account(cluster.keys.pair('stablecoinMint').address)).toBeNull();
  });

  it('tells a failure outside the chain as what it is', async () => {
    const cause = new Error('the pipe is closed');
    const terminal: Terminal = {
      stdin: (async function* () {})(),
      out: () => {},
      err: (text) => {
        if (!text.startsWith('payer')) throw cause;
      },
      isWatched: true,
    };
    const amounts = { stock: 1n, creditPackPrice: 1n, lateAfter: 0 };
    const where = { kind: 'oracle', rpc: cluster.url, keys: cluster.keyFolder } as const;
    const flags = { ...where, ...amounts, transactionVersion: 'auto' } as const;
    await expect(runDeploy(flags, terminal)).rejects.toBe(cause);
  });

  it('needs the program', async () => {
    const { code, stderr } = await deploy('--oracle', KeyPair.generate().address);
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 7137 ')]);
  });

  it('leaves to a vault what the admin signs, and sends the rest', async () => {
    // It has a key here, which stands for the multisig.
    const vault = KeyPair.generate();
    cluster.surf.fund(vault.address);
    rmSync(cluster.keys.pathOf('admin'));
    const file = join(cluster.folder, 'vault.txt');
    const run = async () => {
      const { code, stdout, stderr } = await deploy('--for', vault.address, '--out', file, '--json');
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout).steps.map(({ state }: { state: string }) => state);
    };
    const [theirs, left] = ['for the vault to sign', 'left until the vault has signed'];
    expect(await run()).toEqual(['made', 'made', 'made', theirs, left, theirs]);
    expect((await config()).admin).toBe(vault.address);
    expect(await run()).toEqual(['there', 'there', 'there', theirs, left, theirs]);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    rmSync(file);
    for (const line of lines) {
      const { message } = decodeTransaction(base58.decode(line));
      expect((await cluster.surf.send(instructionsOf(message), [vault])).failure).toBeNull();
    }
    expect(await run()).toEqual(['there', 'there', 'there', 'there', 'made', 'there']);
    expect(existsSync(file)).toBe(false);
  });

  it('uses existing tokens', async () => {
    const { keys, surf, keyFolder } = cluster;
    const none = await deploy('--service-mint', KeyPair.generate().address);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('error 7139 ')]);
    const steps = await planOracle({
      chain: rpcNode(surf.connection),
      programs: LOCALNET_PROGRAM_IDS,
      roles: {
        upgradeAuthority: keys.pair('upgradeAuthority'),
        admin: keys.pair('admin'),
        publisher: keys.pair('publisher').address,
        backendAdmin: keys.pair('backendAdmin').address,
        oracleKey: keys.oracleKeys().current.publicKey,
      },
      mints: {
        service: keys.pair('serviceMint'),
        stablecoin: keys.pair('stablecoinMint'),
        issuer: keys.pair('issuer'),
      },
      rows: [],
      stock: 0n,
      creditPackPrice: 1n,
      lateAfter: 0,
    });
    for (const { transactions, payer, signers } of steps.slice(0, 2))
      expect(
        (await surf.send(transactions[0]?.instructions ?? [], [payer, ...signers] as KeyPair[])).failure,
      ).toBeNull();
    const [service, stablecoin] = (['serviceMint', 'stablecoinMint'] as const).map(
      (name) => keys.pair(name).address,
    ) as [Address, Address];
    for (const file of ['issuer.json', 'service-mint.json', 'stablecoin-mint.json']) rmSync(join(keyFolder, file));
    const swapped = await deploy('--service-mint', stablecoin, '--stablecoin-mint', service);
    expect([swapped.code, swapped.stderr]).toEqual([2, expect.stringContaining('error 7139 ')]);
    const given = ['--service-mint', service, '--stablecoin-mint', stablecoin, '--json'];
    for (const state of ['made', 'there']) {
      const { code, stdout } = await deploy(...given);
      expect([code, JSON.parse(stdout).steps]).toEqual([
        0,
        ['configuration', 'treasuries', 'price list'].map((name) => ({ name, state })),
      ]);
    }
    expect((await config()).serviceMint).toBe(service);
    const other = await deploy('--service-mint', stablecoin, '--stablecoin-mint', service);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('error 7134 ')]);
  });

  it('writes the given price list', async () => {
    const file = join(cluster.folder, 'rows.json');
    const row = {
      rowId: 3,
      pricePerWeekToken: '6250000',
      samplingIntervalSec: 60,
      leagueBundleId: -5,
      marketBundleId: 0,
    };
    for (const wrong of [
      '{}',
      '[]',
      '[{}]',
      JSON.stringify([{ ...row, rowId: -1 }]),
      JSON.stringify([{ ...row, pricePerWeekToken: 'x' }]),
    ]) {
      writeFileSync(file, wrong);
      const { code, stderr } = await deploy('--rows', file);
      expect([code, stderr]).toEqual([2, expect.stringContaining('error 7014 ')]);
    }
    writeFileSync(file, JSON.stringify([row]));
    expect((await deploy('--rows', file)).code).toBe(0);
    expect(await prices()).toEqual([{ ...row, pricePerWeekToken: 6_250_000n }]);
  });

  it('creates keys only on request, and never that of the upgrade authority', async () => {
    const upgrade = JSON.stringify([...cluster.keys.pair('upgradeAuthority').secretKey]);
    rmSync(cluster.keyFolder, { recursive: true });
    const none = await deploy();
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('error 7030 ')]);
    const without = await deploy('--make-keys');
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('upgrade-authority.json')]);
    writeFileSync(join(cluster.keyFolder, 'upgrade-authority.json'), upgrade, { mode: 0o600 });
    const files = readdirSync(cluster.keyFolder);
    expect(files).not.toContain('wallet.json');
    for (const file of files)
      expect([file, statSync(join(cluster.keyFolder, file)).mode & 0o777]).toEqual([file, 0o600]);
    for (const name of ['admin', 'issuer'] as const) cluster.surf.fund(cluster.keys.pair(name).address);
    expect((await deploy()).code).toBe(0);
  });

  it('accepts the announced next oracle key as the signing key', async () => {
    expect((await deploy()).code).toBe(0);
    const old = cluster.keys.oracleKeys().current.publicKey;
    const write = (value: object): void =>
      writeFileSync(join(cluster.keyFolder, 'oracle-keys.json'), JSON.stringify(value));
    write({ current: '17'.repeat(32), retired: [Buffer.from(old).toString('hex')] });
    const unknown = await deploy();
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('error 7134 ')]);
    const admin = cluster.keys.pair('admin');
    const update = {
      publisher: null,
      backendAdmin: null,
      oracleKey: null,
      nextOracleKey: cluster.keys.oracleKeys().current.publicKey,
      serviceMint: null,
      stablecoinMint: null,
      creditPackPrice: null,
      lateAfter: null,
    };
    const instruction = updateConfig.build(
      ORACLE.programId,
      { admin: admin.address, config: configAddress(ORACLE.programId).address },
      { update },
    );
    expect((await cluster.surf.send([instruction], [admin])).failure).toBeNull();
    expect((await deploy()).code).toBe(0);
  });

  it('runs under `anchor migrate`', async () => {
    const { LINESMAN_KEYS } = process.env;
    process.env.LINESMAN_KEYS = cluster.keyFolder;
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      await deployAsAnchorDoes({ connection: cluster.surf.connection });
      expect(words(said.mock.calls.join(''))).toEqual(all('made'));
    } finally {
      said.mockRestore();
      if (LINESMAN_KEYS === undefined) delete process.env.LINESMAN_KEYS;
      else process.env.LINESMAN_KEYS = LINESMAN_KEYS;
    }
    expect((await config()).admin).toEqual(cluster.keys.pair('admin').address);
  });
});

describe('usage of linesman deploy', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'linesman-deploy-'));
    mkdirSync(join(folder, 'keys'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    [['--rpc', 'ws://u:secret@h'], 7313, '--rpc'],
    [['--oracle', 'x'], 7312, '--oracle "x"'],
    [['--service-mint', 'x'], 7312, '--service-mint "x"'],
    [['--stock', '-1'], 7311, '--stock "-1"'],
    [['--credit-pack-price', '18446744073709551616'], 7311, '--credit-pack-price'],
    [['--rows', 'nowhere.json'], 7014, 'nowhere.json'],
    [[], 7030, 'upgrade-authority.json'],
    [['--make-keys', '--dry-run'], 7030, 'upgrade-authority.json'],
    [['settlement'], 7307, 'settlement needs --program-key'],
    [['settlement', '--late-after', '600'], 7309, '--late-after'],
    [['settlement', '--make-keys'], 7309, '--make-keys'],
    [['escrow'], 7310, 'escrow'],
    [['--upgrade'], 7307, '--upgrade needs --program-key'],
    [['--upgrade', '--program', 'oracle.so'], 7307, '--program needs --program-key'],
    [['settlement', '--upgrade'], 7307, '--upgrade needs --program-key'],
    [['--upgrade', '--for', ORACLE.programId, '--out', 'x'], 7309, '--for is for a first deployment'],
    [['--upgrade', '--make-keys'], 7309, '--make-keys is for a first deployment'],
  ])('refuses %j', async (flags, number, text) => {
    const args = ['deploy', '--rpc', 'http://u:secret@127.0.0.1:1', '--keys', join(folder, 'keys'), ...flags];
    const { code, stdout, stderr } = await linesman(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`error ${number} `);
    expect(stderr).toContain(text);
    expect(stderr).not.toContain('secret');
    expect(readdirSync(join(folder, 'keys'))).toEqual([]);
  });

  it('has help', async () => {
    const { code, stdout } = await linesman(['deploy', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}\$ linesman deploy /);
  });
});
