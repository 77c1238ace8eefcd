import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Wire } from '../answer/wire.js';
import type { Access } from '../auth/access.js';
import type { Session } from '../auth/sessionTokens.js';
import { refuseFaults } from '../fault.js';
import type { AnsweredRequests } from './answeredRequests.js';
import type { AnswerLimit } from './answerLimit.js';
import { readBody } from './body.js';
import type { Callers } from './callers.js';
import { type Compression, hashOf, LEAST } from './compression.js';
import type { Context, HttpPorts } from './context.js';
import type { NamedEndpoint } from './endpoint/endpoints.js';
import { type Answer, type Endpoint, jsonText } from './endpoint.js';
import { allParameters } from './endpointParameters.js';
import { headOf, type ListAnswer, type ListHead, streamOf } from './listAnswer.js';
import type { LongAnswers } from './longAnswers.js';
import { type ParameterEntries, type Parameters, readParameters, type Sent, type ValuesOf } from './parameter.js';
import { acceptsGzip, answerStream } from './streamAnswer.js';
import type { ThisMachine } from './thisMachine.js';
import { isOwnPage } from './worldCaller.js';

/** The parts that all endpoints share. */
export interface EndpointParts {
  readonly ports: HttpPorts;
  /** The default wire. */
  readonly wire: Wire;
  readonly callers: Callers;
  readonly isThisMachine: ThisMachine;
  readonly devOrigins: readonly string[] | undefined;
  readonly answerLimit: AnswerLimit;
  readonly longAnswers: LongAnswers;
  readonly compression: Compression;
  readonly answered: AnsweredRequests;
}

/** Serves an endpoint on each of its paths. */
export function addEndpoint(app: FastifyInstance, endpoint: NamedEndpoint, parts: EndpointParts): void {
  const { callers, answerLimit } = parts;
  const parameters = Object.entries(allParameters(endpoint));
  const isStream = endpoint.answer.isStream === true;
  for (const [i, path] of [endpoint.path, ...(endpoint.aliases ?? [])].entries())
    app.route({
      method: endpoint.method,
      // Operation names must be unique.
      config: { operation: { endpoint, operationId: i === 0 ? endpoint.name : `${endpoint.name}Alias${i}` } },
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: endpoint.method === 'GET' && !isStream,
      // Runs before the body is read, so that rejected callers cost little.
      onRequest: (request, reply) => {
        if (!isStream) answerLimit.begin(reply);
        return callers.admit(endpoint, request);
      },
      handler: async (request, reply) => {
        const context = contextOf(endpoint, parameters, request, parts);
        let answer: Answer;
        let head: ListHead | undefined;
        try {
          answer = await endpoint.handle(context);
          if (answer.kind === 'list') {
            reply.raw.once('close', answer.list.end);
            head = await headOf(answer.list);
          }
        } catch (error) {
          if (!reply.sent) throw error;
          // The request was already refused as late, and logged as such.
          request.log.debug({ err: error }, 'failed late');
          return reply;
        }
        if (answer.kind !== 'list') return reply.sent ? reply : send(answer, endpoint, request, reply, parts);
        return sendList(answer.list, head as ListHead, endpoint, request, reply, parts);
      },
    });
}

/** Errors: INVALID_PARAMETERS. */
function contextOf(
  endpoint: Endpoint,
  parameters: ParameterEntries,
  request: FastifyRequest,
  { ports, wire, callers, isThisMachine, devOrigins }: EndpointParts,
): Context<ValuesOf<Parameters>, unknown> {
  const { values, wrong } = readParameters<Parameters>(parameters, request.params as Sent, request.query as Sent);
  const body = readBody(endpoint, request.headers['content-type'], request.body);
  refuseFaults([...wrong, ...body.wrong]);
  const { session, access, wallet } = callers.of(request);
  return {
    values,
    body: body.value,
    wire: ((values as { wire?: Wire }).wire ?? wire) as Wire,
    ports,
    // Set if the endpoint requires them.
    session: session as Session,
    access: access as Access,
    wallet: wallet as string,
    headers: request.headers,
    remoteAddress: request.socket.remoteAddress,
    isFromHere: () => isThisMachine({ headers: request.headers, address: request.socket.remoteAddress }),
    isOwnPage: () => isOwnPage({ headers: request.headers, address: request.socket.remoteAddress }, devOrigins),
  };
}

