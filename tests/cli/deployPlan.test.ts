import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Terminal } from '../../ts/cli/terminal/terminal.js';
import { type Address, addressBytes } from '../../ts/sdk/program/address/address.js';
import { programDataAddress } from '../../ts/sdk/program/address/oracle.js';
import { SYSTEM_PROGRAM_ID, UPGRADEABLE_LOADER_ID } from '../../ts/sdk/program/address/runtime.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { NO_SBPF_V0 } from '../../ts/sdk/program/network/changes.js';
import { FEATURE_PROGRAM_ID } from '../../ts/sdk/program/network/featureState.js';
import {
  decodeTransaction,
  encodeTransaction,
  signatureOf,
  type Transaction,
} from '../../ts/sdk/program/transaction/transaction.js';
import { runDeploy } from '../../ts/service/commands/oracle/runDeploy.js';
import { bufferAddress } from '../../ts/service/roots/chain/loader.js';
import { shippedProgramAt } from '../../ts/service/roots/chain/shippedProgram.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { linesman, ROOT } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { ORACLE } from '../helpers/oracleBank.js';
import { Cluster } from '../helpers/service/cluster.js';
import { RpcProxy } from '../helpers/service/rpcProxy.js';

/** What `linesman deploy --dry-run` shows is what `linesman deploy` then does. */

const isHere = surfnetModule() !== null;
if (!isHere) leftOut('plans of linesman deploy: there is no embedded chain on this platform.');

interface PlanDocument {
  readonly oracle: string;
  readonly steps: readonly { readonly name: string; readonly state: string }[];
  readonly plan: {
    readonly transactions: readonly {
      readonly step: string;
      readonly what: string;
      readonly payer: string | null;
      readonly signers: readonly (string | null)[];
      readonly bytes: number;
      readonly fee: string;
    }[];
    readonly accounts: readonly {
      readonly name: string;
      readonly address: string | null;
      readonly owner: string;
      readonly bytes: number;
      readonly rent: string;
      readonly authority: string | null;
    }[];
    readonly cost: Readonly<Record<'fees' | 'rent' | 'returned' | 'total', string>>;
    readonly payers: readonly (Readonly<Record<'total' | 'needed' | 'balance', string>> & {
      readonly payer: string | null;
    })[];
  };
}

