import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application, type DeclarationReflection, type ProjectReflection } from 'typedoc';
import { PACKAGES } from '../build/packages.js';
import { sourcesByName } from '../build/sources.js';
import { scriptArguments } from '../scriptArguments.js';
import { llmsText, type Subpath } from './llmsText.js';

const USAGE = `docs

Writes docs/api: the API reference from the docstrings, one folder per subpath; and llms.txt, which lists everything.
Works offline, and writes the same files for the same sources.
`;
scriptArguments(USAGE, {});

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = join(ROOT, 'docs/api');

/** Internal subpaths. The exports of `linesman` itself repeat those of its subpaths. */
const LEFT_OUT = /^#|^@linesman\/(sdk|cli)$|\/commands$/;

const subpaths = [...sourcesByName()]
  .filter(([name]) => !LEFT_OUT.test(name))
  .map(([name, source]) => ({ name, file: fileURLToPath(source) }));

const app = await Application.bootstrapWithPlugins({
  entryPoints: subpaths.map(({ file }) => file),
  basePath: join(ROOT, 'ts'),
  tsconfig: join(ROOT, 'tsconfig.json'),
  plugin: ['typedoc-plugin-markdown'],
  out: OUT,
  name: 'linesman',
  readme: 'none',
  // The compiler has already checked everything. Links into a repository would change with each commit.
  skipErrorChecking: true,
  disableSources: true,
  disableGit: true,
  excludePrivate: true,
  excludeInternal: true,
  logLevel: 'Error',
});
const project = await app.convert();
if (!project) throw new Error('the sources cannot be read');
const found = named(project);
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
await app.generateOutputs(project);
if (app.logger.hasErrors()) throw new Error('the reference cannot be written');
writeFileSync(join(OUT, 'llms.txt'), llmsText(found));
const exported = found.reduce((sum, { names }) => sum + names.length, 0);
console.log(`${found.length} subpaths of ${PACKAGES.length} packages, ${exported} exported names, in docs/api`);

/** Names modules by their import specifiers. TypeDoc names them by folder. */
function named({ children = [] }: ProjectReflection): Subpath[] {
  const modules = children as DeclarationReflection[];
  return subpaths.map(({ name, file }) => {
    const folder = file.slice(join(ROOT, 'ts/').length).replace(/(^|\/)index\.ts$/, '');
    const module = modules.find((one) => one.name === folder);
    if (!module) throw new Error(`${name} is not among ${modules.map((one) => one.name).join(', ')}`);
    module.name = name;
    return { name, names: (module.children ?? []).map((child) => child.name).sort() };
  });
}
