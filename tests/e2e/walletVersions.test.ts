import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Client, createClient } from '../../ts/sdk/client/client.js';
import { sportOfFixture } from '../../ts/sdk/client/sportOfFixture.js';
import { systemTimers } from '../../ts/sdk/client/timers.js';
import { NO_BOUND_FOR_LATE_ROOTS, UNTRUSTED_UPGRADES } from '../../ts/sdk/error/codes/customers.js';
import { NO_PROOF_YET } from '../../ts/sdk/error/codes/library.js';
import { CHAIN_CLOCK_BEHIND } from '../../ts/sdk/error/codes/market.js';
import { TOO_EARLY } from '../../ts/sdk/error/codes/settlement.js';
import { isError } from '../../ts/sdk/error/linesmanError.js';
import { milliseconds } from '../../ts/sdk/format/slotTime.js';
import type { StatKey } from '../../ts/sdk/format/statKey.js';
import { readMint } from '../../ts/sdk/program/account/mint.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { associatedTokenAddress, TOKEN_PROGRAM_ID } from '../../ts/sdk/program/address/token.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { subscribeInstruction } from '../../ts/sdk/program/oracle/subscribeInstruction.js';
import { findMarket } from '../../ts/sdk/program/settlement/actions/findMarket.js';
import { prepareClaim } from '../../ts/sdk/program/settlement/actions/prepareClaim.js';
import { prepareMarket } from '../../ts/sdk/program/settlement/actions/prepareMarket.js';
import { prepareStake } from '../../ts/sdk/program/settlement/actions/prepareStake.js';
import { finaliseInstruction } from '../../ts/sdk/program/settlement/decideInstructions.js';
import { fetchStakeDeployment } from '../../ts/sdk/program/settlement/fetchStakeDeployment.js';
import { earliestDecision } from '../../ts/sdk/program/settlement/rules/earliestDecision.js';
import { issueTokens } from '../../ts/sdk/program/tokenInstructions.js';
import { buildTransaction } from '../../ts/sdk/program/transaction/build.js';
import type { Message } from '../../ts/sdk/program/transaction/messageForm.js';
import { hasLanded, sendTransaction } from '../../ts/sdk/program/transaction/send.js';
import { decodeTransaction, signatureOf, type Transaction } from '../../ts/sdk/program/transaction/transaction.js';
import type { MarketTerms } from '../../ts/sdk/program/wire/terms.js';
import { parseCondition, strategyOf } from '../../ts/sdk/proof/condition.js';
import { httpProofSource } from '../../ts/sdk/prove/httpProofSource.js';
import { prepareSettlement } from '../../ts/sdk/prove/prepareSettlement.js';
import { isSolanaWallet } from '../../ts/sdk/wallet/standardWallet.js';
import { connectWallet, type WalletSigner } from '../../ts/sdk/wallet/walletSigner.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { type EmbeddedService, startEmbedded } from '../../ts/service/serve/embedded.js';
import { leftOut } from '../helpers/leftOut.js';
import { chainReaches } from '../helpers/service/chainReaches.js';
import { until } from '../helpers/service/until.js';
import { standardWallet } from '../helpers/standardWallet.js';

/** The whole way of a customer, with a wallet that signs transactions of version 1 and with one that does not. */

const HOUR = 3_600;
const TOKEN = 1_000_000n;
const STAKES = [60n * TOKEN, 40n * TOKEN] as const;
const PURSE = 30_000n * TOKEN;
/** All leagues in real time for four weeks. */
const SUBSCRIPTION = { tokens: 25_000_000, level: 11, weeks: 4 };
/** Simulated seconds per real second while the match is played. */
const SPEED = 400;

const WALLETS = [
  { name: 'earlier versions', supported: ['legacy', 0] },
  { name: 'version 1', supported: ['legacy', 0, 1] },
] as const;

const isThere = surfnetModule() !== null;
if (!isThere) leftOut('a wallet of each version: the embedded chain is not installed.');

