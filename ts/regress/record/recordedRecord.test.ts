import { expect, it } from 'vitest';
import { recordedHeartbeat } from './recordedRecord.js';

it.each([1_784_148_592, 1_784_148_592_000, 0])('reads the time of a heartbeat in seconds and in ms: %d', (Ts) => {
  expect(recordedHeartbeat(JSON.stringify({ Ts }))).toEqual({ time: Ts === 0 ? 0 : 1_784_148_592_000, gap: null });
});
