import anchor, { AnchorError, type IdlTypes, Program } from '@coral-xyz/anchor';
import { SPORT_LAYOUTS, SPORTS } from '@linesman/sdk/format';
import {
  errorFromLogs,
  marketAccount,
  positionAddress,
  LOCALNET_PROGRAM_IDS as programs,
  settleInstructions,
} from '@linesman/sdk/program';
import { keysOfCondition, parseCondition, parseProof, strategyOf } from '@linesman/sdk/proof';
import { fromPublicKey, toPublicKey, toTransactionInstruction } from '@linesman/sdk/web3';
import { getAccount, getAssociatedTokenAddressSync, TOKEN_PROGRAM_ID } from '@solana/spl-token';
import { Keypair, type PublicKey, SendTransactionError, Transaction } from '@solana/web3.js';
import type { BankrunProvider } from 'anchor-bankrun';
import { beforeAll, expect, it } from 'vitest';
import { ORACLE_KEY } from '../../examples/anchor/accounts.js';
import { makeMoney, setTime, startChain } from '../../examples/anchor/bankrun.js';
import type { Settlement } from '../../examples/anchor/types/settlement.js';
import { oracleProgram, validate, validation } from '../../examples/anchor/validate.js';
import idl from '../../programs/artifacts/settlement.json' with { type: 'json' };
import { type Bet, FILES, PAID, PUBLISHED, REFUSED, textOf } from './fixtures.js';

/**
 * Settlement end to end, from the text of every recorded answer of the API to a paid claim. Both programs run as built,
 * on solana-bankrun, a Solana chain in this process. Anchor's client calls them; the library reads and encodes proofs.
 *
 * The runtime of bankrun does not check Ed25519 signatures: `tests/programs/signatures.test.ts` forges some on another.
 */

const { BN } = anchor;

/** Kick-off of the first match, in Unix seconds: 2027-01-15 15:00 UTC. In the evening all matches are over. */
const KICK_OFF = Date.UTC(2027, 0, 15, 15) / 1000;
const HOUR = 3_600;
const EVENING = KICK_OFF + 5 * HOUR;
const VOID_AFTER = KICK_OFF + 72 * HOUR;

const STAKES = { ann: 40_000_000, ben: 60_000_000 };
const OUTCOMES = { ann: 0, ben: 1 };
/** What each has more in the end. The winner gets the other's stake, less a fee of 2.5 %. */
const GAINS = {
  ann: { ann: 58_500_000n, ben: -60_000_000n, fees: 1_500_000n },
  ben: { ann: -40_000_000n, ben: 39_000_000n, fees: 1_000_000n },
  nobody: { ann: 0n, ben: 0n, fees: 0n },
};
type Person = keyof typeof STAKES;

const people = { ann: Keypair.generate(), ben: Keypair.generate() };
let provider: BankrunProvider;
let program: Program<Settlement>;
let mint: PublicKey;
/** Token accounts. The provider's wallet opens the markets and gets the fees. */
let tokens: Record<Person | 'fees', PublicKey>;

beforeAll(async () => {
  provider = await startChain();
  program = new Program<Settlement>(idl, provider);
  const owners = { ann: people.ann.publicKey, ben: people.ben.publicKey, fees: provider.publicKey };
  mint = await makeMoney(provider, Object.values(owners), 10_000_000_000n);
  const tokensOf = (owner: PublicKey) => getAssociatedTokenAddressSync(mint, owner);
  tokens = { ann: tokensOf(owners.ann), ben: tokensOf(owners.ben), fees: tokensOf(owners.fees) };
});

