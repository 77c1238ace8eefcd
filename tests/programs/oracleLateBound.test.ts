import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EpochDay, SlotIndex } from '../../ts/sdk/format/slotTime.js';
import { oracleConfigAccount } from '../../ts/sdk/program/account/oracleConfig.js';
import { insertScoresRootInstruction } from '../../ts/sdk/program/oracle/insertRootInstructions.js';
import { updateConfig } from '../../ts/sdk/program/oracle/instructions.js';
import { changeLateBound, isRootLate, type LateBound } from '../../ts/sdk/program/oracle/lateBound.js';
import { UNCHANGED_CONFIG } from '../../ts/sdk/program/wire/configParameters.js';
import type { LiteBank } from '../helpers/liteBank.js';
import { CONFIG, ORACLE, putConfig, ROLES, startOracle } from '../helpers/oracleBank.js';

/** A root is late by the strictest bound in force since its slot ended, whatever the bound is now. */

const { admin, publisher } = ROLES;
const oracle = ORACLE.programId;
const DAY = 20_700;
const SLOT = 100;
const END = DAY * 86_400 + (SLOT + 1) * 300;
const SIX_HOURS = 21_600;
const WEEK = 604_800;

const bound = (lateAfter: number) =>
  updateConfig.build(
    oracle,
    { admin: admin.address, config: CONFIG.address },
    { update: { ...UNCHANGED_CONFIG, lateAfter } },
  );
const insert = (slot = SLOT) => {
  const time = { epochDay: DAY as EpochDay, slot: slot as SlotIndex };
  return insertScoresRootInstruction(oracle, publisher.address, time, new Uint8Array(32).fill(7) as never);
};

let bank: LiteBank;
beforeEach(async () => {
  bank = await startOracle();
  putConfig(bank, { lateAfter: SIX_HOURS });
});

const config = async (): Promise<LateBound> => {
  const account = await bank.account(CONFIG.address);
  const { lateAfter, before, changed } = oracleConfigAccount.decode(account?.data ?? new Uint8Array());
  return { lateAfter, before, changed };
};

describe('a bound that is raised opens no slot that has ended', () => {
  beforeEach(() => bank.setTime(END + 5 * 86_400));

  it('in one transaction, and lowered again', async () => {
    const raised = await bank.send([bound(WEEK), insert(), bound(SIX_HOURS)], [admin, publisher]);
    expect(raised).toMatchObject({ error: 6105 });
    // Two changes before it are no way around, nor are three.
    for (const more of [[700], [700, 800], [WEEK - 1, 600]]) {
      const changes = [...more, WEEK].map(bound);
      expect(await bank.send([...changes, insert()], [admin, publisher])).toMatchObject({ error: 6105 });
    }
  });

  it('in transactions of their own, also later', async () => {
    expect(await bank.send([bound(WEEK)], [admin])).toMatchObject({ failure: null });
    expect(await config()).toEqual({ lateAfter: WEEK, before: SIX_HOURS, changed: END + 5 * 86_400 });
    for (const later of [0, 1, 86_400]) {
      await bank.setTime(END + 5 * 86_400 + later);
      expect(await bank.send([insert()], [publisher])).toMatchObject({ error: 6105 });
      expect(await bank.send([bound(WEEK - 1 - later)], [admin])).toMatchObject({ failure: null });
    }
  });
});

it('a slot that ends in the second of a change keeps the bound before, one that ends after it does not', async () => {
  for (const [slot, error] of [
    [SLOT, 6105],
    [SLOT + 1, null],
  ] as const) {
    putConfig(bank, { lateAfter: WEEK, before: SIX_HOURS, changed: END });
    await bank.setTime(END + SIX_HOURS + 301);
    expect(await bank.send([insert(slot)], [publisher])).toMatchObject({ error });
  }
});

it('changes and judges as the rule of readers, at any times', async () => {
  const wait = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: WEEK }));
  const step = fc.tuple(wait, fc.constantFrom(600, 900, SIX_HOURS, WEEK));
  const steps = fc.array(step, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(287), wait, async (changes, slot, last) => {
      bank = await startOracle();
      putConfig(bank, { lateAfter: 0 });
      let expected: LateBound = { lateAfter: 0, before: 0, changed: 0 };
      // The first change is between the slots of the day.
      let now = DAY * 86_400 + 43_200;
      for (const [after, next] of changes) {
        now += after;
        expected = changeLateBound(expected, next, now);
        await bank.setTime(now);
        expect(await bank.send([bound(next)], [admin])).toMatchObject({ failure: null });
        expect(await config()).toEqual(expected);
      }
      const end = DAY * 86_400 + (slot + 1) * 300;
      now = Math.max(now, end) + last;
      await bank.setTime(now);
      const { error } = await bank.send([insert(slot)], [publisher]);
      expect(error).toBe(isRootLate(expected, end, now) ? 6105 : null);
    }),
    { numRuns: 60, seed: 51 },
  );
});
