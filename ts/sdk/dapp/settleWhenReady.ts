import { REQUEST_ABORTED } from '../error/codes/api.js';
import { fail, type LinesmanError } from '../error/linesmanError.js';
import { checkOptions, type OptionRules, optional, required } from '../format/checkOptions.js';
import { bytesToHex } from '../format/hex.js';
import { DURATION, FUNCTION } from '../format/optionKinds.js';
import { type Seconds, seconds } from '../format/slotTime.js';
import type { Sport } from '../format/sports/sports.js';
import { timeText } from '../format/timeDistance.js';
import type { Market } from '../program/account/market.js';
import type { Address } from '../program/address/address.js';
import { ADDRESS } from '../program/address/addressOption.js';
import type { Instruction } from '../program/instruction/instruction.js';
import { type FoundMarket, findMarket } from '../program/settlement/actions/findMarket.js';
import { prepareBufferClosing } from '../program/settlement/actions/prepareBufferClosing.js';
import { prepareFinalise } from '../program/settlement/actions/prepareFinalise.js';
import { findMarketEnds } from '../program/settlement/findMarketEnds.js';
import { proposeVoidInstructions } from '../program/settlement/proposeVoidInstructions.js';
import { nextStep } from '../program/settlement/rules/nextStep.js';
import { signerVersion } from '../program/transaction/signAndSend.js';
import { findVoidProof } from '../prove/findVoidProof.js';
import { isTransient, type NoProofReason, PATIENCE } from '../prove/noProof.js';
import { searchSettlement } from '../prove/prepareSettlement.js';
import type { ProofSource } from '../prove/proofSource.js';
import type { Deployment } from './deployment.js';
import { SEND_OPTIONS, type SendOptions } from './sentOnce.js';

/** What a market waits for before it can be ended. */
export interface SettleWait {
  /**
   * `time`: the match has to be played; `proof`: a record that decides the market; `root`: the root of its slot on
   * chain; `vouchers`: enough attesters; `window`: a later proof may still correct the outcome; `service`: its answer.
   */
  readonly for: 'time' | 'proof' | 'root' | 'vouchers' | 'window' | 'service';
  /** When it is over at the latest, by the chain's clock; `null` if nobody knows. */
  readonly until: Seconds | null;
  /** The same in a sentence. */
  readonly text: string;
  /** Why there is no proof; `null` while none is looked for. */
  readonly error: LinesmanError | null;
}

export interface SettleQuestion extends SendOptions {
  readonly market: Address;
  /** ms between two looks at the chain and the service. Default 10,000. */
  readonly interval?: number;
  /** Called whenever it waits for something else than before. */
  readonly onWait?: (wait: SettleWait) => void;
}

export interface Settled {
  readonly state: 'Final' | 'Void';
  /** The index of the outcome that won; `null` for a void market. */
  readonly outcome: number | null;
}

const QUESTION: OptionRules<SettleQuestion> = {
  ...SEND_OPTIONS,
  market: required(ADDRESS),
  interval: optional(DURATION),
  onWait: optional(FUNCTION),
};

/** A run of `settleWhenReady`. */
interface Run {
  readonly deployment: Deployment;
  readonly how: SendOptions;
  /** One for the run, because each has a session of its own. */
  readonly source: ProofSource;
  /** Of the match, by the service; asked once. */
  readonly sport: () => Promise<Sport | null>;
}

export async function settleWhenReady(deployment: Deployment, question: SettleQuestion): Promise<Settled> {
  checkOptions('settleWhenReady', question, QUESTION);
  const { market: address, interval = 10_000, onWait, ...how } = question;
  const { chain, programs, timers } = deployment;
  deployment.needSigner();
  deployment.needClient();
  await deployment.config();
  const find = () => findMarket(chain, programs, address);
  let sport: Sport | null = null;
  let found = await find();
  const { fixtureId } = found.market.terms;
  const run: Run = {
    ...{ deployment, how, source: deployment.source() },
    sport: async () => {
      sport ??= (await deployment.facts(fixtureId))?.sport ?? null;
      return sport;
    },
  };
  for (let told = ''; !how.signal?.aborted; found = await find()) {
    const { state, proposal } = found.market;
    if (state === 'Final' || state === 'Void') return { state, outcome: state === 'Final' ? proposal.outcome : null };
    const wait = await advance(run, found).catch(async (error: unknown) => {
      // Anyone can take the same step first; then the program refuses ours.
      if (how.signal?.aborted || !hasChanged(found.market, (await find()).market)) throw error;
      return null;
    });
    if (wait === null) continue;
    const what = `${wait.for} ${wait.error?.message}`;
    if (what !== told) onWait?.(wait);
    told = what;
    await timers.sleep(interval, how.signal);
  }
  return fail(REQUEST_ABORTED);
}

const hasChanged = (one: Market, other: Market): boolean =>
  one.state !== other.state ||
  one.proposal.orderKey !== other.proposal.orderKey ||
  one.proposal.since.seconds !== other.proposal.since.seconds;

