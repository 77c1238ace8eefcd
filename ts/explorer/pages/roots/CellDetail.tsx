import { bytesToHex } from 'linesman/format';
import { utcClock as clockText, utcSecond as secondText } from '../../shared/time.js';
import { type Cell, CHAIN_WORDS, STATE_WORDS } from './compare.js';

/** A slot with its batch, and its root beside the one on chain. */
export function CellDetail({ cell }: { readonly cell: Cell }) {
  const { kind, from, until, slot, published, onChain, state } = cell;
  return (
    <section class="card" aria-labelledby="slot">
      <h2 id="slot">
        {kind}, {clockText(from)} to {clockText(until)}
      </h2>
      <p class={`slot-state ${state}`} role="status">
        <strong>{STATE_WORDS[state]}</strong>
      </p>
      <dl class="compared">
        <dt>Batch</dt>
        <dd>{slot ? `${slot.updates} records of ${slot.fixtures} matches` : 'none'}</dd>
        <dt>Place in its account</dt>
        <dd>{slot?.index ?? '–'}</dd>
        <dt>Root, says the service</dt>
        <dd>{slot?.root ? bytesToHex(slot.root) : 'none yet'}</dd>
        <dt>Root on chain</dt>
        <dd>{published ? bytesToHex(published) : onChain === 'unread' ? 'not read' : 'none'}</dd>
        <dt>Seen on chain</dt>
        <dd>
          {slot?.publishedAt
            ? `${secondText(slot.publishedAt)}, ${Math.max(0, Math.round((slot.publishedAt - until) / 1000))} s after the slot`
            : 'not by the service'}
        </dd>
      </dl>
      <p>{CHAIN_WORDS[onChain]}</p>
    </section>
  );
}
