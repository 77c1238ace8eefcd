import { ODDS_MARKETS, type OddsMarket } from '@linesman/records';
import type { Odds } from '@linesman/sdk/format';
import { oddsUpdate } from '../../../ts/season/oddsUpdate.js';
import { Random } from '../../../ts/season/random.js';
import type { Scoreline } from './scoreline.js';

const MARKETS = Object.keys(ODDS_MARKETS) as OddsMarket[];

/**
 * `count` odds updates of a match, starting at `from` (ms) and `spacing` ms apart. The prices of an update do not fit
 * each other, as those of a feed do. One in eight suspends its line.
 */
export function randomOdds(match: Scoreline, from: number, count: number, spacing = 20_000): Odds[] {
  const { fixtureId, startTime } = match;
  const random = new Random(`odds/${fixtureId}/${from}`);
  const records: Odds[] = [];
  for (let i = 0; i < count; i++) {
    const market = random.pick(MARKETS);
    const isSuspended = random.onceIn(8);
    const serial = String(random.below(10 ** 6)).padStart(6, '0');
    const head = `${String(random.below(2 ** 32)).padStart(10, '0')}:00003:${serial}`;
    const hasLine = market !== '1X2_PARTICIPANT_RESULT';
    records.push(
      oddsUpdate({
        fixtureId,
        startTime,
        message: `${head}${isSuspended ? '-N' : ''}`,
        ts: from + i * spacing,
        market,
        parameters: hasLine ? `line=${random.between(1, 14) / 4}` : null,
        period: random.onceIn(3) ? 'half=1' : null,
        prices: isSuspended ? [] : ODDS_MARKETS[market].map(() => random.between(1_050, 9_500)),
      }),
    );
  }
  return records;
}
