import { createLinesman } from '../../../ts/sdk/dapp/createLinesman.js';
import type { LinesmanOptions } from '../../../ts/sdk/dapp/deployment.js';
import type { OpenMarketQuestion } from '../../../ts/sdk/dapp/openMarket.js';
import { NO_BOUND_FOR_LATE_ROOTS, UNTRUSTED_UPGRADES } from '../../../ts/sdk/error/codes/customers.js';
import { CHAIN_CLOCK_BEHIND } from '../../../ts/sdk/error/codes/market.js';
import { SYSTEM_PROGRAM_ID } from '../../../ts/sdk/program/address/runtime.js';
import { positionAddress } from '../../../ts/sdk/program/address/settlement.js';
import { TOKEN_PROGRAM_ID } from '../../../ts/sdk/program/address/token.js';
import { LOCALNET_PROGRAM_IDS as programs } from '../../../ts/sdk/program/programId.js';
import { transactionSigner } from '../../../ts/sdk/program/transaction/signAndSend.js';
import { API_TOKEN } from '../keeper/fakeService.js';
import { ataOf, makeMint, makeTokenAccount } from '../settlement/tokens.js';
import type { KeeperWorld } from './keeperWorld.js';

/** Of every world in this process: its oracle has no bound, nobody deployed it, and its time is its own. */
export const ACCEPT = [NO_BOUND_FOR_LATE_ROOTS, UNTRUSTED_UPGRADES, CHAIN_CLOCK_BEHIND] as const;
export const MONEY = 1_000_000n;

/** A match, a wallet with money, and what they need; `signed` counts signatures. */
export function dappScene(scene: KeeperWorld, options: Partial<LinesmanOptions> = {}) {
  const [record] = scene.play();
  const fixture = record?.FixtureId ?? 0;
  scene.chain.setAccount(programs.oracle, SYSTEM_PROGRAM_ID, new Uint8Array(1));
  const mint = makeMint(scene.chain);
  const pair = scene.chain.fundedKeypair();
  const tokens = ataOf(pair.address, mint, TOKEN_PROGRAM_ID);
  makeTokenAccount(scene.chain, { mint, owner: pair.address, amount: MONEY, address: tokens });
  const wallet = transactionSigner(pair);
  const signed: string[] = [];
  const signer: typeof wallet = {
    ...wallet,
    signTransaction: (transaction) => {
      signed.push(transaction.message.blockhash);
      return wallet.signTransaction(transaction);
    },
  };
  const linesman = createLinesman({
    ...{ rpc: scene.node, signer, timers: scene.timers, trust: { mints: [mint], accept: ACCEPT } },
    service: { baseUrl: scene.service.baseUrl, apiToken: API_TOKEN },
    ...options,
  });
  const wish: OpenMarketQuestion = { fixture, mint, where: 'k1 - k2 > 0', confirm: () => true };
  const open = async (about: Partial<OpenMarketQuestion> = {}) => {
    const opened = await linesman.openMarket({ ...wish, ...about });
    const stakes = [0, 1].map((outcome) => positionAddress(opened.address, pair.address, outcome, programs.settlement));
    scene.node.known.push(opened.address, ...stakes.map(({ address }) => address));
    return opened;
  };
  return { linesman, wish, open, signed, fixture, mint, tokens, owner: pair.address };
}
