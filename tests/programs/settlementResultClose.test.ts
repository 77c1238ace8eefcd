import { beforeEach, describe, expect, it } from 'vitest';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { eventsOf } from '../helpers/settlement/events.js';
import { FIXTURE, FULL_TIME, TestMarket } from '../helpers/settlement/market.js';
import { RESULT_AT, resultSize, TestResult } from '../helpers/settlement/result.js';
import { unsignedBy } from '../helpers/settlement/roles.js';
import { DAY, final, World } from '../helpers/world/world.js';

/** `close_result`: the permitted caller, the time, and the remaining accounts. */

const KEPT = 180 * DAY;

const { chain, oracle } = new World({ time: FULL_TIME }).each();
let result: TestResult;

beforeEach(async () => {
  result = new TestResult(chain);
});

const publish = (time = FULL_TIME, home = 2) => oracle.publish(FIXTURE, time, [final(home, 1)]);
const balance = async (): Promise<number> => (await chain.account(result.payer.address))?.lamports ?? 0;

describe('close_result', () => {
  it('returns the rent to the payer, whoever let the account grow, and leaves nothing', async () => {
    const bert = chain.fundedKeypair();
    const before = await balance();
    ok(await result.post(publish().v2([1])));
    ok(await result.post(publish().v2([2, 7]), null, {}, bert));
    const rent = await chain.bank.rent(resultSize(3));
    await chain.setTime(FULL_TIME + KEPT);
    const closed = ok(await result.close());
    expect(eventsOf(closed)).toEqual([{ name: 'ResultClosed', result: result.address }]);
    expect(await result.bytes()).toBeNull();
    expect(await result.lamports()).toBe(0);
    // Growth was a gift to the maker of the account.
    expect(await balance()).toBe(before - (await chain.bank.rent(resultSize(1))) + rent);
    expect(refusal(await result.close())).toBe(3012);
  });

  it('6258 not before 180 days after its latest fact, to the second', async () => {
    const slot = publish();
    ok(await result.post(slot.v2([1])));
    await chain.setTime(FULL_TIME + 40);
    ok(await result.post(slot.v2([2])));
    // A fact that keeps its time, and one of an event that was replaced, count like the others.
    await chain.setTime(FULL_TIME + 90);
    ok(await result.post(slot.v2([2])));
    ok(await result.post(publish(FULL_TIME + 300, 2).v2([1])));
    expect((await result.facts()).map(([, , since, current]) => [since - FULL_TIME, current])).toEqual([
      [0, true],
      [40, false],
    ]);
    await chain.setTime(FULL_TIME + 40 + KEPT - 1);
    const bytes = await result.bytes();
    expect(refusal(await result.close())).toBe(6258);
    expect(await result.bytes()).toEqual(bytes);
    await chain.setTime(FULL_TIME + 40 + KEPT);
    ok(await result.close());
  });

  it('6259 by the payer only', async () => {
    const bert = chain.fundedKeypair();
    ok(await result.post(publish().v2([1])));
    ok(await result.post(publish().v2([2]), null, {}, bert));
    await chain.setTime(FULL_TIME + KEPT);
    for (const other of [bert, chain.fundedKeypair()])
      expect(refusal(await result.close({ payer: other.address }, [other]))).toBe(6259);
    expect(refusal(await chain.send([unsignedBy(result.closeInstruction())]))).toBe(3010);
    ok(await result.close());
  });

  it('6258 at the latest 270 days after the event: one new key at a time does not put it off for ever', async () => {
    const slot = oracle.publish(FIXTURE, FULL_TIME + 0.25, [final()]);
    ok(await result.post(slot.v2([1])));
    for (const [i, key] of [2, 7, 8].entries()) {
      await chain.setTime(FULL_TIME + (90 + 80 * i) * DAY);
      ok(await result.post(slot.v2([key]), slot.leaf(1)));
    }
    // The last fact is 20 days old.
    const end = FULL_TIME + 270 * DAY;
    await chain.setTime(end);
    expect(refusal(await result.close())).toBe(6258);
    await chain.setTime(end + 1);
    ok(await result.close());
    for (const key of [1, 2]) expect(refusal(await result.post(slot.v2([key])))).toBe(6254);
  });

  it('6258 not while its event could make the account again, however old its facts', async () => {
    ok(await result.post(publish().v2([1])));
    const time = FULL_TIME + 120 * DAY;
    await chain.setTime(time);
    const late = publish(time);
    ok(await result.post(late.v2([1])));
    expect(await result.facts()).toEqual([[1, 2, FULL_TIME, true]]);
    await chain.setTime(time + 90 * DAY);
    expect(refusal(await result.close())).toBe(6258);
    await chain.setTime(time + 90 * DAY + 1);
    ok(await result.close());
    expect(refusal(await result.post(late.v2([1])))).toBe(6254);
  });

  it('also of a contradicted result', async () => {
    ok(await result.post(publish().v2([1])));
    await result.overwrite((data) => void data.writeUInt8(1, RESULT_AT.contradicted));
    expect(refusal(await result.close())).toBe(6258);
    await chain.setTime(FULL_TIME + KEPT);
    ok(await result.close());
  });

  it('leaves no event that could be posted again', async () => {
    const last = publish();
    // The latest post that makes it.
    await chain.setTime(FULL_TIME + 90 * DAY);
    ok(await result.post(last.v2([1])));
    await chain.setTime(FULL_TIME + 90 * DAY + KEPT);
    ok(await result.close());
    expect(refusal(await result.post(last.v2([1])))).toBe(6254);
    expect(await result.bytes()).toBeNull();
  });

  it('lets nobody settle with what is gone, even in one transaction', async () => {
    await chain.setTime(FULL_TIME - DAY);
    const market = await TestMarket.create(chain, { stakesClose: FULL_TIME, voidAfter: FULL_TIME + 20 * DAY });
    await chain.setTime(FULL_TIME);
    ok(await result.post(publish().v2([1, 2])));
    await chain.setTime(FULL_TIME + KEPT);
    const both = [result.closeInstruction(), result.settleManyInstruction([market])];
    expect(refusal(await chain.send(both, [result.payer]))).toBe(3007);
    ok(await chain.send([...both].reverse(), [result.payer]));
    expect((await market.read()).state).toBe('Final');
    expect(await result.bytes()).toBeNull();
  });

  it('6252, 6251 only what lies at its own address and has the known layout', async () => {
    ok(await result.post(publish().v2([1])));
    await chain.setTime(FULL_TIME + KEPT);
    const account = await chain.account(result.address);
    const copy = chain.address();
    chain.setAccount(copy, LOCALNET_PROGRAM_IDS.settlement, account?.data ?? new Uint8Array(0));
    expect(refusal(await result.close({ result: copy }))).toBe(6252);
    for (const version of [1, 3]) {
      await result.overwrite((data) => void data.writeUInt8(version, RESULT_AT.version));
      expect(refusal(await result.close())).toBe(6251);
    }
  });

  it('a result can be made again for a later event, with its facts only', async () => {
    ok(await result.post(publish().v2([1, 2])));
    await chain.setTime(FULL_TIME + KEPT);
    ok(await result.close());
    const anna = chain.fundedKeypair();
    ok(await result.post(publish(FULL_TIME + KEPT, 4).v2([1]), null, {}, anna));
    expect(await result.facts()).toEqual([[1, 4, FULL_TIME + KEPT, true]]);
    expect((await result.read()).payer).toBe(anna.address);
  });
});
