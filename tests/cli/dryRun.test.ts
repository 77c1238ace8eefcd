import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { linesman, type Ran } from '../helpers/cli.js';
import { commandsWith } from '../helpers/commandTree.js';
import { leftOut } from '../helpers/leftOut.js';
import { EmbeddedMarket, onTestChain } from '../helpers/service/embeddedMarket.js';
import { RpcProxy } from '../helpers/service/rpcProxy.js';
import { surfpool } from '../helpers/surfpool.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const none = surfpool() === null;
if (none) leftOut('every command with --dry-run: @solana/surfpool-linux-x64-gnu is not installed.');

/** RPC methods that change a chain. */
const CHANGES = ['sendTransaction', 'requestAirdrop'];

describe.skipIf(none)('--dry-run', () => {
  let scene: EmbeddedMarket;
  let proxy: RpcProxy;
  const folder = temporaryFolder('dry-run');
  let calls: Record<string, readonly string[]>;
  const asked: string[] = [];
  beforeAll(async () => {
    scene = await EmbeddedMarket.start({ speed: 1 });
    proxy = await RpcProxy.start(scene.rpc);
    proxy.react = (call) => {
      asked.push(call.method);
      return call.forward();
    };
    const { file, pair } = await scene.wallet('ann');
    const { config, folder: data } = scene.service;
    const chain = ['--rpc', proxy.url];
    const wallet = [...chain, '--keypair', file];
    const known = ['--service', scene.url, '--api-token-file', data.apiToken];
    const terms = ['--fixture', String(scene.match.fixtureId), '--sport', 'soccer', '--where', 'k1 > 0'];
    const make = await linesman(['market', 'create', ...wallet, ...known, ...onTestChain(terms)]);
    expect(make.code, make.stderr).toBe(0);
    const market = ['--market', make.stdout.trim()];
    const ben = (await scene.wallet('ben')).pair.address;
    const set = await linesman(['attesters', 'create', ...wallet, '--key', pair.address]);
    expect(set.code, set.stderr).toBe(0);
    calls = {
      keeper: ['--once', ...wallet, ...known, '--ws', scene.service.chain.wsUrl],
      attest: ['--once', ...wallet, ...known, '--set', set.stdout.trim(), '--evidence', join(folder, 'evidence')],
      'attesters create': [...wallet, '--key', pair.address, '--key', ben, '--id', '7'],
      'publish-late': [
        ...[...chain, '--publisher', file, '--admin', data.keys.pathOf('admin')],
        ...['--store', join(folder, 'store')],
      ],
      deploy: [...chain, '--keys', join(scene.folder, 'data', 'keys')],
      configure: [...chain, '--admin', data.keys.pathOf('admin'), '--propose-admin', ben],
      'upgrade-authority': [
        LOCALNET_PROGRAM_IDS.oracle,
        ...chain,
        '--authority',
        data.keys.pathOf('upgradeAuthority'),
        '--to-address',
        ben,
      ],
      migrate: ['--store', join(folder, 'store')],
      buy: ['10', '--service', scene.url, ...wallet],
      'wallet fund': [...wallet, '--data', join(scene.folder, 'data')],
      'wallet send': ['0.5', '--to', ben, ...wallet],
      subscribe: ['--level', '1', '--weeks', '4', '--service', scene.url, ...wallet, '--token-file', join(folder, 't')],
      'credits buy': ['1', ...wallet],
      'market create': [...wallet, ...known, ...onTestChain(terms)],
      'market stake': [...wallet, ...known, ...onTestChain([...market, '--outcome', 'yes', '--amount', '1'])],
      'market settle': [...wallet, ...known, ...market],
      'market claim': [...wallet, ...market],
      'market finalise': [...wallet, ...market],
      'market void': [...wallet, ...market],
      'market close': [...wallet, ...market],
      'result post': [
        ...wallet,
        ...known,
        '--fixture',
        String(scene.match.fixtureId),
        '--sport',
        'soccer',
        '--keys',
        '1,2',
      ],
    };
    expect(config.admin).not.toBe(pair.address);
  });
  afterAll(async () => {
    await proxy?.stop();
    await scene?.stop();
  });

  /** Commands that succeed here; the others are refused with and without --dry-run. */
  const POSSIBLE = [
    'keeper',
    'attest',
    'attesters create',
    'deploy',
    'upgrade-authority',
    'configure',
    'buy',
    'wallet fund',
    'wallet send',
    'market create',
    'market stake',
  ];

  const commands = commandsWith('--dry-run').map(({ words }) => words.join(' '));
  it('is tested for every command that has it', () => {
    expect(Object.keys(calls).sort()).toEqual([...commands].sort());
  });

  it.each(commands)('%s sends and writes nothing', async (command) => {
    const files = (): string => readdirSync(folder, { recursive: true }).sort().join('\n');
    const keys = join(scene.folder, 'data', 'keys');
    const kept = (): string =>
      readdirSync(keys)
        .map((name) => readFileSync(join(keys, name), 'utf8'))
        .join('\n');
    const before = [files(), kept()];
    asked.length = 0;
    const run = (...more: string[]): Promise<Ran> =>
      linesman([...command.split(' '), ...(calls[command] ?? []), '--dry-run', ...more]);
    const { code, stdout, stderr } = await run();
    if (POSSIBLE.includes(command)) expect(code, stderr).toBe(0);
    const isLog = ['keeper', 'attest'].includes(command);
    // A database has no cluster, that oracle is complete, and there is no store with late roots.
    if (isLog) expect(stdout).toMatch(/ started (?:payer|attester)=\w+ (?:.* )?cluster=/);
    else if (!['migrate', 'deploy', 'publish-late'].includes(command))
      expect(stderr).toMatch(/^payer {4}\w{32,44}\ncluster {2}http:\/\/127\.0\.0\.1:\d+\n/m);
    // These log a line per event.
    if (!isLog) JSON.parse((await run('--json')).stdout);
    expect(asked.filter((method) => CHANGES.includes(method))).toEqual([]);
    expect([files(), kept()]).toEqual(before);
  });
});
