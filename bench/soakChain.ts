import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { linesman } from '../tests/helpers/cli.js';
import { Cluster } from '../tests/helpers/service/cluster.js';
import { chainTime } from '../ts/sdk/program/account/chainTime.js';
import { accountReader } from '../ts/sdk/rpc/accountReader.js';

/** What the roles of a soak need to know of their chain. */
export interface SoakChain {
  readonly url: string;
  /** Data folder of the roles, with their keys. */
  readonly folder: string;
  /** Key pair of the attester, the only one in the set. */
  readonly attester: string;
  readonly set: string;
}

async function run(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await linesman(words);
  if (code !== 0) throw new Error(`linesman ${words.join(' ')}: ${stderr}`);
  return stdout.trim();
}

/** Runs the embedded chain with a deployed oracle and a set of attesters, in a process whose memory is measured. */
process.once('message', async () => {
  const cluster = await Cluster.start();
  process.once('disconnect', () => {
    cluster.stop();
    process.exit();
  });
  const { url, folder, keyFolder, keys } = cluster;
  await run('deploy', '--rpc', url, '--keys', keyFolder);
  const attester = join(keyFolder, 'issuer.json');
  const key = keys.pair('issuer').address;
  const set = await run('attesters', 'create', '--key', key, '--keypair', attester, '--rpc', url);
  // Alone, its clock stands still, and roots and attestations wait for it. It cannot go back: a deployment has set it
  // ahead by as many seconds as it needed.
  const node = accountReader(url);
  const follow = async (): Promise<void> => {
    for (;;) {
      const now = Math.floor(Date.now() / 1_000);
      if ((await chainTime(node)) < now) await cluster.surf.travel(now);
      await setTimeout(1_000);
    }
  };
  void follow();
  process.send?.({ url, folder, attester, set } satisfies SoakChain);
});
