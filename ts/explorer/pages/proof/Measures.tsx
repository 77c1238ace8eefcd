import { LinesmanError } from '@linesman/sdk/error';
import type { Proof } from '@linesman/sdk/proof';
import { useEffect, useState } from 'preact/hooks';
import type { Settings } from '../../frame/settings.js';
import { estimatedUnits, type MeasuredUnits, readLedger, transactionBytes, UNITS_GRANTED } from './costs.js';
import type { Question } from './subject.js';

export interface MeasuresProps {
  readonly text: string;
  readonly proof: Proof;
  readonly question: Question;
  readonly settings: Settings;
}

const FORMS: Readonly<Record<Proof['kind'], string>> = {
  stat: 'stats',
  odds: 'odds',
  fixture: 'fixture record',
  'fixture-batch': 'fixture batch',
};

const count = (number: number): string => number.toLocaleString('en-GB');

/** The costs of the proof: its size here, its size and compute units on chain. */
export function Measures({ text, proof, question, settings }: MeasuresProps) {
  const [ledger, setLedger] = useState<readonly MeasuredUnits[]>([]);
  useEffect(() => {
    // Without it the page lacks only one number.
    readLedger().then(setLedger, () => setLedger([]));
  }, []);
  const version = 'version' in proof ? `, version ${proof.version}` : '';
  const sizes = sizeOrNone(() => transactionBytes(proof, settings.oracle, question.oracleKey));
  const estimate = estimatedUnits(proof, ledger);
  return (
    <section class="card" aria-labelledby="measures">
      <h2 id="measures">Size and cost</h2>
      <dl class="measures">
        <div>
          <dt>form</dt>
          <dd>
            {FORMS[proof.kind]}
            {version}
          </dd>
        </div>
        <div>
          <dt>document</dt>
          <dd>{count(new TextEncoder().encode(text).length)} bytes</dd>
        </div>
        {sizes?.map(({ version, bytes, limit }) => (
          <div key={version}>
            <dt>transaction, version {version}</dt>
            <dd class={bytes > limit ? 'bad' : ''}>
              {count(bytes)} of {count(limit)} bytes{bytes > limit && ': too large'}
            </dd>
          </div>
        ))}
        {estimate && (
          <div>
            <dt>compute units, estimated</dt>
            <dd title={`From the measured proof ${estimate.from.vector}: ${count(estimate.from.computeUnits)} units.`}>
              about {count(estimate.units)} of {count(UNITS_GRANTED)}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** A broken proof may have no instruction. */
function sizeOrNone<T>(measure: () => T | null): T | null {
  try {
    return measure();
  } catch (error) {
    if (error instanceof LinesmanError) return null;
    throw error;
  }
}
