import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runKeeper } from '../../ts/keeper/commands/keeper/runKeeper.js';
import type { Client } from '../../ts/sdk/client/client.js';
import type { ScoresRecord } from '../../ts/sdk/client/scoresRecord.js';
import { sportOfFixture } from '../../ts/sdk/client/sportOfFixture.js';
import { NO_BOUND_FOR_LATE_ROOTS, UNTRUSTED_UPGRADES } from '../../ts/sdk/error/codes/customers.js';
import { milliseconds } from '../../ts/sdk/format/slotTime.js';
import { SPORTS, type Sport } from '../../ts/sdk/format/sports/sports.js';
import type { StatKey } from '../../ts/sdk/format/statKey.js';
import { fetchAccount } from '../../ts/sdk/program/account/fetchAccount.js';
import { type Market, marketAccount } from '../../ts/sdk/program/account/market.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { attesterSetAddress } from '../../ts/sdk/program/address/oracle.js';
import { marketAddress } from '../../ts/sdk/program/address/settlement.js';
import { TOKEN_PROGRAM_ID } from '../../ts/sdk/program/address/token.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { createAttesterSetInstruction } from '../../ts/sdk/program/oracle/attesterInstructions.js';
import { stablecoinAddress } from '../../ts/sdk/program/oracle/treasury.js';
import type { ProgramIds } from '../../ts/sdk/program/programId.js';
import type { SendingChain } from '../../ts/sdk/program/sendingChain.js';
import { createMarketInstruction } from '../../ts/sdk/program/settlement/createMarketInstruction.js';
import { fetchStakeDeployment } from '../../ts/sdk/program/settlement/fetchStakeDeployment.js';
import type { StakeTrust } from '../../ts/sdk/program/settlement/rules/checkStakeTrust.js';
import { earliestDecision } from '../../ts/sdk/program/settlement/rules/earliestDecision.js';
import { stakeInstruction } from '../../ts/sdk/program/settlement/stakeInstruction.js';
import type { MarketTerms } from '../../ts/sdk/program/wire/terms.js';
import { parseCondition, strategyOf } from '../../ts/sdk/proof/condition.js';
import type { ScheduledMatch } from '../../ts/season/calendar/season.js';
import { scriptsOf } from '../../ts/season/course.js';
import type { Script } from '../../ts/season/script.js';
import { runAttest } from '../../ts/service/commands/attest/runAttest.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { type EmbeddedService, startEmbedded } from '../../ts/service/serve/embedded.js';
import { inProcess, linesman, type Ran } from '../helpers/cli.js';
import { Customer } from '../helpers/e2e/customer.js';
import { EVERY_FEATURE } from '../helpers/everyFeature.js';
import { leftOut } from '../helpers/leftOut.js';
import { until } from '../helpers/service/until.js';

/** Simulated seconds per real second while the matches are played. */
const SPEED = 400;
/** What ends a match does not depend on how much happens in it. */
const TEMPO = 0.2;
const HOUR = 3_600;
const DAY = 24 * HOUR;
const WINDOW = 600;
/** The guard asks for the time in which attesters see a correction. */
const ATTESTED_WINDOW = 6 * HOUR;
const OF_A_TEST_CHAIN = [NO_BOUND_FOR_LATE_ROOTS, UNTRUSTED_UPGRADES] as const;
const TOKEN = 1_000_000n;
const STAKES = [60n * TOKEN, 40n * TOKEN] as const;
const PURSE = 10_000n * TOKEN;
/** Four weeks of all leagues in real time cost 25 million service tokens, 1,000 tokens per unit of the stablecoin. */
const SUBSCRIPTION = { tokens: 25_000_000, level: 11, weeks: 4, price: 25_000n * TOKEN };
/** Hundredths of a percent of the losing stakes. */
const FEE_BPS = 100n;
const CONDITION = 'k1 - k2 > 0';

/** How a match ends for its bettors. */
export type Ending =
  /** Settled by the final record. */
  | 'decided'
  /**
   * By the final record, which only the signature of the oracle shows to be final: a stat that is zero has no period.
   */
  | 'signed'
  /** Refunded: its last record says that it was abandoned. */
  | 'abandoned'
  /** Refunded: no proof existed until the deadline. */
  | 'overdue';

const ENDINGS: Partial<Record<Script, Ending>> = {
  allZero: 'signed',
  abandoned: 'abandoned',
  cancelled: 'overdue',
  postponed: 'overdue',
  coverageLost: 'overdue',
};

interface World {
  readonly running: EmbeddedService;
  readonly chain: SendingChain;
  readonly programs: ProgramIds;
  /** Of one attester. */
  readonly set: Address;
}

