import { MS_PER_SLOT } from '@linesman/sdk/format';
import { type Address, casesOf, type Market } from '@linesman/sdk/program';
import { linkTo } from '../../frame/route.js';
import { Moment } from '../../shared/Moment.js';
import type { Sides } from '../../shared/outcomeWords.js';
import { clockText, epochDayOf } from '../../shared/time.js';
import { decidedSlot } from './marketActions.js';
import { caseWords, conditionToShow, decidedCases } from './words.js';

interface WhyProps {
  readonly address: Address;
  readonly market: Market;
  readonly names: Sides;
}

/** Links that show how the decision of a market follows from data on chain; empty before there is a decision. */
export function Why({ address, market, names }: WhyProps) {
  const slot = decidedSlot(market);
  if (slot === null) return null;
  const { terms, proposal } = market;
  const where = conditionToShow(terms, proposal.outcome);
  const cases = casesOf(terms);
  const isElse = cases[proposal.outcome]?.condition === null;
  const isOneOfSome = decidedCases(terms, proposal.outcome).length > 1;
  return (
    <section class="card" aria-labelledby="why">
      <h2 id="why">Why?</h2>
      <p>
        {caseWords(terms, proposal.outcome, names)}: a proof shows this from what was reported between{' '}
        <Moment ms={slot} text={clockText} /> and <Moment ms={slot + MS_PER_SLOT} text={clockText} />. The program on
        chain has verified it, and keeps the outcome. You can verify the proof yourself, without a subscription, while
        your node has its transaction.
      </p>
      {isOneOfSome && (
        <p class="quiet">
          These results pay the same, so they are one decision. The link shows the condition of the first of them, with
          the numbers of all.
        </p>
      )}
      {isElse && cases.length > 2 && (
        <p class="quiet">
          None of the others came true; the proof shows it for the first one, with the numbers of all.
        </p>
      )}
      <p class="actions">
        <a class="button" href={linkTo('proof', { market: address, sport: terms.sport, where })}>
          Why is this proven?
        </a>
        <a href={linkTo(`roots/${epochDayOf(slot)}`, { kind: 'scores', at: slot })}>Its slot on chain</a>
      </p>
    </section>
  );
}
