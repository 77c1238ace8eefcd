import { bytesToHex } from '@linesman/sdk/format';
import { isAddress } from '@linesman/sdk/program';
import { linkTo } from '../../frame/route.js';
import { spaced } from './spaced.js';

/** An address, as a link to its account. */
export const AddressLink = ({ address }: { readonly address: string }) => (
  <a class="hash" href={linkTo(`account/${address}`)}>
    <code>{address}</code>
  </a>
);

/** Entries of a list that are shown at first. */
const SHORT = 4;

/** A decoded value: addresses link to their accounts, bytes are hexadecimal, long lists are collapsed at first. */
export function Value({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined) return <span class="quiet">none</span>;
  if (typeof value === 'string') return isAddress(value) ? <AddressLink address={value} /> : <span>{value}</span>;
  if (value instanceof Uint8Array)
    return <code class="hash">{value.length === 0 ? 'no bytes' : bytesToHex(value)}</code>;
  if (typeof value === 'bigint' || typeof value === 'number') return <span>{value.toLocaleString('en-GB')}</span>;
  if (typeof value !== 'object') return <span>{`${value}`}</span>;
  const entries = Object.entries(value);
  if (entries.length === 0) return <span class="quiet">nothing</span>;
  const rows = (
    <dl class="tree">
      {entries.map(([name, one]) => (
        <div key={name}>
          <dt>{Array.isArray(value) ? Number(name) + 1 : spaced(name)}</dt>
          <dd>
            <Value value={one} />
          </dd>
        </div>
      ))}
    </dl>
  );
  if (!Array.isArray(value) || entries.length <= SHORT) return rows;
  return (
    <details>
      <summary>{entries.length} entries</summary>
      {rows}
    </details>
  );
}