it.each(PAID)(
  '$file, v$version, $form: $yes: $winner is paid',
  async ({ file, version, form, winner, tried, ...bet }) => {
    const loser = winner === 'ann' ? 'ben' : 'ann';
    const before = await balances();
    const market = await openWithStakes(bet);

    await waitUntil(EVENING);
    if (tried) expect(await refusal(settle(market, textOf(tried.file)))).toBe(tried.error);
    expect(parseProof(textOf(file))).toMatchObject({ version });
    await settle(market, textOf(file), form);
    // The proof can be challenged for an hour. Nobody is paid before.
    expect(await refusal(program.methods.finalise().accounts({ market }).rpc())).toBe('WindowOpen');
    expect(await refusal(claim(market, winner))).toBe('NotDecided');

    await waitUntil(EVENING + HOUR);
    await program.methods.finalise().accounts({ market }).rpc();
    // The loser has no position on what happened, and cannot divert the winner's.
    expect(await refusal(claim(market, loser, OUTCOMES[winner]))).toBe('AccountNotInitialized');
    expect(await refusal(claim(market, winner, OUTCOMES[winner], tokens[loser]))).toBe('WrongOwner');
    // The loser's own position is paid nothing, which the gains show.
    await claim(market, loser);
    await claim(market, winner);

    await waitUntil(EVENING + 2 * HOUR);
    // Nobody is paid twice.
    expect(await refusal(claim(market, winner))).toBe('AccountNotInitialized');
    expect(await gainsAfterSweep(market, before)).toEqual(GAINS[winner]);
  },
);

it.each(REFUSED)('$file: $yes: $error, and the stakes go back', async ({ file, edit, error, ...bet }) => {
  const before = await balances();
  const market = await openWithStakes(bet);

  await waitUntil(EVENING);
  expect(await refusal(settle(market, edit ? edited(file, edit) : textOf(file)))).toBe(error);
  expect(await refusal(program.methods.finalise().accounts({ market }).rpc())).toBe('NothingProposed');

  await waitUntil(VOID_AFTER);
  await program.methods.void().accounts({ pool: market }).rpc();
  await claim(market, 'ann');
  await claim(market, 'ben');
  expect(await gainsAfterSweep(market, before)).toEqual(GAINS.nobody);
});

it.each(PUBLISHED)('$file is published, and not with $edit.1 for $edit.0', async ({ file, kind, edit, error }) => {
  const oracle = oracleProgram(provider);
  // A signed answer costs a credit.
  await oracle.methods.giftValidationCredits(1).accounts({ targetUser: provider.publicKey }).rpc();
  const question = { oracleKey: ORACLE_KEY };
  expect(parseProof(textOf(file)).kind).toBe(kind);
  expect(await validate(oracle, textOf(file), question)).toBe(true);
  const forged = parseProof(edited(file, edit));
  expect(await refusal(validation(oracle, forged, question).rpc())).toBe(error);
});

it('the tables have every recorded answer, every version and every sport', () => {
  const tried = PAID.flatMap((row) => row.tried ?? []);
  const named = [...PAID, ...tried, ...REFUSED, ...PUBLISHED].map(({ file }) => file);
  expect([...new Set(named)].sort()).toEqual([...FILES].sort());
  expect(new Set(PAID.map(({ version }) => version))).toEqual(new Set([1, 2, 3, 4]));
  expect(new Set(PAID.map(({ match }) => match.sport))).toEqual(new Set(SPORTS));
});

/** Sets the clock, in a new slot: with its blockhash, a refused transaction can be sent again. */
async function waitUntil(time: number): Promise<void> {
  const { context } = provider;
  context.warpToSlot((await context.banksClient.getSlot()) + 1n);
  await setTime(provider, time);
}

let markets = 0;