describe.runIf(isHere)('a plan of linesman deploy', () => {
  let cluster: Cluster;
  let proxy: RpcProxy;
  /** What reached the chain, once each, in order. */
  let sent: Map<string, Transaction>;

  const begin = async (isDeployed: boolean): Promise<void> => {
    cluster = await Cluster.start(isDeployed);
    proxy = await RpcProxy.start(cluster.url);
    sent = new Map();
    proxy.react = (call) => {
      if (call.method === 'sendTransaction') note(call.params[0]);
      return call.forward();
    };
  };
  const note = (text: string): void => {
    const transaction = decodeTransaction(Buffer.from(text, 'base64'));
    sent.set(signatureOf(transaction), transaction);
  };
  afterEach(async () => {
    await proxy?.stop();
    cluster?.stop();
  });

  const deploy = (...more: string[]) => linesman(['deploy', '--rpc', proxy.url, '--keys', cluster.keyFolder, ...more]);
  const document = async (...more: string[]): Promise<PlanDocument> => {
    const { code, stdout, stderr } = await deploy('--json', ...more);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };
  const lamports = async (address: string): Promise<bigint> =>
    BigInt((await cluster.surf.account(address as Address))?.lamports ?? 0);

  /** What was sent, as a plan shows it. */
  const asPlanned = () =>
    [...sent.values()].map((transaction) => {
      const { message } = transaction;
      const signers = message.accounts.slice(0, message.header.signers);
      return { payer: signers[0], signers: [...signers].sort(), bytes: encodeTransaction(transaction).length };
    });
  const shown = ({ plan }: PlanDocument) =>
    plan.transactions.map(({ payer, signers, bytes }) => ({ payer, signers: [...signers].sort(), bytes }));

  /** Deploys, and compares everything that can be seen with the plan. */
  async function executed(dry: PlanDocument, ...flags: string[]): Promise<void> {
    const before = await Promise.all(dry.plan.payers.map(({ payer }) => lamports(payer ?? '')));
    expect(before.map(String)).toEqual(dry.plan.payers.map(({ balance }) => balance));
    expect(sent.size).toBe(0);
    const did = await document(...flags);
    expect(did.plan).toEqual(dry.plan);
    const bySize = (one: object, other: object) => JSON.stringify(one).localeCompare(JSON.stringify(other));
    expect(asPlanned().sort(bySize)).toEqual(shown(dry).sort(bySize));
    const after = await Promise.all(dry.plan.payers.map(({ payer }) => lamports(payer ?? '')));
    expect(before.map((one, i) => String(one - (after[i] ?? 0n)))).toEqual(dry.plan.payers.map(({ total }) => total));
    for (const { name, address, owner, bytes, rent } of dry.plan.accounts) {
      if (name === 'program buffer') continue;
      const found = await cluster.surf.account(address as Address);
      expect([name, found?.owner, found?.data.length, String(found?.lamports)]).toEqual([name, owner, bytes, rent]);
    }
    const rest = await document('--dry-run', ...flags);
    expect([rest.plan.transactions, rest.plan.accounts, rest.plan.cost.total]).toEqual([[], [], '0']);
    expect(new Set(rest.steps.map(({ state }) => state))).toEqual(new Set(['there']));
  }

  it('of a program that is there is what is done', async () => {
    await begin(true);
    const dry = await document('--dry-run');
    expect(dry.plan.transactions.map(({ step }) => step)).toEqual([
      'service token',
      'stablecoin',
      'configuration',
      'treasuries',
      'stock',
      'price list',
    ]);
    await executed(dry);
    // In this order, too: each needs the one before.
    expect(asPlanned()).toEqual(shown(dry));
  });

  it('counts what somebody has sent to an address before', async () => {
    await begin(true);
    const all = await document('--dry-run');
    for (const { address } of all.plan.accounts)
      cluster.surf.put(address as Address, SYSTEM_PROGRAM_ID, new Uint8Array(), 1_000);
    const less = await document('--dry-run');
    expect(BigInt(all.plan.cost.rent) - BigInt(less.plan.cost.rent)).toBe(1_000n * BigInt(all.plan.accounts.length));
    await executed(less);
  });

  describe('that puts the program on chain', () => {
    let key: KeyPair;
    let flags: string[];
    let bytes: Buffer;
    beforeEach(async () => {
      await begin(false);
      key = KeyPair.fromSeed(new Uint8Array(32).fill(77));
      bytes = shippedProgramAt(key.address);
      const [file, keyFile] = [join(cluster.folder, 'oracle.so'), join(cluster.folder, 'oracle-program.json')];
      writeFileSync(file, bytes);
      writeFileSync(keyFile, JSON.stringify([...key.secretKey]), { mode: 0o600 });
      flags = ['--program', file, '--program-key', keyFile];
    });

    it('is what is done, from the first byte on', async () => {
      // Small, because the embedded chain copies the whole buffer with each write. It is not an oracle, so the
      // deployment ends when it is to be configured.
      const plain = readFileSync(join(ROOT, 'tests/programs/artifacts/payout-plain.so'));
      bytes = Buffer.concat([plain, addressBytes(key.address)]);
      writeFileSync(flags[1] as string, bytes);
      const { plan, oracle } = await document('--dry-run', ...flags);
      expect(oracle).toBe(key.address);
      const end = plan.transactions.findIndex(({ step }) => step === 'configuration');
      const payers = plan.payers.map(({ payer }) => payer ?? '');
      const before = await Promise.all(payers.map(lamports));
      const { code, stderr } = await deploy(...flags);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^error \d+ /m)]);
      const byText = (one: object, other: object) => JSON.stringify(one).localeCompare(JSON.stringify(other));
      const all = plan.transactions.slice(0, end).map(({ payer, signers, bytes: size }) => ({
        payer,
        signers: [...signers].sort(),
        bytes: size,
      }));
      expect(all.length).toBeGreaterThan(5);
      expect(asPlanned().sort(byText)).toEqual(all.sort(byText));

      const left = await document('--dry-run', ...flags);
      expect(left.plan.transactions).toEqual(plan.transactions.slice(end));
      expect(left.steps.slice(0, 3).map(({ name, state }) => [name, state])).toEqual([
        ['program', 'there'],
        ['service token', 'there'],
        ['stablecoin', 'there'],
      ]);
      const after = await Promise.all(payers.map(lamports));
      const spent = before.map((one, i) => one - (after[i] ?? 0n));
      const planned = payers.map((payer) => {
        const totalIn = (document: PlanDocument['plan']) =>
          BigInt(document.payers.find((one) => one.payer === payer)?.total ?? 0);
        return totalIn(plan) - totalIn(left.plan);
      });
      expect(spent).toEqual(planned);
      const authority = cluster.keys.pair('upgradeAuthority').address;
      expect(await cluster.surf.account(bufferAddress(authority, bytes))).toBeNull();
      const check = await linesman([
        'check-program',
        key.address,
        '--artifact',
        flags[1] as string,
        '--rpc',
        proxy.url,
      ]);
      expect([check.code, check.stdout]).toEqual([0, expect.stringContaining(`by ${authority}`)]);
      const { data } = (await cluster.surf.account(programDataAddress(key.address).address)) ?? {};
      expect(Buffer.from(data?.subarray(45) ?? []).equals(bytes)).toBe(true);
    });

    /** A buffer as an interrupted upload leaves it: without that many bytes at the end of the program. */
    async function uploadAllBut(missing: number): Promise<void> {
      const authority = cluster.keys.pair('upgradeAuthority').address;
      const data = Buffer.concat([Buffer.of(1, 0, 0, 0, 1), addressBytes(authority), bytes]);
      data.fill(0, data.length - missing);
      const rent = await cluster.surf.connection.getMinimumBalanceForRentExemption(data.length);
      cluster.surf.put(bufferAddress(authority, bytes), UPGRADEABLE_LOADER_ID, data, rent);
    }

    it('of an interrupted deployment is what is left', async () => {
      await uploadAllBut(20_000);
      const most = await document('--dry-run', ...flags);
      const writes = most.plan.transactions.filter(({ step }) => step === 'program bytes');
      expect(writes.length).toBeGreaterThan(7);
      expect(most.steps.slice(0, 3)).toEqual([
        { name: 'program buffer', state: 'there' },
        { name: 'program bytes', state: `would be made, ${writes.length} writes left` },
        { name: 'program', state: 'would be made' },
      ]);
      await uploadAllBut(10_000);
      const left = await document('--dry-run', ...flags);
      const done = most.plan.transactions.filter(
        (one) => !left.plan.transactions.some(({ what }) => what === one.what),
      );
      // From the first on.
      expect(done.length).toBeGreaterThan(2);
      expect(done).toEqual(writes.slice(0, done.length));
      await executed(left, ...flags);
    });

    it('of a trial is that of the same bytes in a file, and says that these are no build', async () => {
      await uploadAllBut(3_000);
      const built = await document('--dry-run', ...flags);
      const trial = flags.slice(2);
      const { code, stdout, stderr } = await deploy('--dry-run', '--json', ...trial);
      expect([code, JSON.parse(stdout)]).toEqual([0, built]);
      // The default keys must be replaced before a build.
      expect(built).toMatchObject({ contacts: 'link:https://linesman.example/repository/security/advisories/new' });
      expect(stderr).toContain('no one can build these bytes from the source');
      await executed(built, ...trial);
    });

    it('of the settlement program is that program alone, which is then frozen', async () => {
      bytes = shippedProgramAt(key.address, 'settlement');
      writeFileSync(flags[1] as string, bytes);
      await uploadAllBut(3_000);
      const authority = cluster.keys.pair('upgradeAuthority');
      const settle = (...more: string[]) =>
        linesman([
          ...['deploy', 'settlement', '--rpc', proxy.url, '--keys', cluster.keyFolder, ...flags],
          ...['--json', ...more],
        ]);
      const dry = JSON.parse((await settle('--dry-run')).stdout);
      expect([dry.oracle, dry.settlement, dry.plan.payers.map(({ payer }: { payer: string }) => payer)]).toEqual([
        ...[undefined, key.address, [authority.address]],
      ]);
      expect(dry.steps.map(({ name }: { name: string }) => name)).toEqual([
        'program buffer',
        'program bytes',
        'program',
      ]);
      expect(dry.contacts).toContain('/security/');
      const done = await settle();
      expect(done.code, done.stderr).toBe(0);
      expect([...sent.values()].map(({ message }) => message.accounts[0])).toEqual(
        dry.plan.transactions.map(() => authority.address),
      );
      const check = ['check-program', key.address, '--artifact', flags[1] as string, '--rpc', proxy.url, '--json'];
      const found = async () => JSON.parse((await linesman(check)).stdout);
      expect(await found()).toMatchObject({ equal: true, deployed: { upgradeAuthority: authority.address } });
      const { code, stderr } = await linesman([
        ...['upgrade-authority', key.address, '--rpc', proxy.url],
        ...['--authority', cluster.keys.pathOf('upgradeAuthority'), '--give-up'],
      ]);
      expect(code, stderr).toBe(0);
      expect(await found()).toMatchObject({ equal: true, deployed: { upgradeAuthority: null } });
      // Once more is no change.
      expect(JSON.parse((await settle()).stdout).steps).toEqual([{ name: 'program', state: 'there' }]);
    });

    it('is of transactions that a node without version 1 takes', async () => {
      await uploadAllBut(10_000);
      // As a node answers that cannot read the transaction.
      proxy.react = (call) => {
        if (call.method === 'sendTransaction') note(call.params[0]);
        const isRead = call.method !== 'simulateTransaction' || Buffer.from(call.params[0], 'base64')[0] !== 0x81;
        return isRead ? call.forward() : Promise.resolve({ error: { code: -32_602, message: 'invalid transaction' } });
      };
      const dry = await document('--dry-run', ...flags);
      expect(Math.max(...dry.plan.transactions.map(({ bytes: size }) => size))).toBe(1_232);
      await executed(dry, ...flags);
      expect(new Set([...sent.values()].map(({ message }) => message.version))).toEqual(new Set(['legacy']));
    });

    it('keeps the writes in flight, and tells how many have landed', async () => {
      await uploadAllBut(100_000);
      const { plan } = await document('--dry-run', ...flags);
      const writes = plan.transactions.filter(({ step }) => step === 'program bytes').length;
      expect(writes).toBeGreaterThan(40);
      // None of them can be known before all have been submitted.
      proxy.react = async (call) => {
        if (call.method === 'sendTransaction') note(call.params[0]);
        if (call.method !== 'getSignatureStatuses' || sent.size >= writes) return call.forward();
        return { result: { context: { slot: 1 }, value: call.params[0].map(() => null) } };
      };
      const lines: string[] = [];
      const terminal: Terminal = {
        stdin: (async function* () {})(),
        out: () => {},
        err: (text) => void lines.push(text),
        isWatched: true,
      };
      // Progress is told every two seconds: every look at the clock is later by more.
      const began = Date.now();
      let looks = 0;
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => began + ++looks * 2_001);
      try {
        const [, program = '', , programKey = ''] = flags;
        const given = {
          kind: 'oracle',
          rpc: proxy.url,
          keys: cluster.keyFolder,
          stock: 1n,
          creditPackPrice: 1n,
          lateAfter: 0,
          program: [program],
          programKey,
          transactionVersion: 'auto',
        } as const;
        expect(await runDeploy(given, terminal)).toBe(0);
      } finally {
        clock.mockRestore();
      }
      expect(lines.filter((line) => line.endsWith(' transactions\n'))).toEqual(
        Array.from(
          { length: writes },
          (_, i) => `writing the program into the buffer: ${i + 1} of ${writes} transactions\n`,
        ),
      );
    });

    it('stops at the first write that fails, and goes on from there', async () => {
      await uploadAllBut(20_000);
      const before = await document('--dry-run', ...flags);
      proxy.react = async (call) => {
        if (call.method !== 'getSignatureStatuses') return call.forward();
        const err = { InstructionError: [0, 'InvalidArgument'] };
        const value = call.params[0].map(() => ({
          err,
          slot: 1,
          confirmations: null,
          confirmationStatus: 'confirmed',
        }));
        return { result: { context: { slot: 1 }, value } };
      };
      const { code, stdout, stderr } = await deploy(...flags);
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^error 7\d{3} /m)]);
      proxy.react = (call) => {
        if (call.method === 'sendTransaction') note(call.params[0]);
        return call.forward();
      };
      const after = await document('--dry-run', ...flags);
      expect(after.plan.transactions.length).toBeLessThan(before.plan.transactions.length);
      await executed(after, ...flags);
    });

    it('ends before it starts without enough lamports', async () => {
      await uploadAllBut(3_000);
      const authority = cluster.keys.pair('upgradeAuthority').address;
      const { plan } = await document('--dry-run', ...flags);
      const needed = BigInt(plan.payers.find(({ payer }) => payer === authority)?.needed ?? 0);
      const setTo = (amount: bigint) =>
        cluster.surf.put(authority, SYSTEM_PROGRAM_ID, new Uint8Array(), Number(amount));
      setTo(needed - 1n);
      const { code, stdout, stderr } = await deploy(...flags);
      expect([code, stdout, sent.size]).toEqual([2, '', 0]);
      expect(stderr).toContain(`error 7141 `);
      expect(stderr).toContain(`${authority} has ${needed - 1n} lamports of the ${needed} that it needs.`);
      // A plan needs none at all.
      setTo(0n);
      expect((await document('--dry-run', ...flags)).plan.transactions).toEqual(plan.transactions);
      setTo(needed);
      await executed(await document('--dry-run', ...flags), ...flags);
      expect(await lamports(authority)).toBeGreaterThan(0n);
    });

    it('makes up the keys that --make-keys would make', async () => {
      for (const file of ['admin.json', 'service-mint.json', 'oracle-keys.json']) rmSync(join(cluster.keyFolder, file));
      const { plan } = await document('--dry-run', '--make-keys', ...flags);
      const unknown = plan.accounts.filter(({ address }) => address === null).map(({ name }) => name);
      expect(unknown).toEqual(['mint of the service token', 'treasury of the service token']);
      expect(plan.payers.filter(({ payer }) => payer === null).length).toBe(1);
      const { stdout } = await deploy('--dry-run', '--make-keys', ...flags);
      expect(stdout).toMatch(/^mint of the service token +\(new, with service-mint\.json\), 171 bytes of Token/m);
      expect(stdout).toMatch(/^transactions 2–\d+ +writing the program into the buffer; up to 2686 bytes each/m);
      expect(() => readFileSync(join(cluster.keyFolder, 'admin.json'))).toThrow('ENOENT');
      const keep = plan.cost.total;
      expect((await document(...flags, '--make-keys', '--dry-run')).plan.cost.total).toBe(keep);
    });

    it.each<[string, number, () => string[]]>([
      ['a program without its key', 7307, () => flags.slice(0, 2)],
      ['a file that is none', 7014, () => ['--program', join(cluster.folder, 'none.so'), ...flags.slice(2)]],
      ['a file that is no program', 7014, () => ['--program', flags[3] as string, ...flags.slice(2)]],
      ['a program that declares another address', 7142, () => ['--program', ORACLE.path, ...flags.slice(2)]],
      ['the other program', 7142, () => [...flags, 'settlement']],
      ['the key of another oracle', 7142, () => [...flags, '--oracle', ORACLE.programId]],
    ])('refuses %s', async (_, number, wrong) => {
      const { code, stdout, stderr } = await deploy('--dry-run', ...wrong());
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(new RegExp(`^error ${number} `));
    });

    it('is of the format that the cluster takes, and says so', async () => {
      const older = join(cluster.folder, 'oracle-v0.so');
      writeFileSync(older, shippedProgramAt(key.address, 'oracle', 0));
      const onlyV0 = ['--dry-run', '--program', older, ...flags.slice(2)];
      expect((await deploy(...onlyV0)).stdout).toMatch(/^format +SBPF v0, /m);
      // Of this package, the newest is taken.
      expect((await deploy('--dry-run', ...flags.slice(2))).stdout).toMatch(/^format +SBPF v3, /m);
      cluster.surf.put(NO_SBPF_V0.id, FEATURE_PROGRAM_ID, Uint8Array.of(1, 7, 0, 0, 0, 0, 0, 0, 0));
      const refused = await deploy(...onlyV0.slice(1));
      expect([refused.code, refused.stdout, sent.size]).toEqual([2, '', 0]);
      expect(refused.stderr).toMatch(/^error 7149 .*SIMD-0500/ms);
      const both = await deploy(...onlyV0, '--program', flags[1] as string);
      expect(both.stdout).toMatch(/^format +SBPF v3, .*^SIMD-0500 +active since slot 7: /ms);
      const told = await deploy(...onlyV0, '--sbpf', '0');
      expect([told.code, told.stdout]).toEqual([0, expect.stringMatching(/^format +SBPF v0, /m)]);
      expect(told.stderr).toContain('SIMD-0500');
      expect((await deploy(...onlyV0, '--sbpf', '3')).stderr).toMatch(/^error 7149 /m);
      expect((await deploy('--dry-run', '--sbpf', '3')).stderr).toMatch(/^error 7307 /m);
    });

    /** Another program at the address; frozen without an authority. */
    async function place(program: Uint8Array, authority: Address | null): Promise<void> {
      const { address } = programDataAddress(key.address);
      const owner = authority === null ? Buffer.alloc(33) : Buffer.concat([Buffer.of(1), addressBytes(authority)]);
      const data = Buffer.concat([Buffer.of(3, 0, 0, 0), Buffer.alloc(8), owner, program]);
      const rent = (size: number) => cluster.surf.connection.getMinimumBalanceForRentExemption(size);
      const account = Buffer.concat([Buffer.of(2, 0, 0, 0), addressBytes(address)]);
      cluster.surf.put(key.address, UPGRADEABLE_LOADER_ID, account, await rent(36));
      cluster.surf.put(address, UPGRADEABLE_LOADER_ID, data, await rent(data.length));
    }

    it('refuses another program at the address, and says how to upgrade it', async () => {
      await place(Buffer.concat([bytes.subarray(0, -1), Buffer.of(7)]), null);
      const { code, stderr } = await deploy('--dry-run', ...flags);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/error 7140 .*--upgrade/s)]);
      const frozen = await deploy('--dry-run', '--upgrade', ...flags);
      expect([frozen.code, frozen.stderr]).toEqual([2, expect.stringMatching(/error 7138 .*no upgrade authority/s)]);
    });

    it.each(['oracle', 'settlement'] as const)('of an upgrade of the %s program is that alone', async (kind) => {
      const plain = readFileSync(join(ROOT, 'tests/programs/artifacts/payout-plain.so'));
      bytes = Buffer.concat([plain, addressBytes(key.address), Buffer.alloc(1_000, 7)]);
      writeFileSync(flags[1] as string, bytes);
      await place(plain, cluster.keys.pair('upgradeAuthority').address);
      // Nothing else is needed.
      for (const file of ['admin.json', 'issuer.json', 'oracle-keys.json']) rmSync(join(cluster.keyFolder, file));
      const how = [...flags, '--upgrade', ...(kind === 'settlement' ? [kind] : [])];
      const dry = await document('--dry-run', ...how);
      expect(dry.steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
        'extension would be made',
        'program buffer would be made',
        'program bytes would be made',
        'program would be upgraded',
      ]);
      expect(dry).toMatchObject({ [kind]: key.address, cluster: { format: expect.stringMatching(/^SBPF v3, /) } });
      if (kind === 'oracle')
        expect((await document('--dry-run', ...flags.slice(0, 2), '--upgrade', '--oracle', key.address)).plan).toEqual(
          dry.plan,
        );
      await executed(dry, ...how);
      const { data } = (await cluster.surf.account(programDataAddress(key.address).address)) ?? {};
      expect(
        Buffer.from(data?.subarray(45) ?? [])
          .subarray(0, bytes.length)
          .equals(bytes),
      ).toBe(true);
    });
  });
});