/** Errors: TOO_MANY_LONG_ANSWERS. */
async function sendList(
  list: ListAnswer,
  head: ListHead,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: EndpointParts,
): Promise<FastifyReply> {
  const { callers, longAnswers, compression, answerLimit } = parts;
  const { first, second } = head;
  const isLong = second !== undefined;
  // Nobody waits for it: it was refused as late, or the caller has left. HEAD has the length of short lists only.
  const isOver = reply.sent || reply.raw.destroyed;
  if (isLong && (isOver || request.method === 'HEAD')) list.end();
  if (isOver) return reply;
  if (!isLong) return sendText(first, list.contentType, endpoint, request, reply, parts);
  const leave = request.method === 'HEAD' ? undefined : placeFor(list, request, callers, longAnswers);
  headed(reply, endpoint, list.contentType);
  if (!leave) return reply.send(Readable.from([]));
  const stream = streamOf(list, head, callers.chargeOf(endpoint, request));
  longAnswers.bound(stream, leave);
  // It has begun, though a compressor may not have written yet.
  answerLimit.end(reply);
  const zipped = acceptsGzip(request.headers['accept-encoding']) ? compression.stream(stream) : undefined;
  if (zipped) reply.header('content-encoding', 'gzip');
  return reply.send(zipped ?? stream);
}

/** The headers of an answer with data. */
function headed(reply: FastifyReply, { method, needs }: Endpoint, contentType: string): void {
  // The answer to a POST is secret or made for one buyer.
  const isOwn = needs !== 'nothing';
  reply.header('cache-control', method === 'POST' ? 'no-store' : isOwn ? 'private, no-cache' : 'no-cache');
  if (method === 'GET') reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
  reply.type(contentType);
}

/**
 * Sends a whole answer. A GET has an ETag of its content and encoding, so it also differs by store and by what the
 * caller may see, and it is compared after all refusals. It is compressed when the caller accepts that: only POST
 * answers credentials, and refusals and metrics are written elsewhere.
 */
async function sendText(
  text: string,
  contentType: string,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { compression }: EndpointParts,
): Promise<FastifyReply> {
  if (endpoint.method !== 'GET') {
    headed(reply, endpoint, contentType);
    return reply.send(text);
  }
  const plain = Buffer.from(text);
  const mayZip = plain.length > LEAST && acceptsGzip(request.headers['accept-encoding']);
  const hash = hashOf(plain);
  const zipped = mayZip ? await compression.bytes(plain, hash) : undefined;
  // It was refused as late.
  if (reply.sent) return reply;
  headed(reply, endpoint, contentType);
  const etag = `"${hash}${zipped ? '-gzip' : ''}"`;
  reply.header('etag', etag);
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (zipped) reply.header('content-encoding', 'gzip');
  return reply.send(zipped ?? plain);
}

/** Whether the caller has the answer with this ETag. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');

function placeFor(list: ListAnswer, request: FastifyRequest, callers: Callers, longAnswers: LongAnswers): () => void {
  try {
    return longAnswers.take(callers.nameOf(request));
  } catch (error) {
    list.end();
    throw error;
  }
}

async function send(
  answer: Exclude<Answer, { readonly kind: 'list' }>,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: EndpointParts,
): Promise<FastifyReply> {
  const { ports, answered } = parts;
  if (answer.kind === 'stream') {
    answerStream(ports.hub, answer.stream, request, reply);
    answered.streamOpened(request, reply);
    return reply;
  }
  if (answer.kind === 'nothing') return reply.header('cache-control', 'no-cache').status(204).send();
  const { text, contentType } = answer.kind === 'text' ? answer : jsonText(JSON.stringify(answer.value));
  return sendText(text, contentType, endpoint, request, reply, parts);
}
