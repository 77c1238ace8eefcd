import { expect, test } from 'vitest';
import { labelRooms } from './chartLines.js';

test('a label without room beside the one before it in its lane is hidden, on a phone sooner', () => {
  const goals = ([0, 20, 40, 70, 110, 200] as const).map((ts) => ({ ts, side: 0 as const }));
  const other = { ts: 10, side: 1 as const };
  const rooms = labelRooms([...goals, other], (ts) => ts);
  expect(goals.map((goal) => rooms.get(goal))).toEqual(['free', 'crowded', 'close', 'crowded', 'free', 'free']);
  expect(rooms.get(other)).toBe('free');
});
