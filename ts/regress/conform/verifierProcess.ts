import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { errnoOf } from '@linesman/cli';
import { errorOf, fail, LinesmanError, VERIFIER_FAILED } from '@linesman/sdk/error';
import { DocumentNode } from '@linesman/sdk/internal/proof/document';
import { readDocument } from '@linesman/sdk/proof';
import type { Question } from './corpus.js';

/** The answer of a verifier. */
export interface Answer {
  readonly valid: boolean;
  /** Null if it did not say. */
  readonly verdict: boolean | null;
  readonly facts: readonly unknown[] | null;
  readonly error: number | null;
}

/** A verifier in a separate process: one JSON document a line in, one out. */
export class VerifierProcess {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private readonly lines: AsyncIterator<string>;
  private failure: Error | undefined;
  private exitCode: number | null = null;

  constructor(
    private readonly command: readonly string[],
    private readonly seconds: number,
  ) {
    const [program = '', ...args] = command;
    // Its standard error is meant for people, and goes to ours.
    this.child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.once('error', (error) => {
      this.failure = error;
    });
    this.child.once('exit', (code) => {
      this.exitCode = code;
    });
    // The process may end before it has read everything. The missing answer shows that.
    this.child.stdin.on('error', () => {});
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  /** Errors: VERIFIER_FAILED when it does not start, ends, does not answer or answers something else. */
  async ask(question: Question): Promise<Answer> {
    const { name } = question;
    this.child.stdin.write(`${JSON.stringify(question)}\n`);
    const { seconds } = this;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const silent = () => reject(errorOf(VERIFIER_FAILED, { problem: 'silent', vector: name, seconds }));
      timer = setTimeout(silent, seconds * 1000);
    });
    try {
      const { done, value } = await Promise.race([this.lines.next(), late]);
      if (!done) return answerOf(value, name);
      await this.ended();
      if (this.failure)
        fail(VERIFIER_FAILED, {
          problem: 'not started',
          command: this.command.join(' '),
          errno: errnoOf(this.failure),
        });
      return fail(VERIFIER_FAILED, { problem: 'ended', vector: name, exitCode: this.exitCode });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the process. */
  stop(): void {
    this.child.stdin.end();
    this.child.kill();
  }

  private async ended(): Promise<void> {
    if (this.failure || this.exitCode !== null) return;
    await new Promise<void>((resolve) => {
      this.child.once('close', () => resolve());
      this.child.once('error', () => resolve());
    });
  }
}

function answerOf(line: string, vector: string): Answer {
  try {
    const node = new DocumentNode(readDocument(line, 'The line'), '$');
    const orNull = <T>(name: string, read: (field: DocumentNode) => T): T | null => {
      const field = node.members().find(([found]) => found === name)?.[1];
      return field === undefined || field.value === null ? null : read(field);
    };
    return {
      valid: node.member('valid').boolean(),
      verdict: orNull('verdict', (field) => field.boolean()),
      facts: orNull('facts', (field) => field.list().map(({ value }) => value)),
      error: orNull('error', (field) => field.u32()),
    };
  } catch (error) {
    if (!(error instanceof LinesmanError)) throw error;
    return fail(VERIFIER_FAILED, { problem: 'line', vector, fault: error.message }, { cause: error });
  }
}
