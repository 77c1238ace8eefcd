import { expect, test } from 'vitest';
import { hostsOf } from '../../ts/linesman/cli/option/optionValue.js';
import { outcome } from '../helpers/thrown.js';

test('--service-host accepts a host with an optional port, and no other part of an address', () => {
  expect(hostsOf('service-host', 'oracle.example, 192.0.2.7:8080,[2001:db8::1]:81')).toEqual([
    'oracle.example',
    '192.0.2.7:8080',
    '[2001:db8::1]:81',
  ]);
  const wrong = ['', ' ', 'a,', 'ORACLE.example', 'oracle.example:443', 'oracle.example/path', 'user@oracle.example'];
  for (const text of [...wrong, 'https://oracle.example', 'oracle.example?x', 'a b'])
    expect([text, outcome(() => hostsOf('service-host', text))]).toEqual([text, 7319]);
});
