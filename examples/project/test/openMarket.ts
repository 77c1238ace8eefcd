import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalChain } from '@linesman/regress';
import {
  type Address,
  createMarketInstruction,
  KeyPair,
  type MarketTerms,
  marketAddress,
  parseCondition,
  sendTransaction,
  strategyOf,
} from '@linesman/sdk';
import {
  associatedTokenAddress,
  createAccountInstruction,
  createTokenAccount,
  initializeMint,
  MINT_SIZE,
  TOKEN_PROGRAM_ID,
} from '@linesman/sdk/program';
import type { Dapp } from '../src/settle.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/**
 * Opens a market on a home win. It takes stakes until kick-off (Unix seconds), and is settled only by the final score.
 */
export async function openMarket(
  { chain, programs, wallet }: Dapp & { readonly chain: LocalChain },
  fixtureId: number,
  kickOff: number,
): Promise<Address> {
  const mint = KeyPair.generate();
  const statKeys = [1, 2]; // the goals of both teams
  const terms: MarketTerms = {
    oracleProgram: programs.oracle,
    splits: null,
    sources: [],
    agree: 1,
    signer: null,
    attesters: null,
    fixtureId,
    sport: 'soccer',
    statKeys,
    outcomes: [strategyOf(parseCondition('k1 - k2 > 0'), statKeys)], // and everything else
    finality: 'finalised',
    challengeWindow: HOUR,
    stakesClose: kickOff,
    earliest: kickOff,
    latest: kickOff + DAY,
    voidAfter: kickOff + 3 * DAY,
    mint: mint.address,
    feeBps: 250,
    feeAccount: associatedTokenAddress(mint.address, wallet.address, TOKEN_PROGRAM_ID),
    minimumStake: 1n,
    maximumStake: 1_000_000_000n,
    maximumPool: 0n,
    abandonmentVoids: false,
    resultsSettle: true,
  };
  const creator = wallet.address;
  const instructions = [
    createAccountInstruction({
      payer: creator,
      account: mint.address,
      lamports: BigInt(await chain.rent(MINT_SIZE)),
      space: MINT_SIZE,
      owner: TOKEN_PROGRAM_ID,
    }),
    initializeMint(mint.address, 6, creator),
    createTokenAccount(mint.address, creator, creator),
    createMarketInstruction({ programs, creator, id: 1n, terms, tokenProgram: TOKEN_PROGRAM_ID }),
  ];
  await sendTransaction({ chain, programs, payer: wallet, signers: [mint], instructions, sleep });
  return marketAddress(creator, 1n, programs.settlement).address;
}
