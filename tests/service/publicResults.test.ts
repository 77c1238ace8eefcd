import { afterEach, expect, test, vi } from 'vitest';
import { createClient } from '../../ts/sdk/client/client.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { outliveStandings } from '../helpers/service/outliveStandings.js';
import { END, HOUR, ID, MINUTE, matches, SLOT, START, scores, wiresOf } from '../helpers/service/sentRecords.js';
import { StoredService, type StoredServiceOptions } from '../helpers/service/storedService.js';

const database = sharedDatabase();
afterEach(() => {
  vi.restoreAllMocks();
});

const explorer = { rpc: null, oracle: StoredService.ORACLE, settlement: StoredService.ORACLE };

async function sceneOf(options: StoredServiceOptions = {}) {
  const service = await StoredService.start(await database.fresh(), { app: { explorer }, ...options });
  const ask = (url: string) => service.app.inject({ method: 'GET', url });
  const list = async (query = '') => {
    outliveStandings();
    const answer = await ask(`/api/public/matches${query}`);
    expect([query, answer.statusCode]).toEqual([query, 200]);
    return answer.json() as { now: number; matches: Record<string, unknown>[]; next: string | null };
  };
  /** Everything that a visitor can ask about the matches. */
  const everything = async (ids: readonly number[] = Object.values(ID)): Promise<string> => {
    outliveStandings();
    const paths = [
      ...['', '?stage=over', '?stage=running', '?stage=coming', '?order=latest&limit=1', '?sport=soccer'].map(
        (query) => `/api/public/matches${query}`,
      ),
      ...ids.flatMap((id) => [
        `/api/public/matches?fixtureId=${id}`,
        `/api/public/scores/${id}`,
        `/api/public/scores/${id}/proof?statKeys=1,2`,
        // What is shown of a link before anyone opens it.
        `/match/${id}`,
        `/match/${id}/preview.png`,
      ]),
    ];
    const answers = await Promise.all(
      paths.map(async (path) => {
        const { statusCode, body, rawPayload } = await ask(path);
        const isPicture = path.endsWith('.png');
        if (path.startsWith('/match/')) expect([path, statusCode]).toEqual([path, 200]);
        return `${path} ${isPicture ? rawPayload.toString('base64') : body}`;
      }),
    );
    return answers.join('\n').replace(/"now":\d+/g, '');
  };
  return { service, ask, list, everything };
}

const FINAL = new Map(
  matches.map(({ scores: all, fixtures: [fixture] }) => {
    const final = all.findLast(({ StatusId }) => StatusId === 100);
    if (!final || !fixture) throw new Error('a match without an end');
    return [fixture.fixtureId, final];
  }),
);

test('a match says nothing but who plays, from kick-off until its last root is on chain', async () => {
  const { service, list, everything } = await sceneOf();
  await service.comeTo(START + 1);
  const before = await everything();
  expect(before).not.toContain('"score":{');
  // Slot by slot, until everything about the first match is proven.
  for (let time = START + SLOT + MINUTE; ; time += SLOT) {
    const end = time - MINUTE;
    await service.comeTo(time);
    if (Object.values(ID).some((id) => scores.every(({ fixtureId, ts }) => fixtureId !== id || ts < end))) break;
    await service.sealAndPublish();
    expect(await everything()).toBe(before);
  }
  await service.comeTo(END);
  // All are over, and their last roots are not on chain.
  expect(await everything()).toBe(before);
  await service.sealAndPublish();
  const { matches: over, next } = await list('?stage=over');
  expect([over.map(({ fixtureId }) => fixtureId), next]).toEqual([Object.values(ID), null]);
  for (const match of over) {
    const final = FINAL.get(match.fixtureId as number);
    const stats = final?.Stats as Record<string, number>;
    expect(match).toMatchObject({
      state: 'finished',
      score: { participant1: stats['1'], participant2: stats['2'] },
      proof: { seq: final?.Seq, slot: (final?.Ts ?? 0) - ((final?.Ts ?? 0) % SLOT), publishedAt: END },
    });
  }
  expect((await list('?stage=running')).matches).toEqual([]);
  await service.close();
});

test('a record that comes in changes nothing for visitors before its root is on chain', async () => {
  const { service, everything } = await sceneOf();
  const id = 12_700_001;
  const [one, other] = (['normal', 'abandoned'] as const).map((script, i) => {
    const fixtureId = id + i;
    return matchRecords({ seed: `seen ${i}`, sport: 'soccer', script, fixtureId, startTime: START, tempo: 0.05 });
  });
  if (!one || !other) throw new Error('no matches');
  const records = [...wiresOf(one), ...wiresOf(other)].sort((a, b) => a.ts - b.ts);
  service.clock.set(records[0]?.ts ?? 0);
  const ids = [id, id + 1];
  let known = '';
  for (const [i, { ts, wire }] of records.entries()) {
    if (ts > service.clock.now()) service.clock.set(ts);
    // Every seventh, and the last ones, among which are the ends.
    const isTried = ts > START && (i % 7 === 0 || i > records.length - 6);
    const before = isTried ? await everything(ids) : '';
    await service.accept([{ ...wire }]);
    if (!isTried) continue;
    known = await everything(ids);
    expect(known).toBe(before);
  }
  service.clock.set(service.clock.now() + HOUR);
  await service.sealAndPublish();
  const after = await everything(ids);
  expect(after).not.toBe(known);
  expect(after).toContain('"state":"abandoned"');
  await service.close();
});

