import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROLES } from '../ts/service/serve/index.js';
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

const text = readFileSync(new URL('../compose.yaml', import.meta.url), 'utf8');
const { services, volumes } = parse(text, { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
/** The values that compose substitutes for environment variables. */
const filled = (command: string): string => command.replace(/\$\{(\w+)[^}]*\}/g, 'https://rpc.example');

/** The image runs `linesman`. */
const ours = Object.entries(services).flatMap(([name, service]) =>
  service.image === 'linesman' && typeof service.command === 'string'
    ? [{ name, service, words: filled(service.command).split(/\s+/) }]
    : [],
);

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
    const named = Object.values(services)
      .flatMap((service) => service.volumes ?? [])
      .map((one) => one.split(':')[0] ?? '')
      .filter((one) => !one.startsWith('.'));
    expect(named.sort()).toEqual(Object.keys(volumes).sort());
  });
});
