import type { Milliseconds, Odds } from 'linesman/format';
import { Random } from '../random.js';
import type { Scoreline } from './scoreline.js';

export { percentages } from '../../data/record/percentages.js';

/** The operator named in generated odds. */
const BOOKMAKER = { id: 7001, name: 'Linesman House' } as const;

interface Market {
  readonly type: string;
  readonly names: readonly string[];
  readonly line: boolean;
}

const MARKETS: readonly Market[] = [
  { type: '1X2_PARTICIPANT_RESULT', names: ['part1', 'draw', 'part2'], line: false },
  { type: 'ASIANHANDICAP_PARTICIPANT_GOALS', names: ['part1', 'part2'], line: true },
  { type: 'OVERUNDER_PARTICIPANT_GOALS', names: ['over', 'under'], line: true },
];

/** `count` odds updates of a match, starting at `from` (ms) and `spacing` ms apart. One in eight suspends its line. */
export function randomOdds(match: Scoreline, from: number, count: number, spacing = 20_000): Odds[] {
  const random = new Random(`odds/${match.fixtureId}/${from}`);
  const records: Odds[] = [];
  for (let i = 0; i < count; i++) {
    const market = random.pick(MARKETS);
    const suspended = random.onceIn(8);
    const serial = String(random.below(10 ** 6)).padStart(6, '0');
    const head = `${String(random.below(2 ** 32)).padStart(10, '0')}:00003:${serial}`;
    records.push({
      fixtureId: match.fixtureId,
      messageId: `${head}${suspended ? '-N' : ''}-${BOOKMAKER.id}-stab`,
      ts: (from + i * spacing) as Milliseconds,
      bookmaker: BOOKMAKER.name,
      bookmakerId: BOOKMAKER.id,
      superOddsType: market.type,
      gameState: null,
      inRunning: from + i * spacing >= match.startTime,
      marketParameters: market.line ? `line=${random.between(1, 14) / 4}` : null,
      marketPeriod: random.onceIn(3) ? 'half=1' : null,
      // A suspended line has no prices, so it names none.
      priceNames: suspended ? [] : market.names,
      prices: suspended ? [] : market.names.map(() => random.between(1_050, 9_500)),
    });
  }
  return records;
}
