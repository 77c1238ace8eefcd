import { expect, test } from 'vitest';
import { momentAt } from '../../../../tests/helpers/moments.js';
import { TERMS } from '../../../../tests/helpers/sampleMarket.js';
import { milliseconds } from '../../format/slotTime.js';
import { SPORT_LINES, SPORTS } from '../../format/sports/sports.js';
import type { LineTerms } from './lines.js';
import { handicapTerms, threeWayTerms, totalTerms } from './lines.js';
import { termsInWords } from './termsInWords.js';

test.each(SPORTS)('terms of %s have no words of another sport', (sport) => {
  const start = milliseconds(1_000 * (TERMS.stakesClose + 300));
  const wordsOf = (bet: LineTerms): string =>
    termsInWords(
      { ...TERMS, ...bet, sport },
      {
        mint: { decimals: 6 },
        fixture: { start, teams: ['One', 'Two'], competition: 'Cup', sport, statKeys: 'all', sumsDiffer: false },
        ...{ now: momentAt(TERMS.stakesClose), result: null },
      },
    )
      .map((row) => row.join(' '))
      .join('\n');
  const { draws, total } = SPORT_LINES[sport];
  const words = [handicapTerms(sport, -1), totalTerms(sport, total), ...(draws ? [threeWayTerms(sport)] : [])].map(
    wordsOf,
  );
  for (const text of words) {
    expect(text).toMatch(/^fixture \d+ One - Two, Cup, start \d{4}-.* \(in 5 min\)$/m);
    expect(text).not.toMatch(/\b(kick|tip)-?off|\bdraw/i);
  }
});