interface Bet {
  readonly match: ScheduledMatch;
  readonly market: Address;
  readonly terms: MarketTerms;
  readonly ending: Ending;
}

/**
 * The calendar alternates between the sports. Each sport plays all of its scripts, then normal matches until the sport
 * with the most scripts is done.
 */
const ROUNDS = Math.max(...SPORTS.map((sport) => scriptsOf(sport).length));
const PLAYED: readonly (readonly [Sport, Script])[] = Array.from({ length: ROUNDS }, (_, round) =>
  SPORTS.map((sport) => [sport, scriptsOf(sport)[round] ?? 'normal'] as const),
).flat();

/** The first match of each sport kicks off while the program is still being deployed, so nobody bets on it. */
const UNBETTED = SPORTS.length;

const isThere = surfnetModule() !== null;
if (!isThere) leftOut('a season from end to end: the embedded chain is not installed.');

/**
 * Runs the real server, the real chain and real wallets. Every script of every sport is played. Two people bet on each
 * match, under a settlement program that `linesman deploy` has put there. An attester vouches for every root, which
 * half of the markets ask for, and a keeper settles and pays with proofs from the service. The nightly lane runs it
 * under every feature that a cluster may activate, too.
 */
test.skipIf(!isThere)(
  'a season from a guest session to the last payment, with every ending in every sport',
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'linesman-e2e-'));
    const stop = new AbortController();
    const running = await startEmbedded({
      data: join(folder, 'data'),
      host: '127.0.0.1',
      port: 0,
      rpcPort: 0,
      speed: 1,
      seed: 'e2e',
      tempo: TEMPO,
      scripts: [...SPORTS.map(() => 'normal'), ...PLAYED.map(([, script]) => script)],
      requestsPerSecond: 10_000,
      log: false,
      allFeatures: EVERY_FEATURE,
    });
    const working: Promise<Ran>[] = [];
    try {
      const chain = running.chain.node;
      const [ann, ben] = [
        await Customer.with(running, chain, PURSE + SUBSCRIPTION.price),
        await Customer.with(running, chain, PURSE),
      ];
      const { tokens, level, weeks } = SUBSCRIPTION;
      const { client, apiToken } = await ann.subscribe(tokens, level, weeks);
      expect(await ann.balance()).toBe(PURSE);

      const matches = matchesOf(running);
      const programs = { ...running.chain.programs, settlement: await deploySettlement(running, folder) };
      const attester = KeyPair.generate();
      running.chain.fund(attester.address);
      await ann.send([createAttesterSetInstruction(programs.oracle, ann.wallet.address, 1n, [attester.address])]);
      const set = attesterSetAddress(ann.wallet.address, 1n, programs.oracle).address;
      const streamed = follow(client, stop.signal);
      const bets: Bet[] = [];
      const world: World = { running, chain, programs, set };
      const place = async (match: ScheduledMatch): Promise<Bet> =>
        placeBets(world, [ann, ben], match, await aboutFixture(client, match.fixtureId));
      for (let i = 0; i < matches.length; i += 6) bets.push(...(await Promise.all(matches.slice(i, i + 6).map(place))));

      const token = keyFile(folder, 'token', apiToken);
      working.push(keep(world, folder, token, stop.signal));
      working.push(attest(world, keyFile(folder, 'attester.json', bytesOf(attester)), token, stop.signal));
      running.clock.setSpeed(SPEED);
      const states = async (): Promise<Market[]> => Promise.all(bets.map(({ market }) => read(world, market)));
      const isOver = ({ state, openPositions }: Market): boolean =>
        (state === 'Final' || state === 'Void') && openPositions === 0n;
      const isDecidable = (ending: Ending): boolean => ending === 'decided' || ending === 'signed';
      await until(async () => {
        const all = await states();
        return all.every((market, i) => {
          const { ending } = bets[i] as Bet;
          if (isDecidable(ending)) return isOver(market);
          return ending === 'overdue' || (market.state === 'Proposed' && market.proposal.void);
        });
      }, look);
      for (const [i, { state }] of (await states()).entries()) {
        const { match, ending } = bets[i] as Bet;
        if (ending === 'overdue') expect([match.script, state]).toEqual([match.script, 'Open']);
      }

      // Undecidable markets are refunded in the end. The test does not wait the two days for it.
      running.clock.setSpeed(1);
      await running.chain.setTime(Math.max(...bets.map(({ terms }) => terms.voidAfter)) * 1_000 + 1_000);
      await until(async () => (await states()).every(isOver), look);

      let [annHas, benHas] = [PURSE, PURSE];
      for (const [i, market] of (await states()).entries()) {
        const { match, ending } = bets[i] as Bet;
        const records = running.season.match(match.number).scores as readonly ScoresRecord[];
        const won = isDecidable(ending) ? winnerOf(records) : null;
        expect([match.script, market.state, market.refund]).toEqual([
          match.script,
          isDecidable(ending) ? 'Final' : 'Void',
          !isDecidable(ending),
        ]);
        if (won === null) continue;
        expect([match.script, market.proposal.outcome]).toEqual([match.script, won]);
        const lost = STAKES[1 - won] as bigint;
        const gain = lost - (lost * FEE_BPS) / 10_000n;
        annHas += won === 0 ? gain : -STAKES[0];
        benHas += won === 1 ? gain : -STAKES[1];
      }
      expect([await ann.balance(), await ben.balance()]).toEqual([annHas, benHas]);

      // The stream delivered every record once, up to the last. At this speed a reopened stream has a gap. Its records
      // come from the history, after the records that follow it.
      for (const { match } of bets) {
        const records = running.season.match(match.number).scores as readonly ScoresRecord[];
        const seen = (streamed.get(match.fixtureId) ?? []).toSorted((a, b) => a.Seq - b.Seq);
        const first = seen[0]?.Seq ?? 0;
        expect(seen.map(({ Seq }) => Seq)).toEqual(records.slice(first).map(({ Seq }) => Seq));
        expect(seen.map(({ Stats }) => Stats)).toEqual(records.slice(first).map(({ Stats }) => Stats));
      }
    } finally {
      stop.abort();
      await Promise.allSettled(working);
      await running.stop();
      rmSync(folder, { recursive: true });
    }
    expect(await Promise.all(working)).toMatchObject([{ code: 0 }, { code: 0 }]);
  },
);

