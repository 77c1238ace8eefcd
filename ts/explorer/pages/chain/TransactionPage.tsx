import { errorFromLogs, type LandedTransaction, type ProgramIds } from '@linesman/sdk/program';
import type { FetchNode } from '@linesman/sdk/rpc';
import type { PageProps } from '../../frame/pageProps.js';
import { linkTo } from '../../frame/route.js';
import { CopyButton } from '../../shared/CopyButton.js';
import { Moment } from '../../shared/Moment.js';
import { Problem } from '../../shared/Problem.js';
import { usePolled } from '../../shared/usePolled.js';
import { isSignature } from '../../shared/whatIs.js';
import { programName, type ReadInstruction, readInstruction } from './instructionWords.js';
import { NoNode } from './NoNode.js';
import { useChain } from './useChain.js';
import { AddressLink, Value } from './Value.js';

/** ms after which a missing transaction is looked for again. */
const LOOK = 5_000;

/** A transaction on chain: its effect in words, and its complete content. */
export default function TransactionPage({ route }: PageProps) {
  const [signature = ''] = route.rest;
  const { node, programs } = useChain();
  return (
    <div class="page">
      <div class="title">
        <h1>Transaction</h1>
        <p class="hash">
          <code>{signature}</code> <CopyButton text={signature} of="transaction" />
        </p>
      </div>
      {!isSignature(signature) ? (
        <p class="card" role="alert">
          <span>
            This is not a transaction signature. <a href={linkTo('search')}>Search</a>
          </span>
        </p>
      ) : node ? (
        <One key={signature} {...{ node, programs, signature }} />
      ) : (
        <NoNode />
      )}
    </div>
  );
}

interface OneProps {
  readonly node: FetchNode;
  readonly programs: ProgramIds;
  readonly signature: string;
}

function One({ node, programs, signature }: OneProps) {
  const { value, error } = usePolled(
    async () => ({ found: await node.transaction(signature) }),
    LOOK,
    [node, signature],
    // An outcome does not change.
    ({ value }) => (value?.found?.meta ?? null) !== null,
  );
  if (error !== null && !value) return <Problem error={error} />;
  if (!value) return <p class="quiet">Reading it from the chain …</p>;
  if (!value.found)
    return (
      <p class="card" role="status">
        The node has no such transaction: it is not confirmed yet, was never sent, or is older than the node's history.
      </p>
    );
  return <Found found={value.found} programs={programs} />;
}

function Found({ found, programs }: { readonly found: LandedTransaction; readonly programs: ProgramIds }) {
  const { meta, blockTime, signers, instructions } = found;
  const read = instructions.map((one) => readInstruction(one, programs));
  const ours = read.filter(({ isOurs }) => isOurs);
  const logs = meta?.logMessages ?? [];
  const failure = meta?.err ? errorFromLogs(logs, programs) : undefined;
  return (
    <>
      <p class="actions">
        {meta === null ? (
          <span class="badge">outcome unknown</span>
        ) : meta.err ? (
          <span class="badge bad">failed: it changed nothing</span>
        ) : (
          <span class="badge good">✓ on chain</span>
        )}
        {blockTime !== null && <Moment ms={blockTime * 1_000} />}
      </p>
      {ours.length > 0 && <p class="lead">{[...new Set(ours.map(({ title }) => title))].join('. ')}.</p>}
      {failure && <Problem error={failure} />}
      <section class="card" aria-labelledby="signers">
        <h2 id="signers">Signed by</h2>
        <ul class="plain-list">
          {signers.map((one) => (
            <li key={one}>
              <AddressLink address={one} />
            </li>
          ))}
        </ul>
      </section>
      {read.map((one, i) => (
        // The instructions of a transaction never change.
        <Instruction key={i} one={one} programs={programs} number={i + 1} />
      ))}
      {logs.length > 0 && (
        <details class="card">
          <summary>What the programs logged</summary>
          <pre class="logs">{logs.join('\n')}</pre>
        </details>
      )}
    </>
  );
}

interface InstructionProps {
  readonly one: ReadInstruction;
  readonly programs: ProgramIds;
  readonly number: number;
}

function Instruction({ one: { program, title, args, accounts, isOurs }, programs, number }: InstructionProps) {
  const body = (
    <dl class="tree">
      <div>
        <dt>program</dt>
        <dd>
          {isOurs && `${programName(program, programs)} `}
          <AddressLink address={program} />
        </dd>
      </div>
      {args !== null && (
        <div>
          <dt>says</dt>
          <dd>
            <Value value={args} />
          </dd>
        </div>
      )}
      {accounts.map(({ name, address }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{address ? <AddressLink address={address} /> : <span class="quiet">from a table</span>}</dd>
        </div>
      ))}
    </dl>
  );
  return isOurs ? (
    <section class="card" aria-labelledby={`instruction-${number}`}>
      <h2 id={`instruction-${number}`}>{title}</h2>
      {body}
    </section>
  ) : (
    <details class="card">
      <summary>{title}</summary>
      {body}
    </details>
  );
}
