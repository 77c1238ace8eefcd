import { statSync } from 'node:fs';
import { errnoOf, readJsonOption } from '@linesman/cli';
import { FILE_NOT_WRITABLE, fail, LinesmanError, WATCH_STATE_NOT_USABLE } from '@linesman/sdk/error';
import { DocumentNode } from '@linesman/sdk/internal/proof/document';
import { WholeFile } from '@linesman/sdk/node';
import type { Address } from '@linesman/sdk/program';
import { FINDINGS, type FindingKind, type Sight } from './findings.js';
import { type Snapshot, VALUE_NAMES } from './snapshot.js';

/** Keeps the last snapshot between two runs. */
export class StateFile {
  constructor(
    private readonly file: string,
    private readonly of: { readonly oracle: Address; readonly settlement: Address },
  ) {}

  /** `null` without a file. Errors: FILE_NOT_READABLE; WATCH_STATE_NOT_USABLE. */
  read(): Snapshot | null {
    const { file } = this;
    if (!statSync(file, { throwIfNoEntry: false })) return null;
    const document = new DocumentNode(readJsonOption('--state', file), '$');
    const found = readable(file, () => snapshotIn(document));
    for (const what of ['oracle', 'settlement'] as const)
      if (found[what] !== this.of[what])
        fail(WATCH_STATE_NOT_USABLE, {
          problem: 'other program',
          file,
          what,
          found: found[what],
          asked: this.of[what],
        });
    return found;
  }

  /** The file is whole at any time. Errors: FILE_NOT_WRITABLE. */
  write(snapshot: Snapshot): void {
    const { file } = this;
    try {
      new WholeFile(file).write(`${JSON.stringify(snapshot)}\n`);
    } catch (cause) {
      fail(FILE_NOT_WRITABLE, { file, errno: errnoOf(cause) }, { cause });
    }
  }
}

function readable<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof LinesmanError)) throw cause;
    return fail(WATCH_STATE_NOT_USABLE, { problem: 'not whole', file, detail: cause.message }, { cause });
  }
}

/** Errors: those of the reader. */
function snapshotIn(document: DocumentNode): Snapshot {
  const count = (node: DocumentNode): number => node.integer(0, Number.MAX_SAFE_INTEGER);
  const clock = document.field('clock');
  const values = document.field('values');
  return {
    oracle: document.field('oracle').string() as Address,
    settlement: document.field('settlement').string() as Address,
    clock: { slot: count(clock.field('slot')), time: count(clock.field('time')), seenAt: count(clock.field('seenAt')) },
    values: Object.fromEntries(VALUE_NAMES.map((name) => [name, values.field(name).string()])) as Snapshot['values'],
    roots: recordIn(document.field('roots'), (account) => recordIn(account, (root) => root.string())),
    sights: document.field('sights').list().map(sightIn),
  };
}

function sightIn(node: DocumentNode): Sight {
  const kind = node.field('kind');
  if (!Object.hasOwn(FINDINGS, kind.string())) kind.wrong('a kind of finding');
  const details = recordIn(node.field('details'), ({ value }) => (typeof value === 'number' ? value : `${value}`));
  return { kind: kind.value as FindingKind, subject: node.field('subject').string(), details };
}

const recordIn = <T>(node: DocumentNode, read: (node: DocumentNode) => T): Record<string, T> =>
  Object.fromEntries(node.members().map(([name, member]) => [name, read(member)]));
