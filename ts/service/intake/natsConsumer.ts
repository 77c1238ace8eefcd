import {
  AckPolicy,
  type Consumer,
  type ConsumerInfo,
  DeliverPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import { fail, LinesmanError, quoted } from '../../error/index.js';

/** Where records come from. */
export interface NatsSource {
  readonly stream: string;
  /** Of the records in the stream; may have wildcards. */
  readonly subject: string;
  /** The consumer that remembers how far they are stored; made when there is none. */
  readonly durable: string;
  /** Where refused records are moved to; a stream must take it. They are dropped from this consumer otherwise. */
  readonly refusedSubject?: string;
}

export interface NewConsumer {
  /** ms after which a record that is not acknowledged is delivered again. */
  readonly ackWait: number;
  /** Records that are delivered and not acknowledged, at most. */
  readonly batch: number;
}

/** More would have to be kept in memory. */
const MOST_PENDING = 10_000;

/** The consumer of the records. Errors: 7110 JetStream cannot be used; 7111 the stream or the consumer does not do; 7015 a subject does not do. */
export async function natsConsumer(
  connection: NatsConnection,
  source: NatsSource,
  wanted: NewConsumer,
): Promise<Consumer> {
  const { stream, durable, refusedSubject } = source;
  try {
    const manager = await jetstreamManager(connection);
    const info = (await existing(manager, source)) ?? (await added(manager, source, wanted));
    const { subjects } = (await manager.streams.info(stream)).config;
    check(info, source, subjects);
    if (refusedSubject !== undefined) await checkRefused(manager, source, refusedSubject);
    return await jetstream(connection).consumers.get(stream, durable);
  } catch (cause) {
    if (cause instanceof LinesmanError) throw cause;
    if (!(cause instanceof JetStreamApiError)) {
      const { name, message } = cause as Error;
      // Names with dots, spaces or wildcards are not even asked for.
      if (name.startsWith('Invalid')) return fail(7015, { message: `--stream or --durable: ${message}.`, cause });
      return fail(7110, { message: `JetStream cannot be used: ${message}.`, cause });
    }
    const what = cause.code === JetStreamApiCodes.StreamNotFound ? `There is no stream ${stream}` : cause.message;
    return fail(7111, {
      message: `${what}.`,
      hint: 'Create the stream with the subject of the records, and check the names.',
      cause,
    });
  }
}

async function existing(manager: JetStreamManager, { stream, durable }: NatsSource): Promise<ConsumerInfo | undefined> {
  try {
    return await manager.consumers.info(stream, durable);
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound) return undefined;
    throw error;
  }
}

const added = (manager: JetStreamManager, { stream, durable, subject }: NatsSource, { ackWait, batch }: NewConsumer) =>
  manager.consumers.add(stream, {
    durable_name: durable,
    filter_subject: subject,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(ackWait),
    max_ack_pending: batch,
    max_deliver: -1,
  });

/** A consumer that forgets records, or hands them out at random, would lose some. */
function check({ config }: ConsumerInfo, { durable, subject }: NatsSource, subjects: readonly string[]): void {
  const { deliver_subject, ack_policy, max_deliver = -1, max_ack_pending = MOST_PENDING, filter_subject } = config;
  const isOfSubject =
    filter_subject === undefined || filter_subject === '' ? subjects.join() === subject : filter_subject === subject;
  const fault =
    deliver_subject !== undefined
      ? 'is a push consumer'
      : ack_policy !== AckPolicy.Explicit
        ? `has the acknowledgement policy ${ack_policy}`
        : max_deliver > 0
          ? `gives up after ${max_deliver} deliveries`
          : max_ack_pending < 1 || max_ack_pending > MOST_PENDING
            ? `has a max_ack_pending of ${max_ack_pending}, not 1 to ${MOST_PENDING}`
            : !isOfSubject
              ? `is of the subject ${filter_subject || subjects.join()}, not ${subject}`
              : undefined;
  if (fault) fail(7111, { message: `The consumer ${durable} ${fault}.`, durable });
}

async function checkRefused(manager: JetStreamManager, { subject }: NatsSource, refused: string): Promise<void> {
  if (!/^[^\s*>.]+(\.[^\s*>.]+)*$/.test(refused))
    fail(7015, { message: `--refused-subject ${quoted(refused)} is no subject without wildcards.` });
  if (isCovered(refused, subject))
    fail(7015, { message: `Records on --refused-subject ${refused} would come in again: ${subject} covers it.` });
  await manager.streams.find(refused).catch((cause) =>
    fail(7111, {
      message: `No stream takes ${refused}.`,
      hint: 'Create a stream with that subject, or leave --refused-subject out.',
      cause,
    }),
  );
}

function isCovered(subject: string, by: string): boolean {
  const names = subject.split('.');
  const pattern = by.split('.');
  for (const [i, name] of pattern.entries()) {
    if (name === '>') return names.length > i;
    if (name !== '*' && name !== names[i]) return false;
    if (i >= names.length) return false;
  }
  return names.length === pattern.length;
}
