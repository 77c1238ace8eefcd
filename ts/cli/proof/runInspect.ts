import { writeFile } from 'node:fs/promises';
import { FILE_NOT_WRITABLE, fail, terminalText } from '@linesman/sdk/error';
import type { Inspection } from '@linesman/sdk/internal/proof/inspect/inspection';
import { inspectProof } from '@linesman/sdk/internal/proof/inspect/inspectProof';
import { isOfOlderTree } from '@linesman/sdk/internal/proof/olderTree';
import type { VerifyResult } from '@linesman/sdk/internal/proof/verify';
import type { Case } from '@linesman/sdk/internal/prove/caseFile';
import { errnoOf } from '../errno.js';
import { refuseWithout } from '../option/refuseWithout.js';
import { EXIT } from '../terminal/exitCode.js';
import { errorJson, json } from '../terminal/print.js';
import type { Row } from '../terminal/table.js';
import type { Terminal } from '../terminal/terminal.js';
import { executed } from './execution.js';
import { type InspectFlags, MIN_WIDTH } from './inspect.js';
import { inspectHtml } from './inspectHtml.js';
import { inspectText } from './inspectText.js';
import { hintingAtOlderTree } from './olderTreeHint.js';
import { type ProofInput, readProofInput, type Sources } from './proofInput.js';
import { VOUCHERS } from './proofOptions.js';
import { verdictJson } from './verdictJson.js';
import type { Inspected } from './verdictText.js';
import { verifyOptions } from './verification.js';

/** Columns of the text where there is no terminal. */
const WIDTH = 80;

/**
 * Shows a proof, and writes it as a page. Errors: those of the flags and files, FILE_NOT_WRITABLE. A proof that does
 * not verify is shown like any other; only the exit code differs.
 */
export async function runInspect(flags: InspectFlags, terminal: Terminal): Promise<number> {
  const { file, attesters, least, oracle, from } = flags;
  if (attesters === undefined)
    refuseWithout('--attesters', VOUCHERS, { least, oracle, ...(from?.rpc === 'flag' && { rpc: true }) });
  const input = await readProofInput(file, flags, terminal, { comparesWithCase: true });
  const { sport, sportGiven, where, sources, recorded } = input;
  const inspection = inspected(input);
  const more = recorded ? caseRows(recorded, sources) : [];
  const execution = await executed(file, input, flags);
  const shown = { inspection, verdict: { sport, sportGiven, where, sources, more }, execution };
  if (flags.html !== undefined) await written(flags.html, inspectHtml(shown));
  if (flags.json) terminal.out(json(inspectJson(shown, input)));
  else
    terminal.out(
      inspectText(shown, {
        width: flags.width ?? Math.max(terminal.columns ?? WIDTH, MIN_WIDTH),
        isColoured: terminal.colours?.out === true,
      }),
    );
  return codeOf(inspection);
}

function inspected({ proof, sources, ...options }: ProofInput): Inspection {
  const { sport, format } = options;
  const rootsFrom = sources.roots === 'case' ? 'case' : 'chain';
  const inspection = inspectProof(proof, { ...verifyOptions(proof, options), rootsFrom });
  const { breaks } = inspection;
  if (!breaks || format !== 'current' || !isOfOlderTree(proof, sport)) return inspection;
  return { ...inspection, breaks: { ...breaks, error: hintingAtOlderTree(breaks.error) } };
}

function inspectJson({ inspection, verdict, execution }: Inspected, { recorded, sources, where }: ProofInput): object {
  const { about, levels, checks, breaks, result } = inspection;
  return {
    ...(result && verdictJson(result, verdict.sport)),
    ...(breaks && { valid: false, error: errorJson(breaks.error) }),
    ...(recorded && caseJson(recorded, sources, where, result)),
    about,
    breaks: breaks && { level: breaks.level, check: breaks.check.id, node: breaks.check.node, path: breaks.path },
    levels,
    checks,
    ...(execution && { execution }),
  };
}

/**
 * The fields that a case adds. `published` and `signed` stay null if only the case names the root and the key, because
 * the chain and its owner have not confirmed them; `agreesWithCase` says whether the proof fits them.
 */
function caseJson(
  { name, notes, roots, rootsMissing }: Case,
  sources: Sources,
  where: string | undefined,
  result: VerifyResult | null,
): object {
  const isRootRecorded = sources.roots === 'case';
  const isKeyRecorded = sources.oracleKeys === 'case';
  const signed = result !== null && 'signed' in result ? result.signed : null;
  return {
    ...(result && isRootRecorded && { published: null }),
    ...(result && isKeyRecorded && { signed: null }),
    case: { name, notes, where: where ?? null, roots, rootsMissing },
    sources,
    agreesWithCase: {
      root: isRootRecorded ? (result?.published ?? null) : null,
      signature: isKeyRecorded ? signed : null,
    },
  };
}

function codeOf({ result }: Inspection): number {
  if (result === null) return EXIT.failure;
  return result.kind === 'stat' && result.verdict === false ? EXIT.untrue : EXIT.valid;
}

async function written(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (cause) {
    fail(FILE_NOT_WRITABLE, { file, errno: errnoOf(cause) }, { cause });
  }
}

/** The claims of a case, and which of them the proof was compared with. */
function caseRows({ name, notes, roots, rootsMissing }: Case, sources: Sources): readonly Row[] {
  const found: Row[] = [['case', terminalText(notes.trim() === '' ? name : `${name}: ${notes}`)]];
  switch (sources.roots) {
    case 'option':
      found.push(['roots', 'those of --roots, not those of the case']);
      break;
    case 'chain':
      found.push(['roots', 'those of the chain, not those of the case']);
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
