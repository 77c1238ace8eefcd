import { isAddress } from '@linesman/sdk/program';
import type { Route } from '../../frame/route.js';
import type { ProofQuestion } from './serviceQuestion.js';
import { type Question, sportIn } from './subject.js';

export const NO_QUESTION: Question = {
  ...{ sport: 'soccer', where: '', oracleKey: '', isKeyRecorded: false, format: 'current' },
};

/** The question in a link about the proof that it names. */
export function questionIn({ parameters }: Route): Question {
  const sport = sportIn(parameters.get('sport')) ?? NO_QUESTION.sport;
  return { ...NO_QUESTION, sport, where: parameters.get('where') ?? '' };
}

/** The proof that a link names; null for the page alone. */
export function linkedIn({ parameters }: Route): ProofQuestion | null {
  const sport = sportIn(parameters.get('sport'));
  const [market, packed, result] = ['market', 'p', 'result'].map((name) => parameters.get(name));
  if (isAddress(market)) return { of: 'market', market, sport };
  if (packed) return { of: 'link', packed, sport };
  const fixture = result ?? parameters.get('fixture');
  if (fixture === null || !/^\d{1,9}$/.test(fixture)) return null;
  const seq = parameters.get('seq');
  const keys = parameters.get('keys')?.split(',') ?? [];
  return {
    of: result ? 'result' : 'record',
    fixture: Number(fixture),
    seq: seq !== null && /^\d{1,9}$/.test(seq) ? Number(seq) : null,
    keys: keys.filter((key) => /^\d{1,9}$/.test(key)).map(Number),
    sport,
  };
}
