import {
  BROKER_NOT_REACHABLE,
  type ContextOf,
  fail,
  INVALID_NATS_NAME,
  INVALID_REFUSED_SUBJECT,
  LinesmanError,
  UNSUITABLE_STREAM,
} from '@linesman/sdk/error';
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

/** The source of records in NATS. */
export interface NatsSource {
  readonly stream: string;
  /** Subject of the records; may contain wildcards. */
  readonly subject: string;
  /** The durable consumer, which remembers the last stored record; created if missing. */
  readonly durable: string;
  /** Subject that refused records are moved to. It must belong to a stream. Default: refused records are dropped. */
  readonly refusedSubject?: string;
}

export interface NewConsumer {
  /** ms until an unacknowledged record is delivered again. */
  readonly ackWait: number;
  /** Records in work at once. */
  readonly batch: number;
}

/** Limits memory. */
const MAX_PENDING = 10_000;
/** Unacknowledged records for each in work: the others wait for records before them. */
const PENDING_EACH = 10;

/**
 * Opens or creates the consumer. Errors: BROKER_NOT_REACHABLE when JetStream is unavailable; UNSUITABLE_STREAM when the
 * stream or the consumer does not fit; INVALID_NATS_NAME; INVALID_REFUSED_SUBJECT.
 */
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
      const { name, message: reason } = cause as Error;
      // The client rejects names with dots, spaces or wildcards itself.
      if (name.startsWith('Invalid')) return fail(INVALID_NATS_NAME, { stream, durable, reason }, { cause });
      return fail(BROKER_NOT_REACHABLE, { problem: 'no JetStream', reason }, { cause });
    }
    if (cause.code === JetStreamApiCodes.StreamNotFound)
      return fail(UNSUITABLE_STREAM, { problem: 'no stream', stream }, { cause });
    return fail(UNSUITABLE_STREAM, { problem: 'refused by NATS', reason: cause.message }, { cause });
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
    max_ack_pending: Math.min(PENDING_EACH * batch, MAX_PENDING),
    max_deliver: -1,
  });

/** A consumer that discards or reorders records would lose some. */
function check(info: ConsumerInfo, source: NatsSource, subjects: readonly string[]): void {
  const fault = faultOf(info, source, subjects);
  if (fault) fail(UNSUITABLE_STREAM, fault);
}

function faultOf(
  { config }: ConsumerInfo,
  { durable, subject }: NatsSource,
  subjects: readonly string[],
): ContextOf<typeof UNSUITABLE_STREAM> | undefined {
  const { deliver_subject, ack_policy, max_deliver = -1, max_ack_pending = MAX_PENDING, filter_subject } = config;
  if (deliver_subject !== undefined) return { problem: 'push consumer', durable };
  if (ack_policy !== AckPolicy.Explicit) return { problem: 'acknowledgement', durable, policy: ack_policy };
  if (max_deliver > 0) return { problem: 'deliveries', durable, deliveries: max_deliver };
  if (max_ack_pending < 1 || max_ack_pending > MAX_PENDING)
    return { problem: 'pending', durable, pending: max_ack_pending, limit: MAX_PENDING };
  const taken = filter_subject || subjects.join();
  return taken === subject ? undefined : { problem: 'other subject', durable, subject: taken, expected: subject };
}

async function checkRefused(manager: JetStreamManager, { subject }: NatsSource, refused: string): Promise<void> {
  if (!/^[^\s*>.]+(\.[^\s*>.]+)*$/.test(refused))
    fail(INVALID_REFUSED_SUBJECT, { problem: 'wildcards', subject: refused });
  if (isCovered(refused, subject))
    fail(INVALID_REFUSED_SUBJECT, { problem: 'covered', subject: refused, coveredBy: subject });
  await manager.streams
    .find(refused)
    .catch((cause) => fail(UNSUITABLE_STREAM, { problem: 'no stream for refused', subject: refused }, { cause }));
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
