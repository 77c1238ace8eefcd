import { type Address, isAddress, type ProgramIds } from '@linesman/sdk/program';
import type { FetchNode, ListedSignature } from '@linesman/sdk/rpc';
import type { PageProps } from '../../frame/pageProps.js';
import { linkTo } from '../../frame/route.js';
import { CopyButton } from '../../shared/CopyButton.js';
import { Moment } from '../../shared/Moment.js';
import { Problem } from '../../shared/Problem.js';
import { usePolled } from '../../shared/usePolled.js';
import { readAccount } from './accountWords.js';
import { programName } from './instructionWords.js';
import { NoNode } from './NoNode.js';
import { useChain } from './useChain.js';
import { AddressLink, Value } from './Value.js';

/** ms between two reads. */
const LOOK = 15_000;
/** Transactions that are listed. */
const MOST = 50;

/** An account on chain: its kind, its content, and its transactions. */
export default function AccountPage({ route }: PageProps) {
  const [text = ''] = route.rest;
  const { node, programs } = useChain();
  if (!isAddress(text))
    return (
      <div class="page">
        <h1>Account</h1>
        <p class="card" role="alert">
          <span>
            “{text}” is no address. <a href={linkTo('search')}>Search</a>
          </span>
        </p>
      </div>
    );
  return <div class="page">{node ? <One key={text} {...{ node, programs }} address={text} /> : <NoNode />}</div>;
}

interface OneProps {
  readonly node: FetchNode;
  readonly programs: ProgramIds;
  readonly address: Address;
}

function One({ node, programs, address }: OneProps) {
  const { value, error } = usePolled(
    async () => {
      const [account, lamports] = await Promise.all([node.account(address), node.lamports(address)]);
      return { account, lamports };
    },
    LOOK,
    [node, address],
  );
  const read = value?.account ? readAccount(address, value.account, programs) : null;
  const program = value?.account && programName(value.account.owner, programs);
  return (
    <>
      <div class="title">
        <h1>{read?.title ?? 'Account'}</h1>
        <p class="hash">
          <code>{address}</code> <CopyButton text={address} of="address" />
        </p>
      </div>
      {error !== null && <Problem error={error} />}
      {!value && error === null && <p class="quiet">Reading it from the chain …</p>}
      {value && !value.account && (
        <p class="card" role="status">
          There is no such account now. If there ever was one, its transactions are below.
        </p>
      )}
      {read?.page && (
        <p class="actions">
          <a class="button" href={read.page.link}>
            {read.page.words}
          </a>
        </p>
      )}
      {value?.account && (
        <section class="card" aria-labelledby="content">
          <h2 id="content">Content</h2>
          <dl class="tree">
            <div>
              <dt>owner</dt>
              <dd>
                {program && `${program} `}
                <AddressLink address={value.account.owner} />
              </dd>
            </div>
            <div>
              <dt>lamports</dt>
              <dd>{value.lamports.toLocaleString('en-GB')}</dd>
            </div>
            <div>
              <dt>size</dt>
              <dd>{value.account.data.length.toLocaleString('en-GB')} bytes</dd>
            </div>
            {read?.content !== null && (
              <div>
                <dt>content</dt>
                <dd>
                  <Value value={read?.content} />
                </dd>
              </div>
            )}
          </dl>
        </section>
      )}
      <Transactions node={node} address={address} />
    </>
  );
}

function Transactions({ node, address }: Pick<OneProps, 'node' | 'address'>) {
  const { value, error } = usePolled(() => node.signaturesOf(address), LOOK, [node, address]);
  return (
    <section class="card" aria-labelledby="transactions">
      <h2 id="transactions">
        Transactions {value && <span class="badge">{value.length > MOST ? `the last ${MOST}` : value.length}</span>}
      </h2>
      {error !== null && <Problem error={error} />}
      {!value && error === null && <p class="quiet">Asking the node …</p>}
      {value?.length === 0 && <p class="quiet">The node has none.</p>}
      <ul class="plain-list">
        {value?.slice(0, MOST).map((one) => (
          <Listed key={one.signature} one={one} />
        ))}
      </ul>
    </section>
  );
}

const Listed = ({ one: { signature, failed, blockTime } }: { readonly one: ListedSignature }) => (
  <li class="listed">
    <a class="hash" href={linkTo(`transaction/${signature}`)}>
      <code>{signature}</code>
    </a>
    <span class="quiet">
      {blockTime !== null && <Moment ms={blockTime * 1_000} />} {failed && <span class="badge bad">failed</span>}
    </span>
  </li>
);