/** Takes the next step of a market. Returns `null` after it, or what the step waits for. Errors: SERVICE_REFUSED. */
async function advance(run: Run, found: FoundMarket): Promise<SettleWait | null> {
  const { chain, programs } = run.deployment;
  const { market, now } = found;
  const { terms, state } = market;
  const step = nextStep(market, now);
  if (step.kind !== 'prove') return waiting(found, 'time', step.kind === 'wait' ? step.until : null);
  const settles = Math.max(terms.stakesClose, terms.earliest);
  const isEarly = state === 'Open' && now.seconds < settles;
  // A proof comes first: it may correct a proposal, and a market that can be settled is not voided.
  const unproven = isEarly ? null : await settled(run, found);
  if (!isEarly && unproven === null) return null;
  const mayCome = unproven !== null && isTransient(unproven.reason);
  const mayBeCalledOff = state === 'Open' && step.otherwise === null && terms.abandonmentVoids && !mayCome;
  if (mayBeCalledOff && (await voidProposed(run, found))) return null;
  const [watched] = await findMarketEnds(chain, programs, [market], now);
  const end = watched?.end ?? null;
  const isByResult = end?.of === 'result' && end.at <= now.seconds;
  const isPutOff = mayCome && now.seconds < step.due + PATIENCE;
  if (isByResult || (step.otherwise !== null && !isPutOff)) {
    const { action, instructions } = await prepareFinalise(chain, programs, found);
    await send(run, `${action} ${found.address}`, instructions);
    return null;
  }
  if (isEarly) return waiting(found, 'time', settles);
  if (end && end.at > now.seconds) return waiting(found, 'window', end.at);
  // Waiting does not help a caller without access.
  if (unproven?.reason === 'ServiceRefused') throw unproven.error;
  return waiting(found, waitsFor(unproven?.reason), isPutOff ? step.due + PATIENCE : step.due, unproven?.error);
}

/** Settles with a proof, or corrects the proposal. Returns why there is none. */
async function settled({ deployment, how, source, sport }: Run, found: FoundMarket) {
  const { chain, programs } = deployment;
  const { address: payer, signer } = deployment.needSigner();
  const search = await searchSettlement({
    ...{ chain, programs, found, payer, source },
    ...{ fixtureSport: sport, accept: deployment.accepted, version: signerVersion(signer) },
  });
  if (!search.found) return search;
  const { transactions, form } = search;
  try {
    for (const { instructions } of transactions)
      await send({ deployment, how }, `settle ${found.address} ${contentOf(instructions)}`, instructions);
  } finally {
    // The rent matters less than the settlement, and the next run closes the buffer as well.
    if (form.form === 'buffer') await closeBuffer({ deployment, how }, found.address).catch(() => {});
  }
  return null;
}

/** Proposes to void a market whose match was called off, if that is proven. */
async function voidProposed({ deployment, how, source }: Run, found: FoundMarket): Promise<boolean> {
  const { chain, programs } = deployment;
  const { address: market } = found;
  const { terms } = found.market;
  const search = await findVoidProof({ terms, source, chain });
  if (!search.found) return false;
  const { proof } = search.proposal;
  const instructions = proposeVoidInstructions({ programs, market, terms, proof });
  await send({ deployment, how }, `propose void ${market}`, instructions);
  return true;
}

type Sending = Pick<Run, 'deployment' | 'how'>;

async function closeBuffer(sending: Sending, market: Address): Promise<void> {
  const { chain, programs } = sending.deployment;
  const payer = sending.deployment.needSigner().address;
  const closing = await prepareBufferClosing(chain, programs, payer, market);
  if (closing) await send(sending, `close the buffer of ${market}`, [closing]);
}

const send = ({ deployment, how }: Sending, what: string, instructions: readonly Instruction[]) =>
  deployment.needSigner().sentOnce.send(what, async () => ({ instructions, result: null }), how);

/** Parts of an upload differ only by their content. */
const contentOf = (instructions: readonly Instruction[]): string =>
  instructions.map(({ data }) => bytesToHex(data)).join();

/** What a market without a proof waits for. */
function waitsFor(reason: NoProofReason | undefined): SettleWait['for'] {
  switch (reason) {
    case 'NotPublished':
      return 'root';
    case 'NotAttested':
      return 'vouchers';
    case 'ServiceUnavailable':
      return 'service';
    default:
      return 'proof';
  }
}

const WORDS: Readonly<Record<SettleWait['for'], string>> = {
  time: 'the match to be played',
  proof: 'a record that decides the market',
  root: 'the root of the deciding record on chain',
  vouchers: 'the attesters of the terms',
  window: 'the end of the challenge window',
  service: 'an answer of the service',
};

function waiting(
  { now }: FoundMarket,
  what: SettleWait['for'],
  until: number | null,
  error: LinesmanError | null = null,
): SettleWait {
  const at = until === null ? '' : `, until ${timeText(until, now.seconds)} at the latest`;
  return { for: what, until: until === null ? null : seconds(until), text: `Waits for ${WORDS[what]}${at}.`, error };
}