test.skipIf(!isThere)(
  'a wallet of each version subscribes, activates, makes a market, stakes, settles and claims',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'linesman-wallets-'));
    const running = await startEmbedded({
      data: join(folder, 'data'),
      host: '127.0.0.1',
      port: 0,
      rpcPort: 0,
      speed: 1,
      seed: 'wallets',
      tempo: 0.2,
      scripts: ['normal'],
      requestsPerSecond: 10_000,
      log: false,
    });
    try {
      const people = await Promise.all(WALLETS.map((one) => Person.with(running, one.supported)));
      for (const person of people) await person.subscribe();
      for (const person of people) await person.bet();
      running.clock.setSpeed(SPEED);
      await until(async () => (await Promise.all(people.map((person) => person.canSettle()))).every(Boolean), pause);
      running.clock.setSpeed(1);
      for (const person of people) {
        await person.settleAndClaim();
        // One stake on each outcome: what was staked is back, and nothing stays in the market.
        expect(await person.balance()).toBe(person.before);
      }
      const versions = people.map(({ signed }) => new Set(signed.map(({ message }) => message.version)));
      expect(versions).toEqual([new Set<Message['version']>(['legacy']), new Set<Message['version']>(['legacy', 1])]);
      // The quote alone is built by the service, in the version that every wallet signs.
      expect(people.map(({ signed }) => signed.filter(({ message }) => message.version === 'legacy').length)).toEqual([
        people[0]?.signed.length,
        1,
      ]);
    } finally {
      await running.stop();
      rmSync(folder, { recursive: true });
    }
  },
);

const pause = () => new Promise((resolve) => setTimeout(resolve, 200));

/** A user who signs with their own wallet only. */
class Person {
  readonly signed: Transaction[] = [];
  before = 0n;
  private client: Client;
  private apiToken = '';
  private market: Address | null = null;

  private constructor(
    private readonly running: EmbeddedService,
    private readonly signer: WalletSigner,
    private readonly money: Address,
  ) {
    this.client = createClient({ baseUrl: running.service.url });
  }

  static async with(running: EmbeddedService, supported: readonly ('legacy' | 0 | 1)[]): Promise<Person> {
    const pair = KeyPair.generate();
    const wallet = standardWallet(pair, supported);
    if (!isSolanaWallet(wallet, 'messages')) throw new Error('not a wallet for Solana');
    const [signer] = await connectWallet(wallet);
    if (!signer) throw new Error('the wallet shares no account');
    const { chain, config, folder } = running;
    chain.fund(signer.address, 10 ** 10);
    const issuer = folder.keys.pair('issuer');
    const instructions = issueTokens(config.stablecoinMint, signer.address, issuer.address, PURSE);
    await sendTransaction({ chain: chain.node, programs: chain.programs, payer: issuer, instructions, sleep: pause });
    return new Person(running, signer, associatedTokenAddress(config.stablecoinMint, signer.address, TOKEN_PROGRAM_ID));
  }

  async subscribe(): Promise<void> {
    const { running, signer, client } = this;
    const { tokens, level, weeks } = SUBSCRIPTION;
    const quote = await client.account.quote(signer.address, tokens);
    await this.land(decodeTransaction(Buffer.from(quote.transactionBase64, 'base64')));
    const deployment = { oracle: running.chain.programs.oracle, config: running.config };
    const subscription = subscribeInstruction({ ...deployment, user: signer.address, serviceLevelId: level, weeks });
    const txSig = await this.send([subscription]);
    this.apiToken = await client.account.activate({ txSig, sign: (message) => signer.signMessage(message) });
    this.client = createClient({ baseUrl: running.service.url, apiToken: this.apiToken });
    this.before = await this.balance();
  }

