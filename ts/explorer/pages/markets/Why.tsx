import { MS_PER_SLOT } from '@linesman/sdk/format';
import { type Address, type Market, outcomesOf } from '@linesman/sdk/program';
import { linkTo } from '../../frame/route.js';
import { Moment } from '../../shared/Moment.js';
import { clockText, epochDayOf } from '../../shared/time.js';
import { decidedSlot } from './marketActions.js';
import { conditionToShow } from './words.js';

interface WhyProps {
  readonly address: Address;
  readonly market: Market;
  /** In words. */
  readonly outcomes: readonly string[];
}

/** Links that show how the decision of a market follows from data on chain; empty before there is a decision. */
export function Why({ address, market, outcomes }: WhyProps) {
  const slot = decidedSlot(market);
  if (slot === null) return null;
  const { terms, proposal } = market;
  const where = conditionToShow(terms, proposal.outcome);
  const isElse = outcomesOf(terms)[proposal.outcome]?.condition === null;
  return (
    <section class="card" aria-labelledby="why">
      <h2 id="why">Why?</h2>
      <p>
        {outcomes[proposal.outcome]}: a proof shows this from what was reported between{' '}
        <Moment ms={slot} text={clockText} /> and <Moment ms={slot + MS_PER_SLOT} text={clockText} />. The program on
        chain has verified it, and keeps the outcome. You can verify the proof yourself, without a subscription, while
        your node has its transaction.
      </p>
      {isElse && outcomes.length > 2 && (
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
