import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { RowOption } from '../../ts/cli/command.js';
import type { ListenAddress } from '../../ts/cli/option/optionValue.js';
import { givenIn } from '../../ts/cli/settings/configuration.js';
import { ROLES } from '../../ts/service/serve/role.js';
import { commandTree } from '../helpers/commandTree.js';
import { parsedCommand } from '../helpers/parsedCommand.js';
import { FILES } from '../helpers/sources.js';

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url));
const textIn = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8');
const filesIn = (folder: string, ending: string): string[] =>
  FILES.filter((file) => file.startsWith(`deploy/${folder}`) && file.endsWith(ending)).map((file) => file.slice(7));

/** A file of settings, as the rows of its command read them, by the option's key. */
function settings(name: string, command: string): Readonly<Record<string, unknown>> {
  const file = `config/${name}.json`;
  const node = commandTree().find(({ words }) => words.join(' ') === command);
  const given = Object.entries(JSON.parse(textIn(file)) as Record<string, unknown>);
  return Object.fromEntries(
    given.map(([key, value]) => {
      const option = node?.command.options.find(({ long }) => long === `--${key}`);
      if (!(option instanceof RowOption)) throw new Error(`${command} has no option ${key}`);
      return [option.key, option.row.read(givenIn(file, key, value, option.row), key)];
    }),
  );
}

/** The words of a process: a command, and the file with its settings. */
function processOf(words: readonly string[]) {
  const [, command = '', name = ''] = /^([a-z]+) --config \/etc\/linesman\/([a-z]+)\.json$/.exec(words.join(' ')) ?? [];
  const { port, metrics, role, data } = settings(name, command) as Record<string, never>;
  const metricsPort = (metrics as ListenAddress | undefined)?.port ?? metrics;
  return { command, name, port: port as number | undefined, metricsPort, role, data };
}

const units = filesIn('systemd/', '.service');
const ofUnit = (unit: string) =>
  processOf((/^ExecStart=\/usr\/bin\/linesman (.*)$/m.exec(textIn(unit))?.[1] ?? '').split(' '));

