import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROLES } from '../ts/service/serve/role.js';
import { parsedCommand } from './helpers/parsedCommand.js';

interface ComposeService {
  readonly image?: string;
  readonly command?: string | readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const fileAt = (name: string): ComposeFile =>
  parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'), { merge: true });

const SET = '11111111111111111111111111111111';
/** The values that compose substitutes for environment variables. */
const filled = (command: string): string =>
  command.replace(/\$\{(\w+)[^}]*\}/g, (_, name) => (name === 'LINESMAN_SET' ? SET : 'https://rpc.example'));

/** The image runs `linesman`. */
const oursIn = ({ services }: ComposeFile) =>
  Object.entries(services).flatMap(([name, service]) =>
    service.image === 'linesman' && typeof service.command === 'string'
      ? [{ name, service, words: filled(service.command).split(/\s+/) }]
      : [],
  );

/** What is mounted from a volume, not from the folder. */
const mountedIn = ({ services }: ComposeFile): string[] =>
  Object.values(services)
    .flatMap((service) => service.volumes ?? [])
    .map((one) => one.split(':')[0] ?? '')
    .filter((one) => !one.startsWith('.'));

const oracle = fileAt('compose.yaml');
const { services, volumes } = oracle;
const ours = oursIn(oracle);

describe('compose.yaml', () => {
  it('runs linesman', () => {
    expect(ours.map(({ name }) => name)).toEqual(['migrate', 'edge', 'ingest', 'publisher']);
    expect(parsedCommand(['serve', '--role', 'edge']).name).toBe('serve');
    expect(() => parsedCommand(['serve', '--session-key', 'x'])).toThrow("unknown option '--session-key'");
  });

  it.each(ours.map(({ name, service, words }) => [name, words.join(' '), service] as const))(
    '%s: linesman %s',
    (name, line, { volumes: mounted = [], ports = [], depends_on = {}, environment = {}, healthcheck }) => {
      const { name: command, options } = parsedCommand(line.split(' '));
      const { store, nats, data, role, rpc, port, host, metrics } = options;
      expect(store).toMatch(/^postgresql:\/\/linesman@postgres:5432\/linesman$/);
      expect(environment.PGPASSWORD).toContain('POSTGRES_PASSWORD');
      for (const other of Object.keys(depends_on)) expect(services).toHaveProperty([other]);
      if (name !== 'migrate') {
        expect(depends_on.migrate?.condition).toBe('service_completed_successfully');
        expect(nats).toBe('nats://nats:4222');
        // Prometheus scrapes it from another container. The host publishes no port for it.
        expect(metrics).toBe('0.0.0.0:9464');
        expect(ports.filter((one) => one.endsWith(':9464'))).toEqual([]);
        const health = command === 'serve' ? port : 9464;
        expect(healthcheck?.test.join(' ')).toContain(`http://127.0.0.1:${health}/readyz`);
      }
      if (command !== 'serve') return;
      expect(ROLES).toContain(role);
      expect(rpc).toBe('https://rpc.example');
      expect(mounted).toContain(`./data:${data}:ro`);
      // A container with a published port listens on all interfaces, at that port.
      if (ports.length > 0) expect([host, ports.map((one) => one.split(':').at(-1))]).toEqual(['0.0.0.0', [port]]);
    },
  );

  it('mounts only volumes that it declares', () => {
    expect(mountedIn(oracle).sort()).toEqual(Object.keys(volumes).sort());
  });
});

describe('compose.attest.yaml', () => {
  const attesters = fileAt('compose.attest.yaml');
  const parsed = oursIn(attesters).map(({ name, service, words }) => {
    const { options } = parsedCommand(words);
    return { name, service, options };
  });
  const stores = (of: string): unknown => parsed.find(({ name }) => name === of)?.options.store;

  it('runs three attesters on two feeds beside the oracle', () => {
    expect(parsed.map(({ name, options }) => [name, options.keypair])).toEqual([
      ['attester-one', '/attesters/one.json'],
      ['attester-two', '/attesters/two.json'],
      ['attester-three', '/attesters/three.json'],
      ['feed-migrate', undefined],
      ['other-migrate', undefined],
      ['feed-ingest', undefined],
      ['other-ingest', undefined],
    ]);
    const [feed, other] = ['feed', 'other'].map((name) => `postgresql://linesman@${name}:5432/linesman`);
    expect(stores('attester-two')).toEqual([feed]);
    expect(stores('attester-three')).toEqual([other, feed]);
    expect([stores('feed-ingest'), stores('other-ingest')]).toEqual([feed, other]);
  });

  it('depends on services of both files, and mounts only volumes that it declares', () => {
    const known = [...Object.keys(services), ...Object.keys(attesters.services)];
    expect(new Set(known).size).toBe(known.length);
    for (const { depends_on = {} } of Object.values(attesters.services))
      for (const name of Object.keys(depends_on)) expect(known).toContain(name);
    expect(mountedIn(attesters).sort()).toEqual(Object.keys(attesters.volumes).sort());
  });

  it.each(parsed.filter(({ options }) => options.metrics !== undefined))('$name is watched', ({ service, options }) => {
    expect(options.metrics).toBe('0.0.0.0:9464');
    expect(service.healthcheck?.test.join(' ')).toContain('http://127.0.0.1:9464/readyz');
    expect(service.environment?.PGPASSWORD).toContain('POSTGRES_PASSWORD');
  });
});
