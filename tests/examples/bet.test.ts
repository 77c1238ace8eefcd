import type { Milliseconds } from '@linesman/sdk/format';
import { expect, it } from 'vitest';
import { bet, type Dapp, open, pay, settle } from '../../examples/bet.js';
import { fetchAccount } from '../../ts/sdk/program/account/fetchAccount.js';
import { marketAccount } from '../../ts/sdk/program/account/market.js';
import { TOKEN_PROGRAM_ID } from '../../ts/sdk/program/address/token.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { httpProofSource } from '../../ts/sdk/prove/httpProofSource.js';
import { API_TOKEN } from '../helpers/keeper/fakeService.js';
import { DEPLOYED } from '../helpers/sampleMarket.js';
import { ok } from '../helpers/settlement/chain.js';
import { KICK_OFF, TestMarket } from '../helpers/settlement/market.js';
import { tokenAmount } from '../helpers/settlement/tokens.js';
import { KeeperWorld } from '../helpers/world/keeperWorld.js';

const scene = new KeeperWorld().each();

it('examples/bet.ts opens a market, takes a bet, settles and pays out', async () => {
  const [first] = scene.play({ totals: { 1: 2, 7: 3 } });
  const { terms, creator, ...plan } = TestMarket.plan(scene.chain, {
    fixtureId: first?.FixtureId ?? 0,
    stakesClose: KICK_OFF - 300,
    earliest: KICK_OFF + 95 * 60,
  });
  const wallets: KeyPair[] = [creator];
  const dapp: Dapp = {
    chain: scene.node,
    programs: LOCALNET_PROGRAM_IDS,
    source: httpProofSource({ baseUrl: scene.service.baseUrl, apiToken: API_TOKEN, timers: scene.timers }),
    tokenProgram: TOKEN_PROGRAM_ID,
    send: async (instructions, signer) => {
      ok(
        await scene.chain.send(
          instructions,
          wallets.filter(({ address }) => address === signer),
        ),
      );
    },
  };
  const market = await open(dapp, creator.address, plan.id, terms);
  const players = TestMarket.plan(scene.chain, { ...terms, creator, id: plan.id });
  const [ann, ben] = [players.staker(), players.staker()];
  wallets.push(ann.keypair, ben.keypair);
  const trust = {
    oraclePrograms: [terms.oracleProgram],
    mints: [terms.mint],
    fixtureStart: (KICK_OFF * 1000) as Milliseconds,
    fixtureSport: 'soccer' as const,
    fixtureStatKeys: null,
    deployment: DEPLOYED,
  };
  for (const [outcome, { keypair, tokens }] of [ann, ben].entries())
    await bet(dapp, market, { player: keypair.address, source: tokens, outcome, amount: 400n, trust });

  await scene.at(3_600);
  expect(await settle(dapp, market, ben.publicKey)).toBe('NotFinal');
  await scene.at(8_700);
  expect(await settle(dapp, market, ben.publicKey)).toBe('settled');
  await scene.at(8_700 + terms.challengeWindow);
  await pay(dapp, market, ann.publicKey, 0, ben.publicKey);
  expect(await tokenAmount(scene.chain, ann.tokens)).toBe(1_000_000n + 390n);
  const { state, owed } = await fetchAccount(scene.node, marketAccount, market, LOCALNET_PROGRAM_IDS.settlement);
  expect([state, owed]).toEqual(['Final', 0n]);
});
