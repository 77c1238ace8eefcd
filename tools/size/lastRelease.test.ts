import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/helpers/temporaryFolder.js';
import { withLastRelease } from './lastRelease.js';

const root = temporaryFolder('size-test');

let commits = 0;

/** Commits a text under a tag, each commit a day after the one before. */
function commit(text: string, tag: string): void {
  commits += 1;
  const date = `2026-11-0${commits}T12:00:00Z`;
  const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };
  const env = { ...process.env, ...who, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  writeFileSync(join(root, 'file'), text);
  for (const args of [
    ['add', 'file'],
    ['commit', '-q', '-m', text],
    ['tag', tag],
  ])
    execFileSync('git', args, { cwd: root, env });
}

const lastRelease = (seen: string[] = []) =>
  withLastRelease(root, async (tag, folder) => {
    seen.push(folder);
    return [tag, readFileSync(join(folder, 'file'), 'utf8')];
  });

it('has the files of the newest tag of a version, for a while', async () => {
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: root });
  commit('nothing', 'other');
  expect(await lastRelease()).toBeUndefined();
  commit('candidate', 'v9.0.0-rc.1');
  commit('first', 'v10.0.0');
  commit('later', 'nightly');
  writeFileSync(join(root, 'file'), 'now');
  const seen: string[] = [];
  expect(await lastRelease(seen)).toEqual(['v10.0.0', 'first']);
  expect(seen.map((folder) => [folder.startsWith(root), existsSync(join(folder, '..'))])).toEqual([[false, false]]);
});
