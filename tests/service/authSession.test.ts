import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { SessionKeys } from '../../ts/service/edge/auth/sessionKeys.js';
import { SESSION_SECONDS, SessionTokens } from '../../ts/service/edge/auth/sessionTokens.js';
import { outcome } from '../helpers/thrown.js';

const NOW = 1_782_958_200_500;
const SECOND = Math.floor(NOW / 1000);
const seed = (byte: number) => new Uint8Array(32).fill(byte);

function scene() {
  let now = NOW;
  const keys = new SessionKeys(seed(1));
  const options = { keys, issuer: 'https://oracle.test', audience: 'linesman', now: () => now };
  const tokens = new SessionTokens(options);
  return { keys, tokens, options, at: (time: number) => (now = time) };
}

/** A token with some claims or header fields replaced, signed with the right key; undefined omits one. */
async function forged(claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}): Promise<string> {
  const { keys } = scene();
  const payload = {
    role: 'Guest',
    sub: 'someone',
    iss: 'https://oracle.test',
    aud: 'linesman',
    iat: SECOND,
    exp: SECOND + SESSION_SECONDS,
    ...claims,
  };
  const protectedHeader = { alg: 'EdDSA', typ: 'JWT', kid: keys.signing.id, ...header };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${part(protectedHeader)}.${part(payload)}`;
  return `${input}.${sign(null, Buffer.from(input), keys.signing.secret as never).toString('base64url')}`;
}

const number = (run: Promise<unknown>): Promise<number | true> =>
  run.then(
    () => true as const,
    (error: unknown) =>
      outcome(() => {
        throw error;
      }),
  );

test('a guest session has the role, a random subject and 30 days', async () => {
  const { tokens, keys } = scene();
  const [one, two] = [await tokens.start(), await tokens.start()];
  expect(decodeProtectedHeader(one)).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: keys.signing.id });
  const claims = decodeJwt(one);
  expect(claims).toMatchObject({ role: 'Guest', iss: 'https://oracle.test', aud: 'linesman', iat: SECOND });
  expect(claims.exp).toBe(SECOND + 2_592_000);
  expect(claims.sub).not.toBe(decodeJwt(two).sub);
  expect(await tokens.check(one)).toEqual({
    subject: claims.sub,
    endsAt: (SECOND + 2_592_000) * 1000,
    issuedAt: NOW,
    jwt: one,
  });
});

test('states its time of issue to the millisecond; without one, a second earlier is assumed', async () => {
  const issued = async (claims: Record<string, unknown>) => (await scene().tokens.check(await forged(claims))).issuedAt;
  expect(await issued({})).toBe(SECOND * 1000);
  expect(await issued({ iatMs: SECOND * 1000 + 7 })).toBe(SECOND * 1000 + 7);
  for (const iatMs of [SECOND * 1000 + 1_000, SECOND * 1000 - 1, '1', null])
    expect(await issued({ iatMs })).toBe(SECOND * 1000);
});

test('another spelling of the same token is refused', async () => {
  const { tokens } = scene();
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const jwt = await tokens.start();
  const bytesOf = (text: string) => Buffer.from(text.split('.')[2] ?? '', 'base64url').toString('hex');
  const spellings = [...ALPHABET].map((last) => jwt.slice(0, -1) + last).filter((one) => bytesOf(one) === bytesOf(jwt));
  expect(spellings.length).toBeGreaterThan(1);
  for (const one of spellings) expect(await number(tokens.check(one))).toBe(one === jwt ? true : 7060);
  for (const one of [`${jwt}=`, `${jwt}==`, `${jwt}A`, ` ${jwt}`, `${jwt}\n`, jwt.replace('.', '=.')])
    expect([one.slice(-3), await number(tokens.checkHeader(`Bearer ${one}`))]).toEqual([one.slice(-3), 7060]);
});

test('expires at the second of its end', async () => {
  const { tokens, at } = scene();
  const jwt = await tokens.start();
  at((SECOND + SESSION_SECONDS) * 1000 - 1);
  expect(await number(tokens.check(jwt))).toBe(true);
  at((SECOND + SESSION_SECONDS) * 1000);
  expect(await number(tokens.check(jwt))).toBe(7060);
});

describe('a token that was valid before', () => {
  test('is refused before its start, even after being accepted, and again after its end', async () => {
    const { tokens, at } = scene();
    const begun = await forged({ nbf: SECOND - 10 });
    const long = await forged({ exp: SECOND + 2 * SESSION_SECONDS });
    for (const jwt of [begun, long]) expect(await number(tokens.check(jwt))).toBe(true);
    at(NOW - 1_000);
    expect(await number(tokens.check(long))).toBe(7060);
    at(NOW - 11_000);
    expect(await number(tokens.check(begun))).toBe(7060);
    at((SECOND + SESSION_SECONDS) * 1000);
    expect(await number(tokens.check(long))).toBe(true);
    at((SECOND + SESSION_SECONDS + 1) * 1000);
    expect(await number(tokens.check(long))).toBe(7060);
    at(NOW);
    for (const jwt of [begun, long]) expect(await number(tokens.check(jwt))).toBe(true);
  });

  test('is refused once another key replaces its signing key', async () => {
    const { keys, tokens, at } = scene();
    const jwt = await tokens.start();
    expect(await number(tokens.check(jwt))).toBe(true);
    keys.rotate(seed(2), NOW + 5_000);
    keys.rotate(seed(1), NOW + 6_000);
    at(NOW + 7_000);
    expect(await number(tokens.check(jwt))).toBe(true);
    keys.rotate(seed(2), NOW + 8_000);
    expect(await number(tokens.check(jwt))).toBe(true);
    at(NOW + 8_000);
    expect(await number(tokens.check(jwt))).toBe(7060);
  });
});

describe('refused', () => {
  test('an unchanged token is accepted', async () => {
    expect(await number(scene().tokens.check(await forged()))).toBe(true);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['another issuer', { iss: 'https://other.test' }, {}],
    ['no issuer', { iss: undefined }, {}],
    ['another audience', { aud: 'other' }, {}],
    ['no audience', { aud: undefined }, {}],
    ['no end', { exp: undefined }, {}],
    ['an end that has passed', { exp: SECOND }, {}],
    ['a start in the future', { iat: SECOND + 60 }, {}],
    ['no start', { iat: undefined }, {}],
    ['a life longer than 30 days', { iat: SECOND - SESSION_SECONDS - 1, exp: SECOND + 10 }, {}],
    ['not valid yet', { nbf: SECOND + 60 }, {}],
    ['no subject', { sub: undefined }, {}],
    ['another role', { role: 'Admin' }, {}],
    ['no key id', {}, { kid: undefined }],
    ['a text that nobody has to read', { sub: 'a'.repeat(2_048) }, {}],
    ['an unknown key id', {}, { kid: '0000000000000000' }],
    ['another type', {}, { typ: 'at+jwt' }],
    ['another algorithm by name', {}, { alg: 'ES256' }],
    ['another name of the algorithm', {}, { alg: 'Ed25519' }],
    ['an extension that must be understood', {}, { crit: ['x'], x: 1 }],
  ])('%s', async (_name, claims, header) => {
    expect(await number(scene().tokens.check(await forged(claims, header)))).toBe(7060);
  });

  test('the algorithm none', async () => {
    const [, payload] = (await forged()).split('.');
    for (const alg of ['none', 'None', 'NONE']) {
      const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT', kid: scene().keys.signing.id })).toString(
        'base64url',
      );
      for (const jwt of [`${header}.${payload}.`, `${header}.${payload}.AA`])
        expect(await number(scene().tokens.check(jwt))).toBe(7060);
    }
  });

  test('HMAC with the public key as its secret', async () => {
    const { keys, tokens } = scene();
    const publicKey = keys.accepted(keys.signing.id, NOW);
    const forms = [
      publicKey?.export({ format: 'der', type: 'spki' }),
      publicKey?.export({ format: 'der', type: 'spki' }).subarray(-32),
      publicKey?.export({ format: 'pem', type: 'spki' }),
    ];
    const [, payload] = (await forged()).split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT', kid: keys.signing.id })).toString(
      'base64url',
    );
    for (const secret of forms) {
      const mac = createHmac('sha256', secret ?? '')
        .update(`${header}.${payload}`)
        .digest('base64url');
      expect(await number(tokens.check(`${header}.${payload}.${mac}`))).toBe(7060);
    }
  });

  test('the signature of another key under our key id, and every changed byte', async () => {
    const { keys, tokens } = scene();
    const jwt = await new SignJWT({ role: 'Guest' })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: keys.signing.id })
      .setSubject('x')
      .setIssuer('https://oracle.test')
      .setAudience('linesman')
      .setIssuedAt(SECOND)
      .setExpirationTime(SECOND + 60)
      .sign(generateKeyPairSync('ed25519').privateKey);
    expect(await number(tokens.check(jwt))).toBe(7060);
    const good = Buffer.from(await forged());
    for (let place = 0; place < good.length; place += 7) {
      const changed = Buffer.from(good);
      changed[place] = changed[place] === 65 ? 66 : 65;
      if (changed.equals(good)) continue;
      expect(await number(tokens.check(changed.toString())), `byte ${place}`).toBe(7060);
    }
  });

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Basic abc',
    'Bearer a.b',
    'Bearer a.b.c',
    `Bearer ${'a'.repeat(3000)}.b.c`,
  ])('the header %j', async (header) => {
    expect(await number(scene().tokens.checkHeader(header))).toBe(7060);
  });

  test('a valid token in an invalid header', async () => {
    const { tokens } = scene();
    const jwt = await tokens.start();
    for (const header of [jwt, `Bearer  ${jwt}`, `Bearer ${jwt} `, `Bearer ${jwt}, Bearer ${jwt}`, `Token ${jwt}`])
      expect(await number(tokens.checkHeader(header))).toBe(7060);
    expect(await number(tokens.checkHeader(`bearer ${jwt}`))).toBe(true);
  });
});

describe('rotation', () => {
  test('tokens of the previous key are accepted until they expire, new ones are signed with the new key', async () => {
    const { keys, tokens, at } = scene();
    const before = await tokens.start();
    keys.rotate(seed(2), NOW + 10_000);
    const after = await tokens.start();
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
    expect(await number(tokens.check(before))).toBe(true);
    at(NOW + 9_999);
    expect(await number(tokens.check(before))).toBe(true);
    at(NOW + 10_000);
    expect(await number(tokens.check(before))).toBe(7060);
    expect(await number(tokens.check(after))).toBe(true);
  });

  test('after a restart the previous key is accepted if it is configured', async () => {
    const { tokens } = scene();
    const before = await tokens.start();
    const keys = new SessionKeys(seed(2));
    const restarted = new SessionTokens({ ...scene().options, keys });
    expect(await number(restarted.check(before))).toBe(7060);
    keys.acceptOlder(seed(1), NOW + 1);
    expect(await number(restarted.check(before))).toBe(true);
  });

  test('a key has one role and 32 bytes', () => {
    const { keys } = scene();
    expect(outcome(() => keys.rotate(seed(1), NOW))).toBe(7070);
    expect(outcome(() => keys.acceptOlder(seed(1), NOW))).toBe(7070);
    expect(outcome(() => new SessionKeys(new Uint8Array(31)))).toBe(7070);
  });
});
