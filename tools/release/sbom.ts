import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGES } from '../build/packages.js';

/** What is shipped, as a CycloneDX 1.6 document, and its licences: `npm run release -- --sbom FOLDER`. */

/** A package in package-lock.json. */
export interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
export type Lock = Readonly<Record<string, LockEntry>>;

/** What this reads of `cargo metadata`. */
export interface Crates {
  readonly packages: readonly {
    readonly id: string;
    readonly name: string;
    readonly version: string;
    readonly license: string | null;
    readonly source: string | null;
    readonly manifest_path: string;
    readonly targets: readonly { readonly kind: readonly string[] }[];
  }[];
  readonly resolve: {
    readonly nodes: readonly {
      readonly id: string;
      readonly deps: readonly {
        readonly pkg: string;
        readonly dep_kinds: readonly { readonly kind: string | null }[];
      }[];
    }[];
  };
}

/** One thing that is shipped, or is in something that is shipped. */
export interface Part {
  readonly ref: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly type: 'library' | 'application';
  /** SHA-512 of its file in the registry, base64. */
  readonly integrity?: string | undefined;
  /** The folder with its licence texts. */
  readonly folder: string;
  readonly dependsOn: readonly string[];
}

/** Crates and programs that are published, and the explorer, whose bundle the service ships. */
const CRATES = ['oracle', 'settlement', 'linesman-verifier', 'linesman-wire', 'linesman-result'];
const ROOTS = [...PACKAGES, 'explorer'].map((name) => `ts/${name}`);

/** The outlines of letters in the service's preview pictures. Their file has the licence text. */
const GLYPHS: Part = {
  ref: 'pkg:generic/dejavu-fonts@2.37',
  name: 'DejaVu Sans Condensed Bold, outlines',
  version: '2.37',
  licence: 'Bitstream-Vera',
  type: 'library',
  folder: 'ts/service/edge/preview/glyphs.json',
  dependsOn: [],
};

const npmRef = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Where Node finds a package, seen from another one. */
function placeOf(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/[^/]*(\/[^/]*)?$|(^|\/)[^/]*$/, '')) {
    const place = join(folder, 'node_modules', name);
    const found = lock[place];
    if (found) return found.link ? found.resolved : place;
    if (folder === '') return undefined;
  }
}

