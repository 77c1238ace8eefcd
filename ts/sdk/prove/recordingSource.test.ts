import { afterEach, expect, it, vi } from 'vitest';
import { AnswerFiles } from '../../../tests/helpers/answerFiles.js';
import { parseProof } from '../proof/parse.js';
import { RecordingSource } from './recordingSource.js';

const files = new AnswerFiles();
const { fixtureId } = files;

afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps each proof as the service sent it, with its request, and no other answer', async () => {
  const answer = JSON.stringify(files.answers.v3);
  vi.stubGlobal('fetch', async (address: URL) => {
    const { pathname } = new URL(address);
    if (pathname.endsWith('/auth/guest/start')) return new Response('{"token":"jwt"}');
    return new Response(pathname.includes('validation') ? answer : '[]');
  });
  const source = new RecordingSource({ service: 'https://oracle.example/v1', apiToken: 'token' });
  expect(await source.latest(fixtureId, 'soccer')).toEqual([]);
  expect(source.received).toEqual([]);
  const proof = await source.prove({ version: 3, fixtureId, seq: 4, keys: [1, 2, 7] });
  expect(proof).toEqual(parseProof(files.answers.v3));
  const query = { fixtureId: `${fixtureId}`, seq: '4', statKeys: '1,2,7' };
  const request = { method: 'GET', path: '/api/scores/stat-validation-v3', query };
  expect(source.received).toEqual([{ request, answer, proof, seq: 4 }]);
});
