import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOT_ATTESTED } from '../../ts/sdk/error/codes/settlement.js';
import { type Ran, start } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { EmbeddedMarket, onTestChain } from '../helpers/service/embeddedMarket.js';
import { until } from '../helpers/service/until.js';
import { surfpool } from '../helpers/surfpool.js';

const none = surfpool() === null;
if (none) leftOut('an attested market: @solana/surfpool-linux-x64-gnu is not installed.');

describe.skipIf(none)('a market that two of three attesters must vouch for', () => {
  let scene: EmbeddedMarket;
  const files: string[] = [];
  const keys: string[] = [];
  const attesters: ReturnType<typeof start>[] = [];

  beforeAll(async () => {
    // Slow at first: the market must be there before the match starts.
    scene = await EmbeddedMarket.start({ speed: 1 });
    for (const name of ['one', 'two', 'three']) {
      const { file, pair } = await scene.wallet(name, { isPoor: true });
      files.push(file);
      keys.push(pair.address);
    }
  });
  afterAll(async () => {
    for (const child of attesters) child.kill('SIGKILL');
    await scene?.stop();
  });

  const [token, payer] = [() => join(scene.folder, 'data/api-token'), () => files[0] ?? ''];
  const done = async (running: Promise<Ran>): Promise<string> => {
    const { code, stdout, stderr } = await running;
    expect(code, stderr + stdout).toBe(0);
    return stdout.trim();
  };

  it('waits for them, and settles while the third is down', { timeout: 500_000 }, async () => {
    const named = keys.flatMap((key) => ['--key', key]);
    const set = await done(scene.run(['attesters', 'create', ...named, '--keypair', payer()], 'chain'));
    const terms = ['--sport', 'soccer', '--where', 'k1 - k2 > 0', '--attesters', set, '--least', '2'];
    const market = await done(
      scene.run([
        ...['market', 'create', '--fixture', String(scene.match.fixtureId), ...terms, '--challenge-window', '21600'],
        // One of three may be silent; unless told, the guard wants half of them.
        ...['--trust-attesters', `${set}:2:1`, '--keypair', payer(), ...onTestChain(['--api-token-file', token()])],
      ]),
    );
    await scene.restart(600);
    const settle = () =>
      scene.run(['market', 'settle', '--market', market, '--keypair', payer(), '--api-token-file', token(), '--json']);
    // The match ends, and no attester vouches.
    await until(async () => JSON.parse((await settle()).stdout).error?.number === NOT_ATTESTED);
    for (const file of files.slice(0, 2)) {
      const words = ['attest', '--set', set, '--keypair', file, '--service', scene.url, '--api-token-file', token()];
      const more = ['--rpc', scene.rpc, '--interval', '1', '--evidence', join(scene.folder, 'evidence')];
      const child = start('ts/cli/main.ts', [...words, ...more]);
      child.stdout.resume();
      attesters.push(child);
    }
    await until(async () => (await settle()).code === 0);
    const shown = JSON.parse(await done(scene.run(['market', 'show', '--market', market, '--json'], 'chain')));
    expect(shown.state).toMatch(/^(Proposed|Final)$/);
    for (const child of attesters) {
      child.kill('SIGTERM');
      expect(await once(child, 'close')).toEqual([0, null]);
    }
  });
});
