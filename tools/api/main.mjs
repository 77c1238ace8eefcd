import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { PACKAGES } from '../build/packages.js';
import { scriptArguments } from '../scriptArguments.js';

const USAGE = `api -- [--check]

Writes etc/*.api.md, one report for each public entry of the compiled packages: all that it exports, with its types,
without sentences.

  --check    fails instead if they are not what is committed
`;
const { values } = scriptArguments(USAGE, { check: { type: 'boolean' } });

const ETC = new URL('../../etc/', import.meta.url);
/** Entries that serve our own packages, and may change in any version. */
const NOT_PUBLIC = /^\.\/(internal|commands)\b/;
const SILENT = { default: { logLevel: 'none' } };

function configOf(place, types, reportFileName, folder) {
  return ExtractorConfig.prepare({
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
}

/** Pairs of a report's file name and its text. One compiler reads all entries of a package. */
function reportsOf(place, folder) {
  const { exports } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  const entries = Object.entries(exports)
    .filter(([path, target]) => typeof target === 'object' && !NOT_PUBLIC.test(path))
    .map(([path, { default: code }]) => ({
      types: join(place, code.replace(/\.js$/, '.d.ts')),
      file: `${basename(place)}${path.slice(1).replaceAll('/', '.')}`,
    }));
  const configs = entries.map(({ types, file }) => configOf(place, types, file, folder));
  const additionalEntryPoints = entries.slice(1).map(({ types }) => types);
  const compilerState = CompilerState.create(configs[0], { additionalEntryPoints });
  return configs.map((config) => {
    const messageCallback = (message) => {
      message.handled = true;
    };
    Extractor.invoke(config, { localBuild: true, compilerState, messageCallback });
    return [config.reportFilePath.slice(folder.length + 1), readFileSync(config.reportFilePath, 'utf8')];
  });
}

const folder = mkdtempSync(join(tmpdir(), 'linesman-api-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const reports = new Map(
  PACKAGES.filter((name) => name !== 'cli').flatMap((name) =>
    reportsOf(fileURLToPath(new URL(`../../ts/${name}`, import.meta.url)), folder),
  ),
);
if (values.check) {
  const committed = existsSync(ETC) ? readdirSync(ETC) : [];
  const isCurrent = (file) =>
    committed.includes(file) && readFileSync(new URL(file, ETC), 'utf8') === reports.get(file);
  const stale = [...new Set([...committed, ...reports.keys()])].filter((file) => !isCurrent(file));
  if (stale.length > 0) {
    console.error(`Exports have changed: npm run build && npm run api, and commit etc.\n${stale.join('\n')}`);
    process.exitCode = 1;
  }
} else {
  rmSync(ETC, { recursive: true, force: true });
  mkdirSync(ETC);
  for (const [file, text] of reports) writeFileSync(new URL(file, ETC), text);
}