/** Opens a market on the bet, before the match. Ann and Ben stake. */
async function openWithStakes({ match, yes, finality = 'finalised' }: Bet): Promise<PublicKey> {
  await waitUntil(KICK_OFF - HOUR);
  const condition = parseCondition(yes);
  const statKeys = keysOfCondition(condition);
  const terms = {
    oracleProgram: toPublicKey(programs.oracle),
    splits: null,
    sources: [],
    agree: 1,
    signer: finality === 'signedFinal' ? [...ORACLE_KEY] : null,
    attesters: null,
    fixtureId: new BN(match.fixtureId),
    sport: SPORT_LAYOUTS[match.sport].byte,
    statKeys,
    outcomes: [strategyOf(condition, statKeys)],
    finality: { [finality]: {} },
    challengeWindow: HOUR,
    stakesClose: new BN(KICK_OFF),
    earliest: new BN(KICK_OFF),
    latest: new BN(KICK_OFF + 24 * HOUR),
    voidAfter: new BN(VOID_AFTER),
    mint,
    feeBps: 250,
    feeAccount: tokens.fees,
    minimumStake: new BN(1),
    maximumStake: new BN(1_000_000_000),
    maximumPool: new BN(0),
    abandonmentVoids: false,
    resultsSettle: true,
  } as unknown as IdlTypes<Settlement>['terms'];
  const { pubkeys } = await program.methods
    .createMarket(new BN(++markets), terms)
    .accounts({ mint, feeAccount: tokens.fees, tokenProgram: TOKEN_PROGRAM_ID })
    .rpcAndKeys();
  const { market } = pubkeys;
  const { termsHash } = await program.account.market.fetch(market);
  for (const person of ['ann', 'ben'] as const) {
    const { publicKey: owner } = people[person];
    await program.methods
      .stake(OUTCOMES[person], new BN(STAKES[person]), termsHash)
      .accounts({ owner, pool: market, mint, source: tokens[person], tokenProgram: TOKEN_PROGRAM_ID })
      .signers([people[person]])
      .rpc();
  }
  return market;
}

/** Settles a market with the text of an answer, as a client does that knows no more than the two. Anyone may. */
async function settle(market: PublicKey, answer: string, form: 'full' | 'compact' = 'full'): Promise<void> {
  const proof = parseProof(answer);
  if (proof.kind !== 'stat') throw new Error('a market settles with a proof of stats');
  const account = await provider.connection.getAccountInfo(market);
  const { terms } = marketAccount.decode(account?.data ?? new Uint8Array());
  const instructions = settleInstructions({ programs, market: fromPublicKey(market), terms, proof, form });
  await provider.sendAndConfirm?.(new Transaction().add(...instructions.map(toTransactionInstruction)));
}

/** Pays the position of a person on an outcome to them. Anyone may. */
function claim(market: PublicKey, person: Person, outcome = OUTCOMES[person], destination = tokens[person]) {
  const owner = people[person].publicKey;
  const { address } = positionAddress(fromPublicKey(market), fromPublicKey(owner), outcome, programs.settlement);
  const position = toPublicKey(address);
  return program.methods
    .claim()
    .accountsPartial({ pool: market, position, owner, mint, destination, tokenProgram: TOKEN_PROGRAM_ID })
    .rpc();
}

/** Sends the fee to its account. Then the pool is empty and owes nothing. Returns what each has more than before. */
async function gainsAfterSweep(market: PublicKey, before: Record<Person | 'fees', bigint>) {
  const { pubkeys } = await program.methods
    .sweep()
    .accounts({ pool: market, mint, feeAccount: tokens.fees, tokenProgram: TOKEN_PROGRAM_ID })
    .rpcAndKeys();
  expect(await amountIn(pubkeys.vault)).toBe(0n);
  const { pool } = await program.account.market.fetch(market);
  expect([Number(pool.owed), Number(pool.openPositions)]).toEqual([0, 0]);
  const { ann, ben, fees } = await balances();
  return { ann: ann - before.ann, ben: ben - before.ben, fees: fees - before.fees };
}

const amountIn = async (account: PublicKey) => (await getAccount(provider.connection, account)).amount;
const balances = async () => ({
  ann: await amountIn(tokens.ann),
  ben: await amountIn(tokens.ben),
  fees: await amountIn(tokens.fees),
});

/** The text of a forged answer. */
function edited(file: string, [from, to]: readonly [string, string]): string {
  const text = textOf(file);
  expect(text).toContain(from);
  return text.replace(from, to);
}

/** The name of a program's refusal. Anchor's client names those of its calls, the library the rest. */
async function refusal(sent: Promise<unknown>): Promise<string | undefined> {
  try {
    await sent;
  } catch (error) {
    if (error instanceof AnchorError) return error.error.errorCode.code;
    if (error instanceof SendTransactionError) return errorFromLogs(error.logs ?? [], programs)?.name;
    throw error;
  }
  return 'not refused';
}
