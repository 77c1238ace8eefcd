import { GIVEN_MONEY } from '@linesman/sdk/internal/client/world';
import { fault, refuseFaults, shown } from '../../fault.js';
import { answerOf } from '../answerSchema.js';
import { base58, bodyOf, integer } from '../bodyFields.js';
import { defineEndpoint, json } from '../endpoint.js';
import { requireOwnMachine, worldOf } from '../worldCaller.js';

/** Enough for any subscription of a few weeks and for bets; the mint could issue a million times as much. */
const MAX = { sol: 100, stablecoin: 1_000_000 } as const;
const LAMPORTS = 1_000_000_000n;
/** The program's price assumes that the stablecoin has 6 decimals. */
const STABLECOIN_UNITS = 1_000_000n;

const BODY = bodyOf(
  'TestMoney',
  {
    wallet: base58(32, 'Base58 address.'),
    sol: integer({ minimum: 0, maximum: MAX.sol, default: 1 }, 'Whole SOL.'),
    stablecoin: integer({ minimum: 0, maximum: MAX.stablecoin, default: 1_000 }, 'Whole stablecoins.'),
  },
  [{ wallet: 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH', sol: 1, stablecoin: 1_000 }],
);

const ANSWER = answerOf(GIVEN_MONEY, { transactions: 'Signatures, Base58.' });

export const worldMoney = defineEndpoint({
  method: 'POST',
  path: '/api/world/money',
  summary: 'Give a wallet test money',
  description:
    'For callers on the machine of the service only. The money exists on the embedded chain alone. All of it is ' +
    'given, or nothing.',
  tag: 'Chain',
  needs: 'nothing',
  only: 'embedded',
  // Sends up to two transactions and waits for them.
  cost: { usual: 5 },
  parameters: {},
  body: BODY,
  answer: { contentType: 'application/json', schema: ANSWER },
  refusals: [403, 504],
  handle: async ({ ports, body: { wallet, sol, stablecoin }, ...context }) => {
    requireOwnMachine(context);
    const world = worldOf(ports);
    if (!(await world.isWallet(wallet)))
      refuseFaults([fault('body field wallet', 'an address that is no program, and of no program', shown(wallet))]);
    const money = { lamports: BigInt(sol) * LAMPORTS, stablecoin: BigInt(stablecoin) * STABLECOIN_UNITS };
    return json({ wallet, transactions: await world.fund(wallet, money) });
  },
});
