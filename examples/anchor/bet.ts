import anchor, { AnchorError, type Event } from '@coral-xyz/anchor';
import { LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
import { toPublicKey } from '@linesman/sdk/web3';
import { getAccount, getAssociatedTokenAddressSync } from '@solana/spl-token';
import { Keypair, type PublicKey } from '@solana/web3.js';
import type { BankrunProvider } from 'anchor-bankrun';
import { answer } from './accounts.js';
import { makeMoney, sendForEvents, setTime } from './bankrun.js';
import { claim, finalise, open, settle, settlementProgram, stake, type Terms } from './market.js';

// Anchor is a CommonJS module, and Node does not detect BN as a named export.
const { BN } = anchor;

/** Kick-off of the example match: 2027-01-15 15:00 UTC, in Unix seconds. */
const KICK_OFF = Date.UTC(2027, 0, 15, 15) / 1000;
const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Whether the home side wins. Stats 1 and 2 are goals; outcome 0 is a home win, outcome 1 everything else. */
export const termsOf = (mint: PublicKey, feeAccount: PublicKey): Terms => ({
  oracleProgram: toPublicKey(LOCALNET_PROGRAM_IDS.oracle),
  splits: null,
  sources: [],
  agree: 1,
  signer: null,
  attesters: null,
  fixtureId: new BN(18_400_001),
  sport: 1,
  statKeys: [1, 2],
  outcomes: [
    {
      geometricTargets: [],
      distancePredicate: null,
      discretePredicates: [
        {
          binary: {
            indexA: 0,
            indexB: 1,
            op: { subtract: {} },
            predicate: { threshold: 0, comparison: { greaterThan: {} } },
          },
        },
      ],
    },
  ],
  finality: { finalised: {} },
  challengeWindow: HOUR,
  stakesClose: new BN(KICK_OFF),
  earliest: new BN(KICK_OFF),
  latest: new BN(KICK_OFF + DAY),
  voidAfter: new BN(KICK_OFF + 2 * DAY + HOUR),
  mint,
  feeBps: 250,
  feeAccount,
  minimumStake: new BN(1),
  maximumStake: new BN('1000000000000'),
  maximumPool: new BN(0),
  abandonmentVoids: false,
  resultsSettle: true,
});

/** The result of the bet. */
export interface Played {
  /** The error for settling with the score at half-time. */
  readonly refusal: { readonly code: string; readonly number: number };
  readonly state: object;
  readonly events: readonly Event[];
  /** Base units after the bet. */
  readonly balances: { readonly ann: bigint; readonly ben: bigint; readonly vault: bigint };
}

/** A whole bet: Ann stakes 40 on the home side, Ben 60 against it, and the home side wins 3–1. */
export async function bet(provider: BankrunProvider): Promise<Played> {
  const program = settlementProgram(provider);
  const [ann, ben] = [Keypair.generate(), Keypair.generate()];
  const creator = provider.publicKey;
  const mint = await makeMoney(provider, [ann.publicKey, ben.publicKey, creator], 100_000_000n);
  const accountOf = (owner: PublicKey) => getAssociatedTokenAddressSync(mint, owner);
  const amountOf = async (account: PublicKey) => (await getAccount(provider.connection, account)).amount;

  await setTime(provider, KICK_OFF - HOUR);
  const market = await open(program, new BN(1), termsOf(mint, accountOf(creator)));
  const annStakes = { owner: ann, source: accountOf(ann.publicKey), outcome: 0, amount: new BN(40_000_000) };
  const benStakes = { owner: ben, source: accountOf(ben.publicKey), outcome: 1, amount: new BN(60_000_000) };
  await stake(program, market, annStakes);
  await stake(program, market, benStakes);

  await setTime(provider, KICK_OFF + HOUR);
  const refusal = await refused(settle(program, market, answer('half-time-score')));
  await setTime(provider, KICK_OFF + 2 * HOUR);
  await settle(program, market, answer('final-win'));

  await setTime(provider, KICK_OFF + 3 * HOUR);
  const events = await sendForEvents(provider, program, finalise(program, market));
  for (const { owner, outcome } of [annStakes, benStakes])
    events.push(...(await sendForEvents(provider, program, await claim(program, market, owner.publicKey, outcome))));

  const { state } = await program.account.market.fetch(market);
  const { vault } = await finalise(program, market).pubkeys();
  if (!vault) throw new Error('the IDL does not resolve the vault');
  const balances = {
    ann: await amountOf(annStakes.source),
    ben: await amountOf(benStakes.source),
    vault: await amountOf(vault),
  };
  return { refusal, state, events, balances };
}

async function refused(sent: Promise<unknown>): Promise<Played['refusal']> {
  try {
    await sent;
  } catch (error) {
    if (error instanceof AnchorError) return error.error.errorCode;
    throw error;
  }
  throw new Error('nothing was refused');
}
