import { expect, it } from 'vitest';
import { expectFires } from '../../../tests/helpers/deploy/firing.js';
import { Readiness } from '../health/readiness.js';
import { ServiceMetrics } from './serviceMetrics.js';

const lines = async (metrics: ServiceMetrics, name: string) =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith(name));

it('tells which checks fail, and only that it stops once it does', async () => {
  const metrics = new ServiceMetrics({ defaults: false });
  const state = { reason: null as string | null };
  const checks = [
    { name: 'fine', run: async () => null },
    { name: 'nats', run: async () => state.reason },
  ];
  const readiness = new Readiness({ checks, keep: 0 });
  metrics.watchReadiness(readiness);
  const shown = () => lines(metrics, 'linesman_check_ok');
  expect(await shown()).toEqual(['linesman_check_ok{check="fine"} 1', 'linesman_check_ok{check="nats"} 1']);
  state.reason = 'no answer';
  expect(await shown()).toEqual(['linesman_check_ok{check="fine"} 1', 'linesman_check_ok{check="nats"} 0']);
  readiness.stop();
  expect(await shown()).toEqual(['linesman_check_ok{check="running"} 0']);
});

it('tells which process publishes, and of no other what a publisher has', async () => {
  const metrics = new ServiceMetrics({ defaults: false });
  expect(await lines(metrics, 'linesman_publisher')).toEqual([
    'linesman_publisher_active 0',
    'linesman_publisher_balance_lamports Nan',
    'linesman_publisher_days_left Nan',
  ]);
  const publisher = { isActive: true };
  metrics.watchPublisher(publisher);
  metrics.onFunds({ balance: 7n, days: 2.5 });
  expect(await lines(metrics, 'linesman_publisher')).toEqual([
    'linesman_publisher_active 1',
    'linesman_publisher_balance_lamports 7',
    'linesman_publisher_days_left 2.5',
  ]);
  expectFires('LinesmanPublisherPoor', await metrics.text());
  publisher.isActive = false;
  expect(await lines(metrics, 'linesman_publisher_active')).toEqual(['linesman_publisher_active 0']);
  expectFires('LinesmanNoPublisher', await metrics.text());
});

it('tells a feed that falls silent by the time of its last record', async () => {
  const metrics = new ServiceMetrics({ defaults: false });
  const before = Date.now() / 1_000;
  metrics.onDecided([
    { kind: 'scores', status: 'accepted' },
    { kind: 'odds', status: 'refused' },
  ] as never);
  const times = (await lines(metrics, 'linesman_ingest_last_record')).map((line) => Number(line.split(' ').at(-1)));
  expect(times.filter((time) => time >= before)).toHaveLength(1);
  expect(times.filter((time) => time === 0)).toHaveLength(2);
});
