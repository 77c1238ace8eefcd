import type { EmbeddedChain } from '../../../ts/service/roots/chain/embeddedChain.js';
import { until } from './until.js';

/** Moves the clock of an embedded chain to a time (ms), and waits until it shows it: a busy chain does so later. */
export async function chainReaches(chain: Pick<EmbeddedChain, 'setTime' | 'time'>, time: number): Promise<void> {
  await chain.setTime(time);
  await until(async () => (await chain.time()) >= Math.floor(time / 1_000));
}
