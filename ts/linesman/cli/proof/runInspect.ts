import { writeFile } from 'node:fs/promises';
import { FILE_NOT_WRITABLE, fail } from '../../error/index.js';
import type { Sport } from '../../format/index.js';
import { type Inspection, inspectProof } from '../../proof/index.js';
import { errnoOf } from '../errno.js';
import { numberOf } from '../option/optionValue.js';
import { EXIT } from '../terminal/exitCode.js';
import { errorJson, json } from '../terminal/print.js';
import type { Terminal } from '../terminal/terminal.js';
import type { InspectFlags } from './inspect.js';
import { inspectHtml } from './inspectHtml.js';
import { inspectSvg } from './inspectSvg.js';
import { inspectText } from './inspectText.js';
import { hintingAtOlderTree, isOfOlderTree } from './olderTree.js';
import { readProofInput } from './proofInput.js';
import { verdictJson } from './verdictJson.js';
import type { Inspected } from './verdictText.js';
import { verifyOptions } from './verification.js';

/** Width of the text where there is no terminal, and what may be asked for. */
const WIDTH = { default: 80, minimum: 20, maximum: 500 } as const;

/**
 * Shows a proof, and writes pictures of it. Errors: those of the flags and files, FILE_NOT_WRITABLE. A proof that does
 * not verify is no error: it is shown, and the exit code says so.
 */
export async function runInspect(file: string, flags: InspectFlags, terminal: Terminal): Promise<number> {
  const { width, where } = flags;
  const columns = width === undefined ? undefined : numberOf('--width', width, WIDTH.minimum, WIDTH.maximum);
  const { inspection, sport } = await inspected(file, flags, terminal);
  const verdict = { sport, sportGiven: flags.sport !== undefined, where };
  const shown = { inspection, verdict };
  if (flags.svg !== undefined) await written(flags.svg, inspectSvg(inspection));
  if (flags.html !== undefined) await written(flags.html, inspectHtml(shown));
  if (flags.json) terminal.out(json(inspectJson(shown)));
  else
    terminal.out(
      inspectText(shown, {
        width: columns ?? Math.max(terminal.columns ?? WIDTH.default, WIDTH.minimum),
        isColoured: terminal.colours?.out === true,
      }),
    );
  return codeOf(inspection);
}

async function inspected(
  file: string,
  flags: InspectFlags,
  terminal: Terminal,
): Promise<{ readonly inspection: Inspection; readonly sport: Sport }> {
  const { proof, ...options } = await readProofInput(file, flags, terminal);
  const { sport, format } = options;
  const inspection = inspectProof(proof, verifyOptions(proof, options));
  const { breaks } = inspection;
  if (!breaks || format !== 'current' || !isOfOlderTree(proof, sport)) return { inspection, sport };
  return { inspection: { ...inspection, breaks: { ...breaks, error: hintingAtOlderTree(breaks.error) } }, sport };
}

function inspectJson({ inspection, verdict }: Inspected): object {
  const { about, levels, checks, breaks, result } = inspection;
  return {
    ...(result && verdictJson(result, verdict.sport)),
    ...(breaks && { valid: false, error: errorJson(breaks.error) }),
    about,
    breaks: breaks && { level: breaks.level, check: breaks.check.id, node: breaks.check.node, path: breaks.path },
    levels,
    checks,
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
