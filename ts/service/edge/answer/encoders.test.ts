import { expect, test, vi } from 'vitest';
import { keptEncoders, recordEncoders } from './encoders.js';

test('the text of a record is kept with a kept record, once for each form, and with no other', () => {
  const scores = vi.fn((record: object, form: string, wire: string) => ({ ...record, form, wire }));
  const [kept, other] = [{ FixtureId: 1 }, { FixtureId: 1 }];
  const encoders = keptEncoders({ ...recordEncoders, scores }, (record) => record === kept);
  for (let i = 0; i < 3; i++) {
    expect(encoders.scores(kept, 'snapshot', 'described')).toBe('{"FixtureId":1,"form":"snapshot","wire":"described"}');
    encoders.scores(kept, 'snapshot', 'observed');
  }
  expect(scores).toHaveBeenCalledTimes(2);
  for (let i = 0; i < 3; i++)
    expect(encoders.scores(other, 'snapshot', 'described')).toEqual({ ...other, form: 'snapshot', wire: 'described' });
  expect(scores).toHaveBeenCalledTimes(5);
});
