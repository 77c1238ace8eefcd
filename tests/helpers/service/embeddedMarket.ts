import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import type { ScheduledMatch } from '../../../ts/season/calendar/season.js';
import { type EmbeddedService, startEmbedded } from '../../../ts/service/serve/embedded.js';
import { giveStablecoins, PURSE } from '../../../ts/service/serve/firstCustomer.js';
import { linesman, type Ran } from '../cli.js';

const MINUTE = 60_000;

/**
 * `market create` or `stake` on an embedded chain: no bound, programs that whoever started it can replace, and its own
 * time.
 */
export function onTestChain(words: readonly string[]): string[] {
  const at = words.indexOf('--accept') + 1;
  return at === 0 ? [...words, '--accept', '7163,7164,7247'] : words.with(at, `${words[at]},7163,7164,7247`);
}

/** An embedded service in its own folder, and funded wallets for it. */
export class EmbeddedMarket {
  private constructor(
    readonly folder: string,
    private running: EmbeddedService,
  ) {}

  static async start({ speed = 60 } = {}): Promise<EmbeddedMarket> {
    const folder = mkdtempSync(join(tmpdir(), 'linesman-embedded-'));
    try {
      return new EmbeddedMarket(folder, await startIn(folder, speed));
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  get service(): EmbeddedService {
    return this.running;
  }

  /** Restarts at another speed on other ports. */
  async restart(speed: number): Promise<void> {
    await this.running.stop();
    this.running = await startIn(this.folder, speed);
  }

  async stop(): Promise<void> {
    await this.running.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * A normal soccer match that kicks off later than all tests of a file may take at speed 1, so that a slow machine is
   * never too late for a stake.
   */
  get match(): ScheduledMatch {
    const { season } = this.service;
    const from = season.start + 30 * MINUTE;
    const found = season
      .schedule(from, from + 180 * MINUTE)
      .find(({ sport, script }) => sport === 'soccer' && script === 'normal');
    if (!found) throw new Error('the season has no such match');
    return found;
  }

  get rpc(): string {
    return this.service.chain.rpcUrl;
  }

  get url(): string {
    return this.service.service.url;
  }

  /** Creates a wallet with lamports and a million stablecoins. Returns its key file. `isPoor`: lamports only. */
  async wallet(name: string, { isPoor = false } = {}): Promise<{ readonly file: string; readonly pair: KeyPair }> {
    const pair = KeyPair.generate();
    const file = this.file(`${name}.json`, JSON.stringify([...pair.secretKey]));
    const { chain, config, folder } = this.service;
    chain.fund(pair.address);
    if (!isPoor)
      await giveStablecoins(
        {
          chain: chain.node,
          programs: chain.programs,
          config,
          issuer: folder.keys.pair('issuer'),
          sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        },
        pair.address,
        PURSE,
      );
    return { file, pair };
  }

  /** A file that only its owner may read. */
  file(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  }

  /** Runs the command line with the addresses of this chain and, if asked for, of this service. */
  run(args: readonly string[], needs: 'chain' | 'both' = 'both'): Promise<Ran> {
    return linesman([...args, '--rpc', this.rpc, ...(needs === 'both' ? ['--service', this.url] : [])]);
  }
}

const startIn = (folder: string, speed: number): Promise<EmbeddedService> =>
  startEmbedded({
    data: join(folder, 'data'),
    host: '127.0.0.1',
    port: 0,
    rpcPort: 0,
    speed,
    seed: 'customers',
    // A tenth of the records: the world may then run fast on a slow machine.
    tempo: 0.1,
    wire: 'described',
    requestsPerSecond: 1_000,
    log: false,
    onFailure: () => {},
  });