describe('systemd', () => {
  it('has a unit for each file of settings, which is named like it', () => {
    expect(units.map((unit) => `config/${unit.slice('systemd/linesman-'.length, -'.service'.length)}.json`)).toEqual(
      filesIn('config/', '.json'),
    );
    for (const unit of units) expect(unit.slice('systemd/linesman-'.length)).toBe(`${ofUnit(unit).name}.service`);
  });

  it('has every role, and ports that do not collide and that Prometheus scrapes', () => {
    const all = units.map(ofUnit);
    // Records come from NATS, by a process of their own.
    expect(all.flatMap(({ role }) => role ?? []).sort()).toEqual(ROLES.filter((role) => role !== 'ingest').sort());
    const ports = all.flatMap(({ port, metricsPort }) => [port ?? [], metricsPort]).flat();
    expect(new Set(ports).size).toBe(ports.length);
    const { scrape_configs } = parse(textIn('prometheus/prometheus.yaml'));
    const { job_name, static_configs } = scrape_configs[0];
    expect(job_name).toBe('linesman');
    const targets = static_configs[0].targets.map((target: string) => Number(target.split(':')[1]));
    expect(targets.sort()).toEqual(all.map(({ metricsPort }) => metricsPort).sort());
  });

  const folder = mkdtempSync(join(tmpdir(), 'linesman-units-'));
  const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` };
  const analyze = (...args: readonly string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8', env });
  const isHere = analyze('--version').status === 0;
  if (!isHere) console.warn('SKIPPED: the units: systemd-analyze is not installed.');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.runIf(isHere)('accepts the units, and finds little that they may do', () => {
    cpSync(join(DEPLOY, 'systemd'), folder, { recursive: true });
    const paths = units.map((unit) => join(folder, unit.slice('systemd/'.length)));
    // The verifier looks for the program.
    for (const path of paths) writeFileSync(path, readFileSync(path, 'utf8').replace('/usr/bin/linesman', '/bin/true'));
    expect(analyze('verify', '--man=no', ...paths)).toMatchObject({ status: 0, stderr: '' });
    // In tenths, of 10.
    for (const path of paths)
      expect(analyze('security', '--offline=true', '--threshold=15', path).status, path).toBe(0);
  });
});

interface Named {
  readonly name: string;
}
interface Pod {
  readonly containers: readonly (Named & {
    readonly args: readonly string[];
    readonly ports?: readonly (Named & { readonly containerPort: number })[];
    readonly readinessProbe?: { readonly httpGet: { readonly port: string; readonly path: string } };
    readonly livenessProbe?: { readonly httpGet: { readonly port: string; readonly path: string } };
    readonly volumeMounts?: readonly (Named & { readonly mountPath: string })[];
  })[];
  readonly initContainers?: Pod['containers'];
  readonly volumes?: readonly (Named & { readonly configMap?: Named; readonly secret?: unknown })[];
}
interface Resource {
  readonly kind: string;
  readonly metadata: Named;
  readonly spec: {
    readonly selector?: unknown;
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly template?: { readonly metadata: { readonly labels: object }; readonly spec: Pod };
  };
}

describe('the base for Kubernetes', () => {
  const kustomization = parse(textIn('kustomization.yaml'));
  const read = (text: string): Resource[] => parseAllDocuments(text).map((document) => document.toJS());
  const resources: Resource[] = kustomization.resources.flatMap((path: string) => read(textIn(path)));
  const podOf = (path: string): Pod => read(textIn(path))[0]?.spec.template?.spec as Pod;
  const [every, keys] = [podOf('kubernetes/hardened.yaml'), podOf('kubernetes/keys.yaml')];
  const pods = resources.filter(({ spec }) => spec.template !== undefined);
  const mounts = (pod: Pod) =>
    [...pod.containers, ...(pod.initContainers ?? [])].flatMap(({ volumeMounts = [] }) => volumeMounts);
  const [, patchOfKeys] = kustomization.patches;
  const hasKeys = ({ metadata }: Resource): boolean => patchOfKeys.target.name.split('|').includes(metadata.name);

  it('names every file', () => {
    const named = [...kustomization.resources, ...kustomization.patches.map(({ path }: { path: string }) => path)];
    expect(named.sort()).toEqual(filesIn('kubernetes/', '.yaml').sort());
    expect(
      patchOfKeys.target.name.split('|').filter((name: string) => !pods.some((one) => one.metadata.name === name)),
    ).toEqual([]);
  });

  it.each(pods.map((one) => [one.metadata.name, one] as const))('%s', (name, resource) => {
    const { selector, template } = resource.spec;
    const pod = template?.spec as Pod;
    const [container] = pod.containers as [Pod['containers'][number]];
    // The patches find it by this name.
    expect(pod.containers.map((one) => one.name)).toEqual(['linesman']);
    const parts = hasKeys(resource) ? [pod, every, keys] : [pod, every];
    const volumes = parts.flatMap(({ volumes = [] }) => volumes);
    expect(new Set(parts.flatMap(mounts).map((one) => one.name))).toEqual(new Set(volumes.map((one) => one.name)));
    const [config] = kustomization.configMapGenerator;
    expect(volumes.flatMap(({ configMap }) => configMap?.name ?? [])).toEqual([config.name]);
    if (resource.kind === 'Job') {
      expect(parsedCommand(container.args).name).toBe('migrate');
      return;
    }
    expect(template?.metadata.labels).toEqual((selector as { matchLabels: object }).matchLabels);
    const { name: file, port, metricsPort, role, data, command } = processOf(container.args);
    expect(config.files).toContain(`config/${file}.json`);
    expect(name).toBe(['linesman', file].join('-'));
    const ports = new Map(container.ports?.map((one) => [one.name, one.containerPort]));
    expect([ports.get('http'), ports.get('metrics')]).toEqual([port, metricsPort]);
    const probes = [container.readinessProbe, container.livenessProbe].map((probe) => probe?.httpGet);
    const at = command === 'serve' ? 'http' : 'metrics';
    expect(probes).toEqual(['/readyz', '/healthz'].map((path) => ({ path, port: at })));
    // Only what holds keys has a place for them, and a secret of its own.
    expect(hasKeys(resource)).toBe(role !== undefined);
    const place = parts.flatMap(mounts).filter(({ mountPath }) => mountPath === `${data}/keys`);
    expect(place.length > 0).toBe(role !== undefined);
    expect(volumes.flatMap(({ secret }) => secret ?? [])).toEqual(
      role === undefined ? [] : [{ secretName: `${name}-keys`, defaultMode: 0o440 }],
    );
  });

  it('has a service and a budget that select a deployment', () => {
    const others = resources.filter(({ spec }) => spec.template === undefined);
    expect(others.map(({ kind }) => kind)).toEqual(['Service', 'PodDisruptionBudget']);
    for (const { metadata, spec } of others) {
      const found = pods.find((one) => one.metadata.name === metadata.name)?.spec.template;
      const { matchLabels = spec.selector } = spec.selector as { matchLabels?: object };
      expect(matchLabels).toEqual(found?.metadata.labels);
      const ports = found?.spec.containers[0]?.ports?.map((one) => one.name);
      for (const { targetPort } of spec.ports ?? []) expect(ports).toContain(targetPort);
    }
  });

  const kubectl = spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' });
  const isHere = /Kustomize Version: v[5-9]/.test(kubectl.stdout ?? '');
  if (!isHere) console.warn('SKIPPED: building the base: there is no kubectl with Kustomize 5.');

  it.runIf(isHere)('is built by kubectl, with the patches in every pod', () => {
    const built = spawnSync('kubectl', ['kustomize', DEPLOY], { encoding: 'utf8' });
    expect([built.status, built.stderr]).toEqual([0, '']);
    const made = read(built.stdout).filter(({ spec }) => spec?.template !== undefined);
    expect(made.map(({ metadata }) => metadata.name).sort()).toEqual(pods.map(({ metadata }) => metadata.name).sort());
    for (const { spec } of made)
      expect(spec.template?.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true },
        containers: [{ securityContext: { readOnlyRootFilesystem: true }, env: [{ name: 'PGPASSWORD' }] }],
      });
  });
});
