import { NO_BOUND_FOR_LATE_ROOTS, UNTRUSTED_UPGRADES } from '../../ts/sdk/error/codes/customers.js';
import { fetchAccount } from '../../ts/sdk/program/account/fetchAccount.js';
import { type Market, marketAccount } from '../../ts/sdk/program/account/market.js';
import { type Address, addressBytes } from '../../ts/sdk/program/address/address.js';
import { configAddress, programDataAddress } from '../../ts/sdk/program/address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { marketAddress, vaultAddress } from '../../ts/sdk/program/address/settlement.js';
import { associatedTokenAddress, TOKEN_PROGRAM_ID as tokenProgram } from '../../ts/sdk/program/address/token.js';
import { INSTRUCTIONS } from '../../ts/sdk/program/instructions.js';
import { claimInstruction } from '../../ts/sdk/program/settlement/claimInstruction.js';
import { createMarketInstruction } from '../../ts/sdk/program/settlement/createMarketInstruction.js';
import { finaliseInstruction } from '../../ts/sdk/program/settlement/decideInstructions.js';
import { fetchStakeDeployment } from '../../ts/sdk/program/settlement/fetchStakeDeployment.js';
import { sweepInstruction } from '../../ts/sdk/program/settlement/leftoverInstructions.js';
import { earliestDecision } from '../../ts/sdk/program/settlement/rules/earliestDecision.js';
import { settleInstructions } from '../../ts/sdk/program/settlement/settleInstructions.js';
import { stakeInstruction } from '../../ts/sdk/program/settlement/stakeInstruction.js';
import { createAccountInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { createTokenAccount, initializeMint, MINT_SIZE, mintTo } from '../../ts/sdk/program/tokenInstructions.js';
import type { MarketTerms } from '../../ts/sdk/program/wire/terms.js';
import { parseCondition, strategyOf } from '../../ts/sdk/proof/condition.js';
import type { StatProof } from '../../ts/sdk/proof/proof.js';
import { LocalChain } from './localChain.js';
import { people as makePeople } from './people.js';
import { type Scene, secondsOf } from './scene.js';
import { Stage, type Step } from './stage.js';

/** Six decimals, like most stablecoins. */
export const DECIMALS = 6;
const TOKEN = 10n ** BigInt(DECIMALS);
const PURSE = 100n * TOKEN;
const BETS = { ann: { outcome: 0, amount: 60n * TOKEN }, ben: { outcome: 1, amount: 40n * TOKEN } } as const;
const MARKET_ID = 1n;
const HOUR = 3600;
const DAY = 24 * HOUR;

export interface DemoResult {
  readonly market: Address;
  /** 0: the condition held; 1: it did not. */
  readonly outcome: number;
  readonly winner: 'ann' | 'ben';
  /** Base units that the winner was paid. */
  readonly paid: bigint;
  readonly steps: readonly Step[];
}

/** Plays a scene on a local chain, from configuring the oracle to the winner's claim. */
export async function play(scene: Scene, onStep: (step: Step) => void): Promise<DemoResult> {
  const chain = await LocalChain.start(makePeople().authority.address);
  const stage = new Stage(chain, onStep);
  await stage.setTime(secondsOf(scene.start, -HOUR));
  await giveMoney(chain, stage);
  await configureOracle(chain, stage);
  await scene.publish(chain, stage);
  const market = await openMarket(chain, stage, scene);
  await stakeBoth(chain, stage, scene, market);
  await settle(chain, stage, scene, market);
  return await pay(chain, stage, market);
}

const tokenAccountOf = (stage: Stage, owner: Address): Address =>
  associatedTokenAddress(stage.people.mint.address, owner, tokenProgram);

const readMarket = (chain: LocalChain, market: Address): Promise<Market> =>
  fetchAccount(chain, marketAccount, market, chain.programs.settlement);

/** Creates a mint, and gives Ann and Ben 100 tokens each. */
async function giveMoney(chain: LocalChain, stage: Stage): Promise<void> {
  const { ann, ben, creator, mint, authority, publisher } = stage.people;
  for (const person of [ann, ben, creator, authority, publisher]) chain.fund(person.address);
  const make = [
    createAccountInstruction({
      payer: creator.address,
      account: mint.address,
      lamports: 10_000_000n,
      space: MINT_SIZE,
      owner: tokenProgram,
    }),
    initializeMint(mint.address, DECIMALS, creator.address),
  ];
  const fill = [creator, ann, ben].flatMap(({ address: owner }) => {
    const open = createTokenAccount(mint.address, owner, creator.address);
    const fund = mintTo(mint.address, tokenAccountOf(stage, owner), creator.address, PURSE);
    return owner === creator.address ? [open] : [open, fund];
  });
  for (const [name, person] of [
    ['ann', ann],
    ['ben', ben],
    ['fee', creator],
  ] as const)
    stage.watch(name, tokenAccountOf(stage, person.address));
  await stage.act('a mint is made, Ann and Ben get 100 tokens each', [
    () => chain.send(make, [creator, mint]),
    () => chain.send(fill, [creator]),
  ]);
}

async function configureOracle(chain: LocalChain, stage: Stage): Promise<void> {
  const { authority, publisher, mint } = stage.people;
  const { oracle } = chain.programs;
  const configure = INSTRUCTIONS.initializeConfig.build(
    oracle,
    {
      authority: authority.address,
      config: configAddress(oracle).address,
      programData: programDataAddress(oracle).address,
      systemProgram: SYSTEM_PROGRAM_ID,
    },
    {
      parameters: {
        admin: authority.address,
        publisher: publisher.address,
        backendAdmin: authority.address,
        oracleKey: addressBytes(publisher.address),
        nextOracleKey: new Uint8Array(32),
        serviceMint: mint.address,
        stablecoinMint: mint.address,
        creditPackPrice: TOKEN,
        lateAfter: 0,
      },
    },
  );
  await stage.act('the oracle is configured by its upgrade authority', [() => chain.send([configure], [authority])]);
}

/**
 * The question of the scene as a market: yes or no, a fee of one percent of the losing stakes, an hour to challenge.
 */
function termsOf(chain: LocalChain, stage: Stage, { proof, where, sport, fixtureId, start }: Scene): MarketTerms {
  const statKeys = proof.leaves.map(({ stat }) => stat.key);
  const close = secondsOf(start) - 300;
  const latest = close + DAY;
  return {
    oracleProgram: chain.programs.oracle,
    splits: null,
    sources: [],
    agree: 1,
    signer: null,
    attesters: null,
    fixtureId,
    sport,
    statKeys,
    outcomes: [strategyOf(parseCondition(where), statKeys)],
    finality: 'finalised',
    challengeWindow: HOUR,
    stakesClose: close,
    earliest: earliestDecision({ sport, finality: 'finalised' }, start),
    latest,
    voidAfter: latest + HOUR + 2 * DAY,
    mint: stage.people.mint.address,
    feeBps: 100,
    feeAccount: tokenAccountOf(stage, stage.people.creator.address),
    minimumStake: TOKEN,
    maximumStake: 1000n * TOKEN,
    maximumPool: 0n,
    abandonmentVoids: true,
    resultsSettle: true,
  };
}

async function openMarket(chain: LocalChain, stage: Stage, scene: Scene): Promise<Address> {
  const { programs } = chain;
  const { creator } = stage.people;
  const terms = termsOf(chain, stage, scene);
  const market = marketAddress(creator.address, MARKET_ID, programs.settlement).address;
  stage.watch('vault', vaultAddress(market, programs.settlement).address);
  const create = createMarketInstruction({ programs, creator: creator.address, id: MARKET_ID, terms, tokenProgram });
  await stage.act(`a market opens: ${scene.where}`, [() => chain.send([create], [creator])]);
  return market;
}

async function stakeBoth(chain: LocalChain, stage: Stage, scene: Scene, market: Address): Promise<void> {
  const { programs } = chain;
  const { mint } = stage.people;
  for (const name of ['ann', 'ben'] as const) {
    const owner = stage.people[name];
    const stake = stakeInstruction({
      programs,
      pool: market,
      account: await readMarket(chain, market),
      owner: owner.address,
      source: tokenAccountOf(stage, owner.address),
      tokenProgram,
      ...BETS[name],
      trust: {
        oraclePrograms: [programs.oracle],
        mints: [mint.address],
        fixtureStart: scene.start,
        fixtureSport: scene.sport,
        fixtureStatKeys: 'all',
        deployment: await fetchStakeDeployment(chain, programs),
        // On this chain whoever runs the demo may replace the programs, and its roots have no bound.
        accept: [NO_BOUND_FOR_LATE_ROOTS, UNTRUSTED_UPGRADES],
      },
    });
    const what = name === 'ann' ? 'Ann stakes 60 on yes' : 'Ben stakes 40 on no';
    await stage.act(what, [() => chain.send([stake], [owner])]);
  }
}

/** Anyone may settle. Here Ben settles, although he will not like the result. */
async function settle(chain: LocalChain, stage: Stage, { proof, refused }: Scene, market: Address): Promise<void> {
  const { programs } = chain;
  const { ben } = stage.people;
  const { terms } = await readMarket(chain, market);
  const settleWith = (one: StatProof) => chain.send(settleInstructions({ programs, market, terms, proof: one }), [ben]);
  await stage.setTime(secondsOf(refused.proof.summary.updateStats.maxTimestamp, HOUR / 6));
  await stage.refuse(`Ben tries to settle with ${refused.what}`, () => settleWith(refused.proof));
  await stage.setTime(secondsOf(proof.summary.updateStats.maxTimestamp, HOUR / 6));
  await stage.act('Ben settles with the final proof', [() => settleWith(proof)]);
  const { proposal } = await readMarket(chain, market);
  await stage.setTime(secondsOf(proof.summary.updateStats.maxTimestamp, HOUR / 6 + HOUR));
  const outcome = proposal.outcome === 0 ? 'yes' : 'no';
  await stage.act(`the challenge window is over: final, ${outcome}`, [
    () => chain.send([finaliseInstruction(programs, market)], [ben]),
  ]);
}

async function pay(chain: LocalChain, stage: Stage, market: Address): Promise<DemoResult> {
  const { programs } = chain;
  const { mint } = stage.people;
  const { proposal, terms } = await readMarket(chain, market);
  const winner = proposal.outcome === BETS.ann.outcome ? 'ann' : 'ben';
  const owner = stage.people[winner];
  const account = tokenAccountOf(stage, owner.address);
  const before = await stage.balance(account);
  const claim = claimInstruction({
    programs,
    pool: market,
    mint: mint.address,
    owner: owner.address,
    outcome: proposal.outcome,
    payer: owner.address,
    tokenProgram,
  });
  await stage.act(`${winner === 'ann' ? 'Ann' : 'Ben'} claims`, [() => chain.send([claim], [owner])]);
  const paid = (await stage.balance(account)) - before;
  const sweep = sweepInstruction({ programs, pool: market, terms, tokenProgram });
  await stage.act('the fee leaves the vault', [() => chain.send([sweep], [stage.people.creator])]);
  return { market, outcome: proposal.outcome, winner, paid, steps: stage.steps };
}
