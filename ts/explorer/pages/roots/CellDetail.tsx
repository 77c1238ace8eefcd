import type { Client } from '@linesman/sdk/client';
import { bytesToHex } from '@linesman/sdk/format';
import { rootsAddress } from '@linesman/sdk/program';
import { fetchNode } from '@linesman/sdk/rpc';
import { linkTo } from '../../frame/route.js';
import { useSettings } from '../../frame/settings.js';
import { useMatchBook, versusOf } from '../../shared/matchBook.js';
import { utcClock as clockText, epochDayOf, utcSecond as secondText, spanText } from '../../shared/time.js';
import { usePolled } from '../../shared/usePolled.js';
import { type Cell, CHAIN_WORDS, STATE_WORDS } from './compare.js';
import { matchesOfSlot } from './matchesOfSlot.js';
import { publishedBy } from './publishedBy.js';

interface CellDetailProps {
  readonly client: Client;
  readonly cell: Cell;
}

/** ms after which the data behind a root is looked for again. */
const LOOK = 60_000;

/** A slot with its batch, its root beside the one on chain, and the data behind it: matches, transaction, account. */
export function CellDetail({ client, cell }: CellDetailProps) {
  const { kind, from, until, slot, published, onChain, state } = cell;
  const { oracle } = useSettings();
  const { address } = rootsAddress(kind, epochDayOf(from), oracle);
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
        <dt>Matches</dt>
        <dd>
          <Matches client={client} cell={cell} />
        </dd>
        <dt>Root, according to the service</dt>
        <dd>{slot?.root ? bytesToHex(slot.root) : 'none yet'}</dd>
        <dt>Root on chain</dt>
        <dd>{published ? bytesToHex(published) : onChain === 'unread' ? 'not read' : 'none'}</dd>
        <dt>Seen on chain</dt>
        <dd>
          {slot?.publishedAt
            ? `${secondText(slot.publishedAt)}, ${spanText(slot.publishedAt - until)} after its time was over`
            : 'not by the service'}
        </dd>
        <dt>Transaction</dt>
        <dd>{published ? <Transaction cell={cell} /> : 'none'}</dd>
        <dt>Account</dt>
        <dd>
          <a href={linkTo(`account/${address}`)}>{address}</a>, place {slot?.index ?? '–'}
        </dd>
      </dl>
      <p>{CHAIN_WORDS[onChain]}</p>
    </section>
  );
}

function Matches({ client, cell }: CellDetailProps) {
  const { apiToken } = useSettings();
  const { kind, from, until } = cell;
  const ask = (signal: AbortSignal) => matchesOfSlot(client, { kind, from, until }, signal);
  const { value, error } = usePolled(ask, LOOK, [client, kind, from, apiToken]);
  const book = useMatchBook(value ?? []);
  if (error !== null) return <>not shown by this service</>;
  if (!value) return <>…</>;
  if (value.length === 0) return <>{cell.slot ? 'none that you may see' : 'none'}</>;
  return (
    <ul class="plain-list">
      {value.map((fixture) => (
        <li key={fixture}>
          <a href={linkTo(`match/${fixture}`)}>{versusOf(book.get(fixture), fixture)}</a>
        </li>
      ))}
    </ul>
  );
}

/** Requested only here, because it takes several requests to the node. */
function Transaction({ cell: { kind, from, slot } }: Pick<CellDetailProps, 'cell'>) {
  const { rpc, oracle } = useSettings();
  const { value, error } = usePolled(
    async () => {
      if (rpc === null) return { found: null };
      const account = rootsAddress(kind, epochDayOf(from), oracle).address;
      const root = { kind, from, publishedAt: slot?.publishedAt ?? null, account, oracle };
      return { found: await publishedBy(fetchNode(rpc), root) };
    },
    LOOK,
    [rpc, oracle, kind, from],
    ({ value }) => value !== null && value.found !== null,
  );
  if (error !== null) return <>the node does not say</>;
  if (!value) return <>…</>;
  const { found } = value;
  return found === null ? (
    <>the node keeps none of that time</>
  ) : (
    <>
      <a href={linkTo(`transaction/${found.signature}`)}>{found.signature}</a>
      {found.isLate && ", late: after the time limit, with the admin's signature"}
    </>
  );
}
