import { type Balances, Bets } from '../settlement/bets.js';
import { AWAY_WINS, allOf, HOME_WINS, type MarketOptions, single, type TestMarket } from '../settlement/market.js';
import { randomOf, type SlowScene } from './slowScene.js';

const STAKERS = 8;
/** Different stakers of a market. */
const POSITIONS = 5;

/**
 * Many markets of one match that home wins 2:1: a tenth with three outcomes, a fiftieth that ask for a signature, a
 * tenth about the first half, the rest about who wins. Five stakes each.
 */
export class ManyMarkets extends Bets {
  private readonly markets: TestMarket[] = [];

  static async create(scene: SlowScene, count: number, seed: number): Promise<ManyMarkets> {
    scene.play({ totals: { 1: 2, 2: 1, 7: 4, 8: 3 } });
    const random = randomOf(seed);
    const below = (limit: number): number => Math.floor(random() * limit);
    const many = new ManyMarkets(scene.test, STAKERS);
    for (let i = 0; i < count; i++) {
      const terms = { ...termsOf(i, scene.key.publicKey), challengeWindow: 0 };
      const { pool } = await many.add(terms, POSITIONS, below, (options, stakes) => scene.market(options, stakes));
      many.markets.push(pool);
    }
    return many;
  }

  get positions(): number {
    return this.bets.length * POSITIONS;
  }

  /** The markets that are not final. */
  async unsettled(): Promise<number> {
    const states = await Promise.all(this.markets.map(async (market) => (await market.read()).state));
    return states.filter((state) => state !== 'Final').length;
  }

  /** What is due: the first outcome of each market wins. */
  due(): Balances {
    return this.dueBy(() => 0);
  }
}

function termsOf(i: number, signer: Uint8Array): MarketOptions {
  if (i % 10 === 0) return { outcomes: [HOME_WINS, AWAY_WINS] };
  if (i % 50 === 1) return { finality: 'signed-final', signer };
  if (i % 10 === 2) return { finality: 'half-time', statKeys: [1001], outcomes: [allOf(single(0, 'greaterThan', -1))] };
  return {};
}
