import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import type { parseAction } from '@actions/workflow-parser/actions/action-parser';
import { build } from 'esbuild';
import { parse } from 'yaml';

/** Files of GitHub Actions: checked by GitHub's own parser and schema, and read so that a test can run their steps. */

interface Parser {
  readonly parseWorkflow: typeof parseWorkflow;
  readonly parseAction: typeof parseAction;
  readonly NoOperationTraceWriter: typeof NoOperationTraceWriter;
}

/** Node cannot load the package as it is: it imports JSON without saying so. */
async function parser(): Promise<Parser> {
  const folder = mkdtempSync(join(tmpdir(), 'linesman-parser-'));
  await build({
    stdin: {
      contents: `export { parseWorkflow, NoOperationTraceWriter } from '@actions/workflow-parser';
        export { parseAction } from '@actions/workflow-parser/actions/action-parser';`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    format: 'esm',
    // The bundle then contains its dependencies instead of requiring them.
    platform: 'browser',
    outfile: join(folder, 'parser.mjs'),
    logLevel: 'error',
  });
  try {
    return await import(/* @vite-ignore */ pathToFileURL(join(folder, 'parser.mjs')).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { parseWorkflow: readWorkflow, parseAction: readAction, NoOperationTraceWriter: Silent } = await parser();

/** What GitHub would say against a file; empty for a valid one. */
export function faultsOf(kind: 'workflow' | 'action', name: string, content: string): readonly string[] {
  const read = kind === 'workflow' ? readWorkflow : readAction;
  const { context } = read({ name, content }, new Silent());
  return context.errors.getErrors().map(({ message }) => message);
}

/** A step that runs a script. */
export interface ScriptStep {
  readonly id?: string;
  readonly name?: string;
  readonly run: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly ScriptStep[] };
}

interface WorkflowFile {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly (ScriptStep | { readonly uses: string })[] }>>;
}

export const actionOf = (content: string): ActionFile => parse(content);

/** The scripts of a workflow with one job, in order. */
export const scriptsOf = (content: string): readonly ScriptStep[] =>
  Object.values((parse(content) as WorkflowFile).jobs).flatMap(({ steps }) =>
    steps.flatMap((step) => ('run' in step ? [step] : [])),
  );

/** Replaces `${{ place }}`; a place that is not there is an error, as a misspelt input would be empty on GitHub. */
export const filledIn = (text: string, places: ReadonlyMap<string, string>): string =>
  text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, place: string) => {
    const value = places.get(place);
    if (value === undefined) throw new Error(`nothing is at ${place}`);
    return value;
  });
