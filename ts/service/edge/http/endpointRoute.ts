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
import type { Context, HttpPorts } from './context.js';
import type { NamedEndpoint } from './endpoint/endpoints.js';
import type { Answer, Endpoint } from './endpoint.js';
import { allParameters } from './endpointParameters.js';
import { headOf, type ListAnswer, type ListHead, streamOf } from './listAnswer.js';
import type { LongAnswers } from './longAnswers.js';
import { type ParameterEntries, type Parameters, readParameters, type Sent, type ValuesOf } from './parameter.js';
import { answerStream } from './streamAnswer.js';
import type { ThisMachine } from './thisMachine.js';

/** The parts that all endpoints share. */
export interface EndpointParts {
  readonly ports: HttpPorts;
  /** The default wire. */
  readonly wire: Wire;
  readonly callers: Callers;
  readonly isThisMachine: ThisMachine;
  readonly answerLimit: AnswerLimit;
  readonly longAnswers: LongAnswers;
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
          if (answer.kind === 'list') head = await headOf(answer.list);
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
  { ports, wire, callers, isThisMachine }: EndpointParts,
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
  };
}

/** Errors: TOO_MANY_LONG_ANSWERS. */
function sendList(
  list: ListAnswer,
  head: ListHead,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { callers, longAnswers }: EndpointParts,
): FastifyReply {
  const { first, second } = head;
  const isLong = second !== undefined;
  // Nobody waits for it: it was refused as late, or the caller has left. HEAD has the length of short lists only.
  const isOver = reply.sent || reply.raw.destroyed;
  if (isLong && (isOver || request.method === 'HEAD')) void list.pieces.return();
  if (isOver) return reply;
  const leave = isLong && request.method !== 'HEAD' ? placeFor(list, request, callers, longAnswers) : undefined;
  reply.header('cache-control', 'no-cache').type(list.contentType);
  if (!isLong) return reply.send(first);
  if (!leave) return reply.send(Readable.from([]));
  const charge = callers.chargeOf(endpoint, request);
  const stream = streamOf(list, head, charge);
  longAnswers.bound(stream, leave);
  return reply.send(stream);
}

function placeFor(list: ListAnswer, request: FastifyRequest, callers: Callers, longAnswers: LongAnswers): () => void {
  try {
    return longAnswers.take(callers.nameOf(request));
  } catch (error) {
    void list.pieces.return();
    throw error;
  }
}

function send(
  answer: Exclude<Answer, { readonly kind: 'list' }>,
  { method }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { ports, answered }: EndpointParts,
): FastifyReply {
  if (answer.kind === 'stream') {
    answerStream(ports.hub, answer.stream, request, reply);
    answered.streamOpened(request, reply);
    return reply;
  }
  // The answer to a POST is secret or made for one buyer.
  reply.header('cache-control', method === 'POST' ? 'no-store' : 'no-cache');
  if (answer.kind === 'nothing') return reply.status(204).send();
  if (answer.kind === 'text') return reply.type(answer.contentType).send(answer.text);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.value));
}
