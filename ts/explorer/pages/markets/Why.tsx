import { MS_PER_SLOT, sportOfLayout } from 'linesman/format';
import { type Market, outcomesOf } from 'linesman/program';
import { useEffect, useState } from 'preact/hooks';
import { serviceClient } from '../../frame/connection.js';
import { linkTo } from '../../frame/route.js';
import { useSettings } from '../../frame/settings.js';
import { clockText, epochDayOf } from '../../shared/time.js';
import { decidingSeq, decisionOf } from './marketActions.js';
import { conditionToShow } from './words.js';

/** Where the decision of a market can be seen to follow from what is on chain; nothing before there is one. */
export function Why({ market }: { readonly market: Market }) {
  const { apiToken } = useSettings();
  const decision = decisionOf(market);
  const fixture = market.terms.fixtureId;
  /** Undefined: nobody has answered yet, or may answer. */
  const [found, setFound] = useState<number | null | undefined>();
  const seq = found ?? null;
  const [slotStart, updateIndex] = [decision?.slotStart, decision?.updateIndex];
  // The client goes by the token.
  useEffect(() => {
    const client = serviceClient();
    setFound(undefined);
    if (client === null || slotStart === undefined || updateIndex === undefined) return;
    let isWanted = true;
    decidingSeq(client, fixture, { slotStart, updateIndex }).then(
      (answer) => isWanted && setFound(answer),
      // Records are for subscribers; the slot on chain is for everybody.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [fixture, slotStart, updateIndex, apiToken]);
  if (!decision) return null;
  const { terms, proposal } = market;
  const sport = sportOfLayout(terms.sport);
  const asked = {
    ...{ fixture, seq, keys: terms.statKeys.join(), sport },
    where: conditionToShow(terms, proposal.outcome),
  };
  const outcomes = outcomesOf(terms);
  const conditions = outcomes.flatMap(({ condition }) => (condition === null ? [] : [condition]));
  return (
    <section class="card" aria-labelledby="why">
      <h2 id="why">Why?</h2>
      <p>
        The settlement program verified a proof of what happened between {clockText(decision.slotStart)} and{' '}
        {clockText(decision.slotStart + MS_PER_SLOT)} UTC, and decided by it. You can verify the same proof yourself.
      </p>
      {outcomes[proposal.outcome]?.condition === null && (
        <p>
          Everything else won, because {conditions.length === 1 ? 'this does' : 'none of these do'} not hold:{' '}
          {conditions.map((condition, i) => (
            <span key={condition}>
              {i > 0 && '; '}
              <code>{condition}</code>
            </span>
          ))}
          {conditions.length > 1 && '. The proof below shows it for the first one, with the numbers of all'}.
        </p>
      )}
      <p class="actions">
        {seq !== null && (
          <a class="button" href={linkTo('proof', asked)}>
            Why is this proven?
          </a>
        )}
        <a href={linkTo(`roots/${epochDayOf(decision.slotStart)}`, { kind: 'scores', at: decision.slotStart })}>
          Its five minutes on chain
        </a>
        {found === undefined && <span class="quiet">The proof itself comes with a subscription.</span>}
        {found === null && <span class="quiet">The service has no such update.</span>}
      </p>
    </section>
  );
}
