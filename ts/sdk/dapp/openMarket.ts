import { MISSING_OPTION, NOT_CONFIRMED } from '../error/codes/options.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, deliberate, type OptionRules, required } from '../format/checkOptions.js';
import { bytesToHex } from '../format/hex.js';
import { AMOUNT, FUNCTION, integerOf, SPORT } from '../format/optionKinds.js';
import type { Sport } from '../format/sports/sports.js';
import { chainMoment } from '../program/account/chainTime.js';
import { readMint } from '../program/account/mint.js';
import type { Address } from '../program/address/address.js';
import { ADDRESS } from '../program/address/addressOption.js';
import { type PreparedMarket, prepareMarket } from '../program/settlement/actions/prepareMarket.js';
import { ASKED_OUTCOMES, type AskedOutcomes } from '../program/settlement/askedOutcomes.js';
import { settlingResult } from '../program/settlement/findMarketEnds.js';
import { type TermsContext, termsInWords } from '../program/settlement/termsInWords.js';
import { CHOSEN_TERMS, type ChosenTerms, usualMarketTerms } from '../program/settlement/usualMarketTerms.js';
import type { MarketTerms } from '../program/wire/terms.js';
import { termsHash } from '../program/wire/termsHash.js';
import type { Deployment } from './deployment.js';
import { SEND_OPTIONS, type SendOptions } from './sentOnce.js';

/** A market to open. Whatever is left out is as in `linesman market create`. */
export interface MarketQuestion extends ChosenTerms, AskedOutcomes {
  /** The match. */
  readonly fixture: number;
  /** Required without a service, and otherwise compared with what the service says. */
  readonly sport?: Sport;
  /** The money. Default: the stablecoin of the oracle. */
  readonly mint?: Address;
  /** The creator's number of the market. Default: the first free one from the current second. */
  readonly id?: bigint;
}

export interface OpenMarketQuestion extends MarketQuestion, SendOptions {
  /**
   * Called with the terms in words before the signer is asked. `false` keeps the market from being made: NOT_CONFIRMED.
   */
  readonly confirm: (words: string, prepared: ShownMarket) => unknown;
}

/** A market that is ready to be signed. */
export interface ShownMarket extends PreparedMarket {
  readonly terms: MarketTerms;
  /** The terms in words, a line for each row. */
  readonly words: string;
}

export interface OpenedMarket extends Pick<ShownMarket, 'address' | 'id' | 'terms'> {
  readonly signature: string;
}

const QUESTION: OptionRules<MarketQuestion> = {
  ...CHOSEN_TERMS,
  ...ASKED_OUTCOMES,
  fixture: required(integerOf(0)),
  sport: deliberate(SPORT),
  mint: deliberate(ADDRESS),
  id: deliberate(AMOUNT),
};
const OPEN: OptionRules<OpenMarketQuestion> = { ...QUESTION, ...SEND_OPTIONS, confirm: required(FUNCTION) };

interface Draft extends Omit<TermsContext, 'result' | 'fixture'> {
  readonly terms: MarketTerms;
  readonly fixture: Awaited<ReturnType<Deployment['facts']>>;
  readonly mint: Awaited<ReturnType<typeof readMint>>;
}

export async function termsFor(deployment: Deployment, question: MarketQuestion): Promise<MarketTerms> {
  checkOptions('termsFor', question, QUESTION);
  return (await draft(deployment, question)).terms;
}

export async function prepareShown(deployment: Deployment, question: MarketQuestion): Promise<ShownMarket> {
  checkOptions('prepareMarket', question, QUESTION);
  return await shown(deployment, question, await draft(deployment, question));
}

export async function openMarket(deployment: Deployment, given: OpenMarketQuestion): Promise<OpenedMarket> {
  checkOptions('openMarket', given, OPEN);
  const { confirm, onState, signal, ...question } = given;
  const { sentOnce } = deployment.needSigner();
  const first = await draft(deployment, question);
  let isConfirmed = false;
  const prepare = async () => {
    // The guard needs the start as it is known now. The terms stay those that are shown.
    const [fixture, now] = await Promise.all([deployment.facts(question.fixture), chainMoment(deployment.chain)]);
    const prepared = await shown(deployment, question, { ...first, fixture, now });
    if (!isConfirmed && (await confirm(prepared.words, prepared)) === false)
      fail(NOT_CONFIRMED, { market: prepared.address });
    isConfirmed = true;
    return { instructions: prepared.instructions, result: prepared };
  };
  const what = `market ${bytesToHex(termsHash(first.terms))} ${question.id ?? ''}`;
  const { signature, result } = await sentOnce.send(what, prepare, { ...(onState && { onState }), signal });
  return { address: result.address, id: result.id, terms: result.terms, signature };
}

async function draft(deployment: Deployment, question: MarketQuestion): Promise<Draft> {
  const { fixture: id, sport: stated, mint: money, id: _, ...chosen } = question;
  const { chain, programs } = deployment;
  const { address: creator } = deployment.needSigner();
  const { stablecoinMint, oracleKey } = await deployment.config();
  const [fixture, mint, now] = await Promise.all([
    deployment.facts(id),
    readMint(chain, money ?? stablecoinMint),
    chainMoment(chain),
  ]);
  const sport = stated ?? fixture?.sport ?? fail(MISSING_OPTION, missingSport);
  const terms = usualMarketTerms({
    ...(chosen.finality === 'signed-final' && { signer: oracleKey }),
    ...chosen,
    ...{ oracleProgram: programs.oracle, creator, mint },
    fixture: { id, sport, start: fixture?.start ?? null },
  });
  return { terms, fixture, mint, now };
}

const missingSport = { function: 'openMarket', option: 'sport', value: undefined, expected: SPORT.expected };

/** Errors: those of `prepareMarket`. */
async function shown(deployment: Deployment, { id }: MarketQuestion, draft: Draft): Promise<ShownMarket> {
  const { terms, fixture, mint } = draft;
  const { chain, programs } = deployment;
  const { address: creator } = deployment.needSigner();
  const trust = await deployment.trust(fixture, terms.attesters);
  const prepared = await prepareMarket({
    ...{ chain, programs, creator, terms, mint, trust },
    ...(id !== undefined && { id }),
  });
  const rows = termsInWords(terms, { ...draft, result: settlingResult(terms, programs) });
  return { ...prepared, terms, words: rows.map(([name, value]) => `${name.padEnd(12)} ${value}`).join('\n') };
}