const look = () => new Promise((resolve) => setTimeout(resolve, 200));

/** The matches after the first, one for each entry of `PLAYED`. */
function matchesOf({ season }: EmbeddedService): ScheduledMatch[] {
  const matches = PLAYED.map((_, i) => season.scheduled(UNBETTED + i));
  expect(matches.map(({ sport, script }) => [sport, script])).toEqual(PLAYED);
  return matches;
}

/** The streamed records by fixture, in order of arrival. */
function follow(client: Client, signal: AbortSignal): ReadonlyMap<number, ScoresRecord[]> {
  const seen = new Map<number, ScoresRecord[]>();
  void (async () => {
    for await (const { record } of client.scores.stream({ signal }))
      seen.set(record.FixtureId, [...(seen.get(record.FixtureId) ?? []), record]);
  })();
  return seen;
}

/** The service's data about a match before kick-off, for the guards. */
async function aboutFixture(
  client: Client,
  fixtureId: number,
): Promise<Pick<StakeTrust, 'fixtureStart' | 'fixtureSport' | 'fixtureStatKeys'>> {
  const record = (await client.fixtures.snapshot()).find(({ FixtureId }) => FixtureId === fixtureId);
  if (!record) throw new Error(`the service does not know fixture ${fixtureId}`);
  return {
    fixtureStart: milliseconds(record.StartTime),
    fixtureSport: await sportOfFixture(client, record),
    fixtureStatKeys: (await client.fixtures.matches({ fixtureId })).matches[0]?.statKeys ?? null,
  };
}

