import { EXIT, json, showTable, type Terminal } from '@linesman/cli';
import { ACCOUNT_NOT_FOUND, fail } from '@linesman/sdk/error';
import { chainMoment, fetchResult, resultAddress } from '@linesman/sdk/program';
import { MarketSession } from '../market/marketSession.js';
import { resultJson, resultRows } from './describeResult.js';
import type { ShowFlags } from './show.js';
import { subjectOf } from './subjectOf.js';

/** Shows a result. Returns the exit code. */
export async function runShow(flags: ShowFlags, terminal: Terminal): Promise<number> {
  const session = new MarketSession(flags, terminal);
  const { chain, programs } = session;
  const subject = await subjectOf(flags, session);
  const { address } = resultAddress(subject, programs.settlement);
  const [result, now] = await Promise.all([fetchResult(chain, programs, subject), chainMoment(chain)]);
  if (result === null) return fail(ACCOUNT_NOT_FOUND, { what: 'result', address });
  if (flags.json) terminal.out(json(resultJson(address, result, now)));
  else showTable(terminal, resultRows(address, result, now));
  return EXIT.valid;
}