test('a client reads the list, the records and a proof that verifies, with no token and no session', async () => {
  const { service } = await sceneOf();
  await service.comeTo(END);
  await service.sealAndPublish();
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
  const asked: string[] = [];
  const { results } = createClient({ baseUrl: url, onAnswer: (endpoint) => asked.push(endpoint) });
  const { matches: found } = await results.matches({ stage: 'over', order: 'latest', limit: 2 });
  expect(found).toHaveLength(2);
  for (const { fixtureId, score, proof, sport } of found) {
    const history = await results.history(fixtureId);
    const final = history.find(({ Seq }) => Seq === proof?.seq);
    expect([final?.StatusId, final?.Stats['1'], final?.Stats['2']]).toEqual([
      100,
      score?.participant1,
      score?.participant2,
    ]);
    const given = await results.prove({ fixtureId, keys: [1, 2] });
    const result = service.verified(given, 'scores', final?.Ts ?? 0, sport);
    expect(result).toMatchObject({ kind: 'stat', fixtureId, final: true });
  }
  expect(new Set(asked)).toEqual(
    new Set(['/api/public/matches', '/api/public/scores/{id}', '/api/public/scores/{id}/proof']),
  );
  await service.close();
});

test('pages hold every match once, whatever is hidden among them', async () => {
  const { service, list } = await sceneOf();
  await service.comeTo(END);
  await service.sealAndPublish();
  const hidden = matchRecords({ seed: 'h', sport: 'soccer', fixtureId: 12_000_050, startTime: START, tempo: 0.02 });
  await service.accept(wiresOf(hidden).map(({ wire }) => wire));
  for (const order of ['earliest', 'latest']) {
    const seen: unknown[] = [];
    for (let after = ''; ; ) {
      const page = await list(`?stage=over&order=${order}&limit=1${after}`);
      seen.push(...page.matches.map(({ fixtureId }) => fixtureId));
      if (page.next === null) break;
      after = `&after=${page.next}`;
    }
    expect(seen).toEqual(order === 'earliest' ? Object.values(ID) : Object.values(ID).toReversed());
  }
  expect((await list()).matches.map(({ fixtureId, state }) => [fixtureId, state])).toEqual([
    ...Object.values(ID).map((id) => [id, 'finished']),
    [12_000_050, 'live'],
  ]);
  await service.close();
});

test('without the switch the paths do not exist', async () => {
  const { service, ask } = await sceneOf({ ports: { results: undefined } });
  for (const path of ['matches', `scores/${ID.soccer}`, `scores/${ID.soccer}/proof?statKeys=1`]) {
    const { statusCode } = await ask(`/api/public/${path}`);
    expect([path, statusCode]).toEqual([path, 404]);
  }
  expect((await ask('/openapi.json')).body).not.toContain('/api/public');
  await service.close();
});

test('a link with a match in its path has a title, whose names never become markup', async () => {
  const { service, ask } = await sceneOf();
  const nasty = matchRecords({ seed: 'n', sport: 'soccer', fixtureId: 12_000_060, startTime: START, tempo: 0.02 });
  service.clock.set(START - HOUR);
  const [announced] = wiresOf(nasty);
  await service.accept([{ ...announced?.wire, Participant1: '"><script>alert(1)</script>', Participant2: "O'Neill" }]);
  const shared = await ask('/match/12000060');
  expect([shared.statusCode, shared.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(shared.body).not.toContain('<script');
  expect(shared.body).toContain('<meta property="og:title" content="&#34;&#62;&#60;script&#62;alert(1)');
  expect(shared.body).toContain('url=../#/match/12000060');
  // Neither an unknown match nor what is no number gives more than the general title.
  for (const path of ['/match/7', '/match/x%22%3E', '/match/99999999999999999999']) {
    const { statusCode, body } = await ask(path);
    expect([path, statusCode, body.includes('results you can check yourself')]).toEqual([path, 200, true]);
  }
  await service.close();
});

test('the same link has a picture, made by the service, which shows the result once it is proven', async () => {
  const { service, ask } = await sceneOf();
  const pictureAt = async (path: string): Promise<Buffer> => {
    outliveStandings();
    const { body } = await ask(path);
    const named = /<meta property="og:image" content="([^"]+)">/.exec(body)?.[1] ?? '';
    // A complete address on the service itself. No other host gets a request.
    expect(named).toMatch(/^http:\/\/localhost(:\d+)?\/match\/\d+\/preview\.png$/);
    const { statusCode, headers, rawPayload } = await ask(new URL(named).pathname);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(rawPayload.length).toBeLessThan(100_000);
    return rawPayload;
  };
  await service.comeTo(START + 1);
  const path = `/match/${ID.soccer}`;
  const before = await pictureAt(path);
  await service.comeTo(END);
  expect((await pictureAt(path)).equals(before)).toBe(true);
  await service.sealAndPublish();
  expect((await pictureAt(path)).equals(before)).toBe(false);
  const general = await pictureAt('/match/7');
  expect([general.equals(before), general.equals(await pictureAt('/match/x'))]).toEqual([false, true]);
  // A host that is no name is not repeated.
  const odd = await service.app.inject({ method: 'GET', url: path, headers: { host: 'a"><script>' } });
  expect(odd.body).not.toContain('<script');
  await service.close();
});

test('visitors have a rate of their own: the last one takes nothing from sessions', async () => {
  const { service, ask } = await sceneOf({ app: { publicRequestsPerSecond: 3, addressRequestsPerSecond: 1 } });
  expect((await ask('/api/public/matches')).statusCode).toBe(200);
  const refused = await ask('/api/public/matches');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
  const started = await service.app.inject({ method: 'POST', url: '/auth/guest/start' });
  expect(started.statusCode).toBe(200);
  await service.close();
});
