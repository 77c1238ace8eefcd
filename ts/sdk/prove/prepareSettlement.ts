import { MARKET_NOT_OPEN, TOO_EARLY } from '../error/codes/settlement.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, type OptionRules, optional, required } from '../format/checkOptions.js';
import { isoTime } from '../format/isoTime.js';
import { FUNCTION, OBJECT } from '../format/optionKinds.js';
import type { Sport } from '../format/sports/sports.js';
import { timeText } from '../format/timeDistance.js';
import type { Address } from '../program/address/address.js';
import { ADDRESS } from '../program/address/addressOption.js';
import type { Chain } from '../program/chain.js';
import type { ProgramIds } from '../program/programId.js';
import { signatureVerifier } from '../program/proof/signatureVerifier.js';
import type { FoundMarket } from '../program/settlement/actions/findMarket.js';
import {
  type BufferedTransaction,
  bufferedSettleTransactions,
} from '../program/settlement/bufferedSettleTransactions.js';
import { bufferIdOf } from '../program/settlement/bufferId.js';
import { cheapestForm, type FormChoice } from '../program/settlement/cheapestForm.js';
import { decisionText } from '../program/settlement/marketOutcomes.js';
import { readProofBuffer } from '../program/settlement/readProofBuffer.js';
import { checkFixtureSport } from '../program/settlement/rules/checkFixtureSport.js';
import type { CheckedSettlement } from '../program/settlement/rules/checkSettlement.js';
import type { StakeRefusal } from '../program/settlement/rules/checkStakeTrust.js';
import { REFUSALS } from '../program/settlement/rules/checkStakeTrust.js';
import { nextStep } from '../program/settlement/rules/nextStep.js';
import type { TransactionVersion } from '../program/transaction/compileFor.js';
import { VERSION, versionFor } from '../program/transaction/compileFor.js';
import { findProof } from './findProof.js';
import type { ProofSource } from './proofSource.js';
import type { RecordSearch } from './recordSearch.js';

export interface SettlementAction {
  readonly chain: Chain;
  readonly programs: ProgramIds;
  /** Read just now: `findMarket` of `@linesman/sdk/program`. */
  readonly found: FoundMarket;
  readonly source: ProofSource;
  /** Pays, and owns the buffer if one is needed. */
  readonly payer: Address;
  /** Called for the sport of the fixture once the market can be settled. `null` means unknown, which passes. */
  readonly fixtureSport: () => Promise<Sport | null>;
  /** FIXTURE_SPORT_MISMATCH in it accepts another sport. */
  readonly accept?: readonly StakeRefusal[];
  /** The version of the transactions, as in `buildTransaction`. Default `auto`. */
  readonly version?: TransactionVersion | 'auto';
}

const ACTION: OptionRules<SettlementAction> = {
  chain: required(OBJECT),
  programs: required(OBJECT),
  found: required(OBJECT),
  source: required(OBJECT),
  payer: required(ADDRESS),
  fixtureSport: required(FUNCTION),
  accept: optional(REFUSALS),
  version: optional(VERSION),
};

export interface PreparedSettlement {
  readonly settlement: CheckedSettlement;
  /** Of the proven record. */
  readonly seq: number;
  /** The effect of the proof. `contradict` names another outcome for the same update and voids the market. */
  readonly action: 'settle' | 'correct' | 'contradict';
  /** How the proof is sent, and why. */
  readonly form: FormChoice;
  /**
   * To be sent one after the other. They do not close a buffer: call `prepareBufferClosing` afterwards, whatever
   * happened. It also closes a buffer that an earlier attempt has left.
   */
  readonly transactions: readonly Pick<BufferedTransaction, 'step' | 'instructions'>[];
}

/**
 * The transactions that settle a market, or correct its proposal, with the latest proof that its terms accept. The
 * proof is checked here against the root on chain. An interrupted upload into the payer's buffer goes on.
 *
 * Errors, in this order: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION; MARKET_NOT_OPEN when it is decided;
 * TOO_EARLY before `earliest`; those of `fixtureSport` and `checkFixtureSport`; NO_PROOF_YET with the reason; those of
 * the service and of the chain.
 *
 * @example
 * ```ts
 * import { type Address, findMarket } from '@linesman/sdk/program';
 * import { prepareSettlement, type SettlementAction } from '@linesman/sdk/prove';
 *
 * declare const { chain, programs, payer, source }: SettlementAction;
 * declare const market: Address;
 * const found = await findMarket(chain, programs, market);
 * const fixtureSport = async () => 'soccer' as const; // sportOfFixture of '@linesman/sdk/client' asks a service
 * const prepared = await prepareSettlement({ chain, programs, found, source, payer, fixtureSport });
 * for (const { step, instructions } of prepared.transactions) console.log(step, instructions.length);
 * ```
 */
export async function prepareSettlement(options: SettlementAction): Promise<PreparedSettlement> {
  checkOptions('prepareSettlement', options, ACTION);
  const search = await searchSettlement(options);
  if (!search.found) throw search.error;
  const { found: _, ...prepared } = search;
  return prepared;
}

/** The same for callers that wait for a proof. Errors: the same, without those about the proof. */
export async function searchSettlement(
  options: SettlementAction,
): Promise<RecordSearch<Omit<PreparedSettlement, 'seq'>>> {
  const { chain, programs, found, source, payer, fixtureSport, accept = [], version = 'auto' } = options;
  checkSettleable(found);
  const { address, market } = found;
  const { terms, state, proposal } = market;
  checkFixtureSport({ problem: 'settling', terms, fixtureSport: await fixtureSport(), accept });
  const standing = state === 'Proposed' && !proposal.void ? proposal : undefined;
  const search = await findProof({ terms, source, chain, ...(standing && { standing }) });
  if (!search.found) return search;
  const { settlement, seq, found: isFound } = search;
  const { proof, witness } = settlement;
  const signed = proof.version === 4 && { verifiedBy: await signatureVerifier(chain) };
  const parameters = { programs, market: address, terms, proof, ...(witness && { witness }), ...signed, payer };
  const form = cheapestForm({ ...parameters, version: await versionFor(chain, version) });
  const action = state === 'Open' ? 'settle' : settlement.orderKey === standing?.orderKey ? 'contradict' : 'correct';
  if (form.form !== 'buffer')
    return {
      ...{ found: isFound, settlement, seq, action, form },
      transactions: [{ step: 'settle', instructions: [...form.instructions] }],
    };
  const id = bufferIdOf(address);
  const uploaded = await readProofBuffer(chain, programs, payer, id);
  const buffered = bufferedSettleTransactions({ ...parameters, form: form.held, owner: payer, id, standing: uploaded });
  const transactions = buffered.transactions.filter(({ step }) => step !== 'close');
  return { found: isFound, settlement, seq, action, form, transactions };
}

/** Errors: MARKET_NOT_OPEN, TOO_EARLY. */
function checkSettleable({ address, market, now }: FoundMarket): void {
  const { state, terms, proposal } = market;
  const { seconds } = now;
  if (nextStep(market, now).kind === 'clear') {
    const decided = state === 'Final' ? `${state}: ${decisionText(terms, proposal.outcome)}` : state;
    fail(MARKET_NOT_OPEN, { market: address, state: decided });
  }
  // Before that time, only a proof of abandonment may exist, and the keeper proposes it.
  const from = Math.max(terms.stakesClose, terms.earliest);
  if (state === 'Open' && seconds < from)
    fail(TOO_EARLY, {
      market: address,
      from: timeText(from, seconds),
      now: isoTime(seconds),
    });
}