  /** Makes a market about the first match, and stakes on either outcome. */
  async bet(): Promise<void> {
    const { running, signer, client } = this;
    const { programs, node: chain } = running.chain;
    const { fixtureId, startTime } = running.season.scheduled(0);
    const record = (await client.fixtures.snapshot()).find((one) => one.FixtureId === fixtureId);
    if (!record) throw new Error(`the service does not know fixture ${fixtureId}`);
    const mint = await readMint(chain, running.config.stablecoinMint);
    const kickOff = Math.floor(startTime / 1_000);
    const sport = await sportOfFixture(client, record);
    if (sport === null) throw new Error(`the sport of fixture ${fixtureId} is not known`);
    const statKeys = [1, 2] as StatKey[];
    const terms: MarketTerms = {
      oracleProgram: programs.oracle,
      splits: null,
      sources: [],
      agree: 1,
      signer: null,
      attesters: null,
      fixtureId,
      sport,
      statKeys,
      outcomes: [strategyOf(parseCondition('k1 - k2 > 0'), statKeys)],
      finality: 'finalised',
      challengeWindow: HOUR,
      stakesClose: kickOff - 300,
      earliest: earliestDecision({ sport, finality: 'finalised' }, milliseconds(startTime)),
      latest: kickOff + 12 * HOUR,
      voidAfter: kickOff + 48 * HOUR,
      mint: running.config.stablecoinMint,
      feeBps: 0,
      feeAccount: this.money,
      minimumStake: TOKEN,
      maximumStake: 1_000n * TOKEN,
      maximumPool: 0n,
      abandonmentVoids: true,
      resultsSettle: true,
    };
    const trust = {
      oraclePrograms: [programs.oracle],
      mints: [terms.mint],
      fixtureStart: milliseconds(record.StartTime),
      fixtureSport: sport,
      fixtureStatKeys: null,
      deployment: await fetchStakeDeployment(chain, programs),
      accept: [NO_BOUND_FOR_LATE_ROOTS, UNTRUSTED_UPGRADES, CHAIN_CLOCK_BEHIND],
    };
    const market = await prepareMarket({ chain, programs, creator: signer.address, terms, mint, trust });
    await this.send(market.instructions);
    this.market = market.address;
    for (const [outcome, amount] of STAKES.entries()) {
      const found = await findMarket(chain, programs, market.address);
      await this.send([await prepareStake({ chain, programs, found, owner: signer.address, outcome, amount, trust })]);
    }
  }

  /** Whether a proof of the end of the match is published, from the earliest moment on. */
  async canSettle(): Promise<boolean> {
    try {
      await this.settlement();
      return true;
    } catch (error) {
      if (isError(error, NO_PROOF_YET) || isError(error, TOO_EARLY)) return false;
      throw error;
    }
  }

  async settleAndClaim(): Promise<void> {
    const { running, signer } = this;
    const { programs, node: chain } = running.chain;
    for (const { instructions } of (await this.settlement()).transactions) await this.send(instructions);
    const { address, market } = await this.found();
    const over = market.proposal.since.seconds + market.terms.challengeWindow + 1;
    await chainReaches(running.chain, over * 1_000);
    const owner = signer.address;
    await this.send([finaliseInstruction(programs, address)]);
    const { instructions } = await prepareClaim({ chain, programs, found: await this.found(), owner, payer: owner });
    await this.send(instructions);
    expect((await this.found()).market).toMatchObject({ state: 'Final', openPositions: 0n });
  }

  async balance(): Promise<bigint> {
    const account = await this.running.chain.node.account(this.money);
    return account === null ? 0n : Buffer.from(account.data).readBigUInt64LE(64);
  }

  private found() {
    const { node, programs } = this.running.chain;
    return findMarket(node, programs, this.market as Address);
  }

  private async settlement() {
    const { running, signer, apiToken } = this;
    const { programs, node: chain } = running.chain;
    const source = httpProofSource({ baseUrl: running.service.url, apiToken, timers: systemTimers });
    const fixtureSport = async () => 'soccer' as const;
    const [found, payer, version] = [await this.found(), signer.address, this.version];
    return prepareSettlement({ chain, programs, found, source, payer, fixtureSport, version });
  }

  private get version(): 'auto' | 0 {
    return this.signer.signsVersion1 ? 'auto' : 0;
  }

  private async send(instructions: readonly Instruction[]): Promise<string> {
    const { node: chain, programs } = this.running.chain;
    const what = { payer: this.signer.address, instructions, version: this.version };
    return this.land((await buildTransaction({ chain, programs, ...what })).transaction);
  }

  private async land(transaction: Transaction): Promise<string> {
    const { node: chain, programs } = this.running.chain;
    const signed = await this.signer.signTransaction(transaction);
    this.signed.push(signed);
    const signature = signatureOf(signed);
    if (!(await hasLanded({ chain, programs, sleep: pause }, signed, signature))) throw new Error('it has expired');
    return signature;
  }
}
