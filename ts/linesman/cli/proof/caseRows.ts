import { terminalText } from '../../error/index.js';
import type { Case } from '../../prove/caseFile.js';
import type { Row } from '../terminal/table.js';
import type { Sources } from './proofInput.js';

/** What a case says, and what of it the proof was compared with. */
export function caseRows({ name, notes, roots, rootsMissing }: Case, sources: Sources): readonly Row[] {
  const found: Row[] = [['case', terminalText(notes.trim() === '' ? name : `${name}: ${notes}`)]];
  switch (sources.roots) {
    case 'option':
      found.push(['roots', 'those of --roots, not those of the case']);
      break;
    case 'case':
      found.push(['roots', `as the case recorded them, not the chain: ${roots?.address} of program ${roots?.program}`]);
      break;
    case null:
      found.push(['roots', `none in the case: ${terminalText(rootsMissing ?? '')}`]);
  }
  if (sources.oracleKeys === 'case') found.push(['key', 'as the case recorded it, not the chain']);
  return found;
}