async function placeBets(
  world: World,
  [ann, ben]: readonly [Customer, Customer],
  match: ScheduledMatch,
  fixture: Pick<StakeTrust, 'fixtureStart' | 'fixtureSport' | 'fixtureStatKeys'>,
): Promise<Bet> {
  const { running, chain, programs, set } = world;
  const mint = running.config.stablecoinMint;
  const statKeys = [1, 2] as StatKey[];
  const kickOff = Math.floor(match.startTime / 1_000);
  const latest = kickOff + HOUR * 12;
  const ending = ENDINGS[match.script] ?? 'decided';
  const attesters = match.number % 2 === 0 ? { set, least: 1 } : null;
  const challengeWindow = attesters ? ATTESTED_WINDOW : WINDOW;
  const terms: MarketTerms = {
    oracleProgram: programs.oracle,
    splits: null,
    sources: [],
    agree: 1,
    signer: ending === 'signed' ? running.folder.keys.oracleKeys().current.publicKey : null,
    attesters,
    fixtureId: match.fixtureId,
    sport: match.sport,
    statKeys,
    outcomes: [strategyOf(parseCondition(CONDITION), statKeys)],
    finality: ending === 'signed' ? 'signed-final' : 'finalised',
    challengeWindow,
    stakesClose: kickOff - 300,
    earliest: earliestDecision({ sport: match.sport, finality: 'finalised' }, milliseconds(match.startTime)),
    latest,
    voidAfter: latest + challengeWindow + DAY,
    mint,
    feeBps: Number(FEE_BPS),
    // Not the bettors: their balances depend on what they won and lost.
    feeAccount: stablecoinAddress(running.folder.keys.pair('wallet').address, {
      oracle: programs.oracle,
      config: running.config,
    }),
    minimumStake: TOKEN,
    maximumStake: 1_000n * TOKEN,
    maximumPool: 0n,
    abandonmentVoids: true,
    resultsSettle: true,
  };
  const id = BigInt(match.fixtureId);
  const creator = ann.wallet.address;
  await ann.send([createMarketInstruction({ programs, creator, id, terms, tokenProgram: TOKEN_PROGRAM_ID })]);
  const market = marketAddress(creator, id, programs.settlement).address;
  const deployment = await fetchStakeDeployment(chain, programs);
  for (const [outcome, customer] of [ann, ben].entries()) {
    const stake = stakeInstruction({
      programs,
      pool: market,
      account: await read(world, market),
      owner: customer.wallet.address,
      source: customer.money,
      tokenProgram: TOKEN_PROGRAM_ID,
      outcome,
      amount: STAKES[outcome] as bigint,
      trust: {
        oraclePrograms: [programs.oracle],
        mints: [mint],
        attesters: [{ set, keys: 1, least: 1, spare: 0 }],
        ...fixture,
        deployment,
        accept: OF_A_TEST_CHAIN,
      },
    });
    await customer.send([stake]);
  }
  return { match, market, terms, ending };
}

const read = ({ chain, programs }: World, market: Address): Promise<Market> =>
  fetchAccount(chain, marketAccount, market, programs.settlement);

/** From the last record that has a status: no correction follows it. */
function winnerOf(records: readonly ScoresRecord[]): 0 | 1 {
  const final = records.findLast(({ StatusId }) => StatusId === 100);
  if (!final) throw new Error('the match has no final record');
  return Number(final.Stats[1]) - Number(final.Stats[2]) > 0 ? 0 : 1;
}

/** Writes a file that only its owner may read. Returns its path. */
function keyFile(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}
const bytesOf = ({ secretKey }: KeyPair): string => JSON.stringify([...secretKey]);

/** Puts the settlement program of the package on the chain. Returns its address. */
async function deploySettlement({ chain }: EmbeddedService, folder: string): Promise<Address> {
  const keys = join(folder, 'settlement');
  mkdirSync(keys, { mode: 0o700 });
  const [authority, program] = [KeyPair.generate(), KeyPair.generate()];
  chain.fund(authority.address);
  keyFile(keys, 'upgrade-authority.json', bytesOf(authority));
  const programKey = keyFile(folder, 'program.json', bytesOf(program));
  const words = ['deploy', 'settlement', '--rpc', chain.rpcUrl, '--keys', keys, '--program-key', programKey];
  expect(await linesman(words)).toMatchObject({ code: 0 });
  return program.address;
}

/** `linesman attest` with the service as its source, until it is stopped. */
function attest(world: World, keypair: string, token: string, signal: AbortSignal): Promise<Ran> {
  const { running, set } = world;
  const flags = {
    set,
    rpc: running.chain.rpcUrl,
    service: [running.service.url],
    keypair,
    apiTokenFile: [token],
    kinds: ['scores'],
    days: 7,
    grace: 0,
    evidence: `${keypair}.evidence`,
    lamportsInFlight: 1_000_000_000n,
    transactionVersion: 'auto',
    interval: 1,
  } as const;
  return inProcess((terminal) => runAttest(flags, terminal, signal));
}

/** `linesman keeper` with claims, until it is stopped. */
function keep({ running, programs, set }: World, folder: string, token: string, signal: AbortSignal): Promise<Ran> {
  const flags = {
    rpc: running.chain.rpcUrl,
    ws: running.chain.wsUrl,
    service: running.service.url,
    settlement: programs.settlement,
    attesters: [set],
    keypair: keyFile(folder, 'keeper.json', bytesOf(running.folder.keys.pair('admin'))),
    apiTokenFile: token,
    interval: 1,
    results: 'auto',
    inFlight: 32,
    lamportsInFlight: 1_000_000_000n,
    payResults: 1_000_000_000n,
    payFees: 1_000_000_000n,
    transactionVersion: 'auto',
    claim: true,
  } as const;
  return inProcess((terminal) => runKeeper(flags, terminal, signal));
}
