import { expect, test } from 'vitest';
import { isLoopbackAddress, isLoopbackHost } from '../../ts/sdk/node/loopback.js';
import { ownHosts } from '../../ts/service/serve/ownHosts.js';

const HERE = ['127.0.0.1', '127.255.0.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::FFFF:7f00:1'];
const ELSEWHERE = [
  '127.example.org',
  '127.0.0.1.example.org',
  '127.',
  '127.1',
  '128.0.0.1',
  '0.0.0.0',
  '::',
  '::2',
  '',
];

test('a loopback address is recognised in every notation', () => {
  expect(HERE.filter((address) => !isLoopbackAddress(address))).toEqual([]);
  expect([...ELSEWHERE, 'localhost'].filter(isLoopbackAddress)).toEqual([]);
});

test('a host is local by its address or as localhost, and no lookalike is', () => {
  const hosts = [...HERE, '[::1]', '[::ffff:127.0.0.1]', 'localhost', 'LocalHost', 'localhost.', '127.0.0.1.'];
  expect(hosts.filter((host) => !isLoopbackHost(host))).toEqual([]);
  const others = ['localhost.example.org', 'a.localhost', 'xlocalhost', 'localhost..', '[localhost]x', '[::2]', '[]'];
  expect([...ELSEWHERE, ...others].filter(isLoopbackHost)).toEqual([]);
});

test('a service on the loopback address is reachable under each of its names, in every notation', () => {
  const names = ['127.0.0.1:8080', 'localhost:8080', '[::1]:8080'];
  for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST', '::1', '0:0:0:0:0:0:0:1', '::0001'])
    expect([host, ownHosts(host, 8080)]).toEqual([host, names]);
  // Another service may listen on the others.
  expect(ownHosts('127.0.0.2', 8080)).toEqual(['127.0.0.2:8080']);
  expect(ownHosts('127.example.org', 80)).toEqual(['127.example.org']);
  for (const host of ['0.0.0.0', '::', '']) expect(ownHosts(host, 8080)).toEqual([]);
});