/** The npm packages that are shipped, with what they install. */
export function npmParts(lock: Lock): Part[] {
  const parts = new Map<string, Part>();
  const add = (place: string): string => {
    const { version = '', license = '', integrity, dependencies, optionalDependencies, ...entry } = lock[place] ?? {};
    const name = entry.name ?? place.replace(/^.*node_modules\//, '');
    const ref = npmRef(name, version);
    if (parts.has(place)) return ref;
    const part = { ref, name, version, licence: license, type: 'library' as const, integrity, folder: place };
    parts.set(place, { ...part, dependsOn: [] });
    const dependsOn = Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((dependency) => {
      const found = placeOf(lock, place, dependency);
      return found === undefined ? [] : [add(found)];
    });
    // The pages are built into the service, which does not install what they depend on.
    if (place === 'ts/service') dependsOn.push(add('ts/explorer'), GLYPHS.ref);
    parts.set(place, { ...part, dependsOn: dependsOn.sort() });
    return ref;
  };
  for (const root of ROOTS) add(root);
  // npm may install one version in several places.
  const byRef = new Map<string, Part>([[GLYPHS.ref, GLYPHS]]);
  for (const part of parts.values()) {
    const dependsOn = new Set([...(byRef.get(part.ref)?.dependsOn ?? []), ...part.dependsOn]);
    byRef.set(part.ref, { ...part, dependsOn: [...dependsOn].sort() });
  }
  return [...byRef.values()];
}

/** The programs and the published crates, with the crates that are compiled into them on any platform. */
export function crateParts({ packages, resolve }: Crates): Part[] {
  const byId = new Map(packages.map((one) => [one.id, one]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const refOf = ({ name, version }: Crates['packages'][number]): string => `pkg:cargo/${name}@${version}`;
  const parts = new Map<string, Part>();
  const add = (id: string): string[] => {
    const crate = byId.get(id);
    // Macros run in the compiler.
    if (!crate || crate.targets.some(({ kind }) => kind.includes('proc-macro'))) return [];
    const ref = refOf(crate);
    if (parts.has(ref)) return [ref];
    const { name, version, license } = crate;
    const type = crate.manifest_path.includes('/programs/') ? ('application' as const) : ('library' as const);
    const licence = (license ?? '').replaceAll('/', ' OR ');
    const part = { ref, name, version, licence, type, folder: dirname(crate.manifest_path) };
    parts.set(ref, { ...part, dependsOn: [] });
    const used = nodes.get(id)?.deps.filter(({ dep_kinds }) => dep_kinds.some(({ kind }) => kind === null)) ?? [];
    parts.set(ref, { ...part, dependsOn: [...new Set(used.flatMap(({ pkg }) => add(pkg)))].sort() });
    return [ref];
  };
  for (const { id, name, source } of packages) if (source === null && CRATES.includes(name)) add(id);
  return [...parts.values()];
}

/** The document. It has no time and no serial number, so that the same lockfiles give the same bytes. */
export function sbomOf(name: string, version: string, parts: readonly Part[]): string {
  const sorted = parts.toSorted((one, other) => (one.ref < other.ref ? -1 : 1));
  const components = sorted.map(({ ref, name, version, licence, type, integrity }) => ({
    type,
    'bom-ref': ref,
    name,
    version,
    ...(integrity && { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] }),
    licenses: [/ /.test(licence) ? { expression: licence } : { license: { id: licence } }],
    purl: ref,
  }));
  const dependencies = sorted.map(({ ref, dependsOn }) => ({ ref, dependsOn }));
  const metadata = { component: { type: 'application', 'bom-ref': name, name, version } };
  const document = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components, dependencies };
  return `${JSON.stringify(document, null, 2)}\n`;
}

const hexOf = (integrity: string): string => Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');

/** The licences that deny.toml allows, for crates and packages alike. */
export const allowedLicences = (deny: string): ReadonlySet<string> =>
  new Set([...(/^allow = \[([^\]]*)\]/m.exec(deny)?.[1]?.matchAll(/"([^"]+)"/g) ?? [])].map(([, id = '']) => id));

/** Whether a licence expression of SPDX can be met with these licences. */
export function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  let text = expression.replace(/[\w.+-]+( WITH [\w.-]+)?/g, (id) =>
    id === 'OR' ? '|' : id === 'AND' ? '&' : allowed.has(id) ? '1' : '0',
  );
  text = text.replaceAll(' ', '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\(([01])\)/, '$1');
    text = text.replace(/([01])&([01])/, (_, one, other) => (one === '1' && other === '1' ? '1' : '0'));
    if (before === text) text = text.replace(/(?<![&])([01])\|([01])(?![&])/, (_, one, other) => `${one | other}`);
  }
  return text === '1';
}

/** The licence texts of all parts; the same text once. */
export function licenceTexts(root: string, parts: readonly Part[]): string {
  const named = new Map<string, string[]>();
  for (const { name, version, licence, folder } of parts) {
    const place = folder.startsWith('/') ? folder : join(root, folder);
    const isFile = folder.endsWith('.json');
    const entries = !isFile && existsSync(place) ? readdirSync(place, { withFileTypes: true }) : [];
    const files = entries
      .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
      .map(({ name: file }) => file);
    const texts = files.sort().map((file) => readFileSync(join(place, file), 'utf8').trim());
    if (isFile) texts.push(JSON.parse(readFileSync(place, 'utf8')).license);
    const text = texts.join('\n\n') || '(no text in the package)';
    named.set(text, [...(named.get(text) ?? []), `${name} ${version} (${licence})`]);
  }
  const sections = [...named].map(([text, names]) => `${[...new Set(names)].sort().join('\n')}\n\n${text}\n`);
  return sections.sort().join(`\n${'='.repeat(80)}\n\n`);
}
