import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { PACKAGES } from '../build/packages.js';

/** Entries that serve our own packages, and may change in any version. */
const NOT_PUBLIC = /^\.\/(cli|internal|commands)\b/;

const SILENT = { default: { logLevel: ExtractorLogLevel.None } };

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/**
 * The report of every public entry of the published packages, by the name of its file: all that the entry exports, with
 * its types, without sentences. Reads the compiled packages.
 */
export function apiReports(): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'linesman-api-'));
  try {
    return new Map(
      PACKAGES.flatMap((name) => reportsOf(fileURLToPath(new URL(`../../ts/${name}`, import.meta.url)), folder)),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function reportsOf(place: string, folder: string): (readonly [file: string, text: string])[] {
  const manifest = join(place, 'package.json');
  const { name, exports }: Manifest = JSON.parse(readFileSync(manifest, 'utf8'));
  const entries = Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'string' || NOT_PUBLIC.test(path) ? [] : [[path, join(place, target.types)] as const],
  );
  const configs = entries.map(([path, types]) =>
    configOf(place, types, `${name}${path.slice(1).replaceAll('/', '.')}`, folder),
  );
  const [first] = configs;
  if (!first) return [];
  // One compiler for all entries of a package.
  const compilerState = CompilerState.create(first, {
    additionalEntryPoints: entries.slice(1).map(([, types]) => types),
  });
  mkdirSync(folder, { recursive: true });
  return configs.map((config) => {
    Extractor.invoke(config, {
      localBuild: true,
      compilerState,
      messageCallback: (message) => {
        message.handled = true;
      },
    });
    return [config.reportFilePath.slice(folder.length + 1), readFileSync(config.reportFilePath, 'utf8')] as const;
  });
}

const configOf = (place: string, types: string, reportFileName: string, folder: string): ExtractorConfig =>
  ExtractorConfig.prepare({
    configObject: {
      projectFolder: place,
      mainEntryPointFilePath: types,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'ES2022',
            module: 'NodeNext',
            moduleResolution: 'NodeNext',
            lib: ['ES2023', 'DOM'],
            strict: true,
            exactOptionalPropertyTypes: true,
            skipLibCheck: true,
            types: ['node'],
          },
          files: [types],
        },
      },
      apiReport: { enabled: true, reportFileName, reportFolder: folder, reportTempFolder: join(folder, 'temp') },
      messages: {
        compilerMessageReporting: SILENT,
        extractorMessageReporting: SILENT,
        tsdocMessageReporting: SILENT,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(place, 'package.json'),
  });
