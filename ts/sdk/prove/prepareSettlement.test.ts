import { describe, expect, test } from 'vitest';
import { momentAt } from '../../../tests/helpers/moments.js';
import { key, openMarket, TERMS } from '../../../tests/helpers/sampleMarket.js';
import { FINAL, FINAL_RECORD, proofOf, SCORES_ACCOUNT } from '../../../tests/helpers/sampleSlot.js';
import type { Sport } from '../format/sports/sports.js';
import { bufferAddress } from '../program/address/settlement.js';
import { LOCALNET_PROGRAM_IDS as programs } from '../program/programId.js';
import { bufferIdOf } from '../program/settlement/bufferId.js';
import { settle } from '../program/settlement/instructions.js';
import { settleArgs } from '../program/settlement/settleInstructions.js';
import type { MarketTerms } from '../program/wire/terms.js';
import { prepareSettlement } from './prepareSettlement.js';

const MARKET = key(3);
const PAYER = key(4);
const BUFFER = bufferAddress(PAYER, bufferIdOf(MARKET), programs.settlement).address;
const sourceOf = (record: typeof FINAL_RECORD) => ({
  latest: async () => [record],
  history: async () => [],
  prove: async ({ version, keys }: { readonly version: 1 | 2 | 3 | 4; readonly keys: number[] }) =>
    proofOf(version, { ...FINAL, keys }),
});
const chain = {
  account: async (at: string) => (at === BUFFER ? null : { owner: programs.oracle, data: SCORES_ACCOUNT }),
};
const LATER = TERMS.earliest + 60;

/** The number of requests for the sport. */
let asked: number;
function prepare(
  about: Parameters<typeof openMarket>[1] = {},
  {
    now = LATER,
    sport = 'soccer',
    terms = TERMS,
    record = FINAL_RECORD,
  }: {
    readonly now?: number;
    readonly sport?: Sport | null;
    readonly terms?: MarketTerms;
    readonly record?: typeof FINAL_RECORD;
  } = {},
) {
  asked = 0;
  const mint = { address: TERMS.mint, tokenProgram: key(6), decimals: 6 };
  const found = { address: MARKET, market: openMarket(terms, about), mint, now: momentAt(now) };
  const fixtureSport = async () => {
    asked++;
    return sport;
  };
  const action = { programs, found, source: sourceOf(record) as never, payer: PAYER, fixtureSport };
  return prepareSettlement({ ...action, chain: chain as never });
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ number, message, hint }: { number: number; message: string; hint: string }) => ({ number, message, hint }),
  );

describe('settling', () => {
  test('takes the latest proof that decides, in the cheapest form', async () => {
    const { seq, action, settlement, form, transactions } = await prepare();
    expect([seq, action, settlement.outcome]).toEqual([7, 'settle', 0]);
    expect(transactions.map(({ step }) => step)).toEqual(['settle']);
    expect(form.form).not.toBe('buffer');
  });

  test('sends the only present stat of the record along when those of the market are zero', async () => {
    const stats = new Map([...FINAL_RECORD.stats].filter(([each]) => each < 7));
    expect([...stats]).toEqual([
      [1, 2],
      [2, 0],
    ]);
    const terms = { ...TERMS, statKeys: [2] };
    const { settlement, transactions } = await prepare({}, { terms, record: { ...FINAL_RECORD, stats } });
    expect(settlement.witness?.stat).toMatchObject({ key: 1, value: 2 });
    const sent = transactions.flatMap(({ instructions }) => instructions.map(({ data }) => data));
    expect(sent).toContainEqual(settle.encode(settleArgs({ ...settlement, form: 'compact' })));
  });

  test('corrects a proposal that is older, and contradicts one of the same update', async () => {
    const { settlement } = await prepare();
    const proposed = (orderKey: bigint) => ({
      state: 'Proposed' as const,
      proposal: { outcome: 1, orderKey, since: momentAt(LATER), void: false },
    });
    expect((await prepare(proposed(settlement.orderKey - 1n))).action).toBe('correct');
    expect((await prepare(proposed(settlement.orderKey))).action).toBe('contradict');
    const newer = await refusal(prepare(proposed(settlement.orderKey + 1n)));
    expect(newer?.number).toBe(7025);
  });

  test('is refused by the layout of another sport', async () => {
    expect((await refusal(prepare({}, { sport: 'basketball' })))?.number).toBe(7160);
    expect(await refusal(prepare({}, { sport: null }))).toBeNull();
  });

  test('is refused before the times of the market, and once it is decided, without asking anybody', async () => {
    const early = await refusal(prepare({}, { now: TERMS.earliest - 30 }));
    expect([early?.number, early?.message, asked]).toEqual([6215, expect.stringContaining('(in 30 s)'), 0]);
    // The hint does not name the close of stakes, which may be past, because `earliest` may be later.
    expect(early?.hint).toBe('Wait until then.');
    const decided = await refusal(prepare({ state: 'Final' }));
    expect([decided?.number, decided?.message, asked]).toEqual([6211, expect.stringContaining('Final: 0 yes'), 0]);
  });
});
