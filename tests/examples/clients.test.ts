import { readFileSync } from 'node:fs';
import type { Milliseconds } from '@linesman/sdk/format';
import { createSolanaRpc } from '@solana/kit';
import type { Connection } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bet, type Dapp, open, pay } from '../../examples/bet.js';
import { dapp as kitDapp } from '../../examples/kit/dapp.js';
import { settleWithKit } from '../../examples/kit/settle.js';
import { dapp as web3Dapp } from '../../examples/web3/dapp.js';
import { settleWithWeb3 } from '../../examples/web3/settle.js';
import { toKitSigner } from '../../ts/sdk/kit/convert.js';
import { fetchAccount } from '../../ts/sdk/program/account/fetchAccount.js';
import { marketAccount } from '../../ts/sdk/program/account/market.js';
import { type Address, address } from '../../ts/sdk/program/address/address.js';
import { TOKEN_PROGRAM_ID } from '../../ts/sdk/program/address/token.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { toKeypair } from '../../ts/sdk/web3/convert.js';
import { leftOut } from '../helpers/leftOut.js';
import { DEPLOYED } from '../helpers/sampleMarket.js';
import type { TestChain } from '../helpers/settlement/chain.js';
import { allOf, binary, TestMarket } from '../helpers/settlement/market.js';
import { SurfChain } from '../helpers/settlement/surfChain.js';
import { tokenAmount } from '../helpers/settlement/tokens.js';
import { surfpool } from '../helpers/surfpool.js';

/** A whole bet with each client library over RPC, on the newer runtime. */

const isThere = surfpool() !== null;
if (!isThere) leftOut('the examples over RPC: @solana/surfpool-linux-x64-gnu is not installed.');

const text = (path: string) => readFileSync(new URL(`../../examples/${path}`, import.meta.url), 'utf8');
const json = (path: string) => JSON.parse(text(path));
/** Kick-off of the example match, s: 2027-01-15 15:00 UTC. */
const START = Date.UTC(2027, 0, 15, 15) / 1_000;
const programs = LOCALNET_PROGRAM_IDS;

/** The parts that depend on the client library. */
interface Client {
  readonly dapp: Dapp;
  settle(market: Address, answer: string): Promise<string>;
}

type MakeClient = (connection: Connection, wallets: readonly [KeyPair, ...KeyPair[]]) => Promise<Client>;

/** The examples settle with a stored answer, so no service is needed. */
const rest = { programs, source: {} as Dapp['source'], tokenProgram: TOKEN_PROGRAM_ID };

const CLIENTS: Record<string, MakeClient> = {
  '@solana/web3.js': async (connection, wallets) => ({
    dapp: web3Dapp(connection, wallets.map(toKeypair), rest),
    settle: (market, answer) => settleWithWeb3(connection, programs, market, answer, toKeypair(wallets[0])),
  }),
  '@solana/kit': async (connection, wallets) => {
    const rpc = createSolanaRpc(connection.rpcEndpoint);
    const signers = await Promise.all(wallets.map(toKitSigner));
    const payer = await toKitSigner(wallets[0]);
    return {
      dapp: kitDapp(rpc, signers, rest),
      settle: (market, answer) => settleWithKit(rpc, programs, market, answer, payer),
    };
  },
};

describe.skipIf(!isThere).each(Object.entries(CLIENTS))('a bet with %s', (_, makeClient) => {
  let chain: TestChain;
  let connection: Connection;
  let stop: () => void;
  beforeAll(async () => {
    const started = await SurfChain.start(START - 7_200);
    if (!started) throw new Error('surfpool does not start');
    ({ chain, connection, stop } = started);
    const roots = json('roots/scores.json') as { address: string; owner: string; data: string };
    chain.setAccount(address(roots.address), address(roots.owner), Buffer.from(roots.data, 'base64'));
  });
  afterAll(() => stop?.());

  it('opens a market, takes stakes, settles with an answer, and pays out', async () => {
    const { terms, creator, id } = TestMarket.plan(chain, {
      fixtureId: json('proofs/final-win.json').summary.fixtureId,
      stakesClose: START - 300,
      earliest: START + 95 * 60,
      outcomes: [allOf(binary(0, 'subtract', 1, 'greaterThan', 0))],
    });
    const players = TestMarket.plan(chain, { ...terms, creator, id });
    const [ann, ben] = [players.staker(), players.staker()];
    const { dapp, settle } = await makeClient(connection, [creator, ann.keypair, ben.keypair]);

    const market = await open(dapp, creator.address, id, terms);
    const trust = {
      oraclePrograms: [terms.oracleProgram],
      mints: [terms.mint],
      fixtureStart: (START * 1_000) as Milliseconds,
      fixtureSport: 'soccer' as const,
      fixtureStatKeys: null,
      deployment: DEPLOYED,
    };
    for (const [outcome, { publicKey, tokens }] of [ann, ben].entries())
      await bet(dapp, market, { player: publicKey, source: tokens, outcome, amount: 400n, trust });

    await chain.setTime(START + 3 * 3_600);
    await expect(settle(market, text('proofs/half-time.json'))).rejects.toMatchObject({ number: 6218 });
    expect(await settle(market, text('proofs/final-win.json'))).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);

    await chain.setTime(START + 3 * 3_600 + terms.challengeWindow + 60);
    await pay(dapp, market, ann.publicKey, 0, ben.publicKey);
    expect(await tokenAmount(chain, ann.tokens)).toBe(1_000_000n + 390n);
    const { state, owed } = await fetchAccount(dapp.chain, marketAccount, market, programs.settlement);
    expect([state, owed]).toEqual(['Final', 0n]);
  });
});
