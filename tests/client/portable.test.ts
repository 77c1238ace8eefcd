import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { encodeScores } from '../../ts/records/record/scores/scoresRecord.js';
import { createClient as createClientInNode } from '../../ts/sdk/client/client.js';
import type * as ClientModule from '../../ts/sdk/client/index.js';
import { WRONG_OPTION } from '../../ts/sdk/error/codes/options.js';
import type * as ErrorModule from '../../ts/sdk/error/index.js';
import type { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import { eventFrame } from '../../ts/service/edge/stream/frame.js';
import { AnswerFiles } from '../helpers/answerFiles.js';
import { edgeScene, SLOT_START } from '../helpers/service/edgeScene.js';
import { settled } from '../helpers/service/testClock.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../ts/sdk');
const { imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  imports: Record<string, { readonly default: string }>;
};

/** The source that an import resolves to in a browser; undefined for packages. */
function sourceOf(file: string, name: string): string | undefined {
  const path = name.startsWith('.') ? join(dirname(file), name) : imports[name]?.default.replace('./dist', ROOT);
  return path?.replace(/\.js$/, '.ts');
}

/** All modules that a module loads at run time, without type imports. */
function broughtBy(file: string, found = new Map<string, string[]>()): Map<string, string[]> {
  if (found.has(file)) return found;
  const packages: string[] = [];
  found.set(file, packages);
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true },
  });
  for (const { fileName } of ts.preProcessFile(outputText).importedFiles) {
    const source = sourceOf(file, fileName);
    if (source === undefined) packages.push(fileName);
    else broughtBy(source, found);
  }
  return found;
}

test('the client imports only what a browser has', () => {
  const found = broughtBy(join(ROOT, 'client/index.ts'));
  const folders = new Set([...found.keys()].map((file) => relative(ROOT, file).split('/')[0]));
  expect(folders).toEqual(new Set(['client', 'error', 'format', 'program', 'proof']));
  const packages = [...new Set([...found.values()].flat())].filter((name) => !/^(@noble\/|@scure\/base$)/.test(name));
  expect(packages).toEqual([]);
  const own = [...found.keys()].filter((file) => file.includes('/client/'));
  expect(own.length).toBeGreaterThan(15);
  for (const file of own)
    expect([file, /\b(Buffer|process|require|setImmediate|__dirname)\b[.(]/.test(readFileSync(file, 'utf8'))]).toEqual([
      file,
      false,
    ]);
});

/** Globals of browsers that are not part of the language. */
const WEB_GLOBALS = {
  AbortController,
  AbortSignal,
  ReadableStream,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  setTimeout,
};

/** Loads modules with all their imports in a context with only the language and `WEB_GLOBALS`. */
function browser(): { readonly load: (file: string) => object; readonly files: () => readonly string[] } {
  const context = createContext({ ...WEB_GLOBALS });
  const loaded = new Map<string, { exports: object }>();
  const load = (file: string): object => {
    const found = loaded.get(file);
    if (found) return found.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, allowJs: true },
    });
    const resolve = (name: string): string => {
      const source = file.startsWith(ROOT) ? sourceOf(file, name) : undefined;
      if (source !== undefined) return source;
      const path = createRequire(file).resolve(name);
      if (path === name) throw new Error(`${file} imports ${name}, which browsers do not have`);
      return path;
    };
    const run = new Script(`(function (exports, module, require) {${outputText}\n})`, { filename: file });
    run.runInContext(context)(module.exports, module, (name: string) => load(resolve(name)));
    return module.exports;
  };
  return { load, files: () => [...loaded.keys()] };
}

test('the client works with only the globals of a browser', async () => {
  const { load, files } = browser();
  const exports = load(join(ROOT, 'client/index.ts')) as typeof ClientModule;
  expect(files().some((file) => file.includes('@noble'))).toBe(true);
  const answer = new AnswerFiles();
  const scene = await edgeScene({
    ports: {
      proofs: {
        stat: async () => answer.answers.v4 as object,
        odds: async () => ({}),
        oddsV4: async () => ({}),
        fixture: async () => ({}),
        fixtureBatch: async () => ({}),
      },
    },
  });
  try {
    scene.records.fixtureList.push({ fixtureId: answer.fixtureId, leagueId: 901, record: {} });
    await scene.app.listen({ port: 0, host: '127.0.0.1' });
    const baseUrl = `http://127.0.0.1:${(scene.app.server.address() as AddressInfo).port}`;
    const client = exports.createClient({ baseUrl, apiToken: scene.token });
    expect(await client.odds.updates(1)).toEqual([]);
    const proof = await client.scores.proveV4({ fixtureId: answer.fixtureId, seq: 3, keys: [1, 2] });
    expect([proof.version, proof.signature.length]).toEqual([4, 64]);
    const [record] = matchRecords({ seed: 'browser', sport: 'soccer', fixtureId: 1, startTime: SLOT_START }).scores;
    if (!record) throw new Error('no record');
    const stream = client.scores.stream({ fixtureId: 1 });
    const next = stream.next();
    while (scene.hub.size === 0) await settled();
    const id = `${SLOT_START}:0`;
    const frame = eventFrame(id, encodeScores(record, 'snapshot'));
    const frames = { described: frame, observed: frame };
    const times = { ts: SLOT_START, acceptedAt: SLOT_START };
    scene.hub.publish({ kind: 'scores', id, fixtureId: 1, leagueId: 901, ...times, frames });
    expect((await next).value).toMatchObject({ id, record: { FixtureId: 1, Seq: record.Seq } });
    await stream.return();
    const refused = await client.scores.proveV4({ fixtureId: 2, seq: 3, keys: [1, 2] }).catch((error) => error);
    expect(refused).toMatchObject({ number: 7063, name: 'NotEntitled' });
  } finally {
    await scene.app.close();
  }
});

test('errors have their texts there after loading', async () => {
  const { load } = browser();
  const { createClient } = load(join(ROOT, 'client/index.ts')) as typeof ClientModule;
  const { loadErrorTexts } = load(join(ROOT, 'error/index.ts')) as typeof ErrorModule;
  const options = { baseUrl: 'http://localhost', apiToken: 5 } as never;
  const raised = () => caught(() => createClient(options));
  const bare = raised();
  expect(bare).toMatchObject({ name: 'WrongOption', number: WRONG_OPTION, message: `WrongOption (${WRONG_OPTION})` });
  await loadErrorTexts();
  const { name, number, message, hint, context } = caught(() => createClientInNode(options));
  expect(raised()).toMatchObject({ name, number, message, hint, context });
  expect(bare).toMatchObject({ number, context });
  expect(message).not.toBe(bare.message);
});

function caught(run: () => unknown): LinesmanError {
  try {
    run();
  } catch (error) {
    return error as LinesmanError;
  }
  throw new Error('no error was thrown');
}
