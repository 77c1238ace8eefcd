import { expect, test } from 'vitest';
import { authority } from './authority.js';

test.each([
  ['127.0.0.1', '127.0.0.1:8080'],
  ['localhost', 'localhost:8080'],
  ['::1', '[::1]:8080'],
])('the authority of %s with a port is %s', (host, text) => {
  expect(authority(host, 8080)).toBe(text);
  expect(new URL(`http://${text}/`).port).toBe('8080');
});
