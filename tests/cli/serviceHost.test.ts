import { expect, test } from 'vitest';
import { listOf, parseHost } from '../../ts/cli/option/optionValue.js';
import { outcome } from '../helpers/thrown.js';

const hostsOf = (text: string) => listOf(parseHost)(text, '--service-host');

test('--service-host accepts a host with an optional port, and no other part of an address', () => {
  expect(hostsOf('oracle.example, 192.0.2.7:8080,[2001:db8::1]:81')).toEqual([
    'oracle.example',
    '192.0.2.7:8080',
    '[2001:db8::1]:81',
  ]);
  const wrong = ['', ' ', 'a,', 'ORACLE.example', 'oracle.example:443', 'oracle.example/path', 'user@oracle.example'];
  for (const text of [...wrong, 'https://oracle.example', 'oracle.example?x', 'a b'])
    expect([text, outcome(() => hostsOf(text))]).toEqual([text, 7319]);
});
