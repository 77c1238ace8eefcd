import { expect, it } from 'vitest';
import { runRounds } from './model/rounds.js';

const SEED = 20_261_201;
const ACTIONS = 30_000;

/** The answers of instructions that take a market or a parlay and must have met all of them with both. */
const ofPools = (answers: Readonly<Record<string, readonly (number | string)[]>>) =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([name, list]) => ['market', 'parlay'].map((kind) => [`${name} ${kind}`, list])),
  );

/** Every answer that the random actions must have met; without them the run proves less than it claims. */
const ANSWERS: Readonly<Record<string, readonly (number | string)[]>> = {
  create: ['ok', 0, 3005, 6106, 6200, 6201, 6202, 6203, 6204, 6205, 6206, 6207, 6208, 6209, 6231, 6232],
  create_from_buffer: ['ok', 0, 102, 3012, 6204, 6208, 6209, 6243, 6244],
  settle: ['ok', 3012, 6023, 6073, 6074, 6081, 6107, 6211, 6215, 6216, 6217, 6218, 6219, 6220, 6221, 6222, 6263],
  settle_compact: ['ok', 3012, 6004, 6074, 6103, 6107, 6211, 6215, 6216, 6219, 6220, 6221, 6222],
  settle_from_buffer: ['ok', 102, 3002, 3007, 3012, 6004, 6211, 6215, 6216, 6217, 6218, 6219, 6222, 6243],
  propose_void: ['ok', 3012, 6103, 6107, 6263, 6211, 6215, 6216, 6217, 6240, 6241],
  finalise: ['ok', 3012, 6223, 6224],
  post_result: ['ok', 6004, 6023, 6073, 6074, 6103, 6107, 6200, 6203, 6217, 6219, 6220, 6222, 6255, 6263],
  settle_many: ['ok', 3007, 6256],
  attest: ['ok', 6007, 6013, 6109, 6111],
  close_attestation: [3012, 6015, 6112],
  finalise_many: ['ok', 6256],
  contradiction: ['settle>void', 'settle_many>void'],
  close_result: [3012, 6258, 6259],
  create_parlay: ['ok', 0, 2000, 3005, 3007, 6204, 6205, 6206, 6208, 6209, 6211, 6214, 6231, 6232, 6245, 6246],
  settle_parlay: ['ok', 3012, 6246, 6247, 6248],
  ...ofPools({
    stake: ['ok', 1, 4, 17, 3012, 6208, 6210, 6211, 6212, 6213, 6214],
    claim: ['ok', 17, 3012, 6226, 6228],
  }),
  // A parlay's terms have no maximum of their own.
  'stake market': ['ok', 1, 4, 17, 3012, 6208, 6210, 6211, 6212, 6213, 6214, 6236],
  'void market': ['ok', 3012, 6211, 6225],
  'void parlay': ['ok', 3012, 6211, 6249],
  'sweep market': ['ok', 17, 36, 3012, 6209, 6226],
  'sweep parlay': ['ok', 3012, 6209, 6226],
  'close market': ['ok', 3012, 6226, 6227, 6233],
  'close parlay': ['ok', 3012, 6226, 6227, 6233, 6249],
  buffer_create: ['ok', 0, 6242],
  buffer_write: ['ok', 3012, 6242, 6244],
  buffer_close: ['ok', 3012, 6244],
  gift: ['ok'],
  wait: ['ok'],
  freeze: ['ok'],
  leave: ['ok'],
  hedge: ['ok'],
  mint_metadata: ['ok'],
  mint_refused: ['ok'],
  mint_fit: ['ok'],
  renounce_mint: ['ok'],
  renounce_freeze: ['ok'],
  // Transitions from stage to stage.
  market: [
    'open>proposed',
    'open>final',
    'open>refund',
    'open>void',
    'open>void_proposed',
    'proposed>final',
    'proposed>refund',
    // Splits: a case that halves stakes, and one that returns them all.
    'open>half',
    'open>push',
    'proposed>half',
    'proposed>push',
    // A contradiction.
    'proposed>void',
    'void_proposed>proposed',
    'void_proposed>final',
    'void_proposed>void',
  ],
  leg: ['final>Won', 'final>Lost', 'void>Void', 'half>Won', 'half>Lost', 'half>Void', 'push>Void', 'refund>Void'],
  parlay: ['open>yes', 'open>no', 'open>refund', 'open>void', 'open>void_early', 'void_early>void'],
};

it(`the program agrees with the model, and no vault keeps anybody's money (seed ${SEED})`, {
  timeout: 600_000,
}, async () => {
  const { actions, drains, counts } = await runRounds({ seed: SEED, actions: ACTIONS });
  expect(actions).toBeGreaterThanOrEqual(ACTIONS);
  expect(drains).toBeGreaterThan(20);
  const missing = Object.entries(ANSWERS).flatMap(([action, answers]) =>
    answers.map((answer) => `${action} ${answer}`).filter((key) => (counts[key] ?? 0) === 0),
  );
  expect(missing, JSON.stringify(counts)).toEqual([]);
});
