import { createHash } from 'node:crypto';
import { fail, TOO_MANY_REQUESTS } from '@linesman/sdk/error';
import { LeastRecent } from '@linesman/sdk/node';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inTurn } from '../../inTurn.js';
import type { PublicEntry } from '../answer/results.js';
import { PREVIEW, previewOf } from '../preview/preview.js';
import type { HttpPorts } from './context.js';

/** The page has no scripts. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The cost of a picture, in requests of the caller's address. */
const PICTURE_COST = 10;

/** The number of cached pictures, because many callers request a shared link at the same time. */
const KEPT = 200;

/** Pictures that wait to be drawn, one after the other, for all callers together. */
const MAX_WAITING = 20;

/**
 * Links that name a match in their path, for apps that show title and picture before a user opens the link. The
 * explorer's own addresses name a page after the #, and servers never see that part. A browser is redirected to the
 * page of the match. Title and picture show only public facts.
 */
export function addSharedMatches(
  app: FastifyInstance,
  { results, recordTime }: Pick<HttpPorts, 'results' | 'recordTime'>,
  onRequest: (request: FastifyRequest, cost?: number) => void,
): void {
  /** By the state of the match that they show. */
  const pictures = new LeastRecent<Promise<Picture>>(KEPT);
  const draw = inTurn();
  let waiting = 0;
  const pictureOf = (match: PublicEntry | undefined): Promise<Picture> => {
    const state = JSON.stringify(match ?? null);
    const kept = pictures.get(state);
    if (kept) return kept;
    if (waiting >= MAX_WAITING) fail(TOO_MANY_REQUESTS, { retryAfter: 1 });
    waiting++;
    const picture = draw(async () => {
      try {
        const bytes = await previewOf(match);
        return { etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`, bytes };
      } finally {
        waiting--;
      }
    });
    pictures.set(state, picture);
    picture.catch(() => pictures.delete(state));
    return picture;
  };
  const matchOf = async (fixtureId: string): Promise<PublicEntry | undefined> => {
    if (!isNumber(fixtureId) || !results) return undefined;
    const [match] = await results.page({ fixtureId: Number(fixtureId), order: 'earliest', limit: 1 }, recordTime());
    return match;
  };
  const headed = (reply: FastifyReply, contentType: string): FastifyReply =>
    reply
      .header('content-security-policy', POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-cache')
      .header('referrer-policy', 'no-referrer')
      .type(contentType);
  app.get<SharedMatchRoute>('/match/:fixtureId', async (request, reply) => {
    onRequest(request);
    const { fixtureId } = request.params;
    const to = isNumber(fixtureId) ? `../#/match/${fixtureId}` : '../';
    const picture = `${originOf(request)}/match/${isNumber(fixtureId) ? fixtureId : 0}/preview.png`;
    return headed(reply, 'text/html; charset=utf-8').send(pageOf(to, picture, await matchOf(fixtureId)));
  });
  app.get<SharedMatchRoute>('/match/:fixtureId/preview.png', async (request, reply) => {
    onRequest(request, PICTURE_COST);
    const { etag, bytes } = await pictureOf(await matchOf(request.params.fixtureId));
    headed(reply, 'image/png').header('etag', etag);
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(bytes);
  });
}

interface Picture {
  readonly etag: string;
  readonly bytes: Buffer;
}

interface SharedMatchRoute {
  readonly Params: { readonly fixtureId: string };
}

const isNumber = (text: string): boolean => /^\d{1,15}$/.test(text);

/** Pictures need absolute addresses. Behind an untrusted proxy, the address is the one that the proxy used. */
function originOf({ protocol, host }: FastifyRequest): string {
  return /^[\w.:[\]-]+$/.test(host) ? `${protocol}://${host}` : '..';
}

function pageOf(to: string, picture: string, match: PublicEntry | undefined): string {
  const title = escaped(match ? titleOf(match) : 'linesman: results you can check yourself');
  const about = match?.proof
    ? 'The result is proven on Solana. Open it, and your browser checks the proof.'
    : 'See a result and its proof, and check it in your browser.';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${about}">
<meta property="og:image" content="${escaped(picture)}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${PREVIEW.width}">
<meta property="og:image:height" content="${PREVIEW.height}">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">
<meta http-equiv="refresh" content="0; url=${to}">
</head>
<body><p><a href="${to}">${title}</a></p></body>
</html>
`;
}

function titleOf({ participant1, participant2, score, competition }: PublicEntry): string {
  const between = score ? `${score.participant1} : ${score.participant2}` : '–';
  return `${participant1} ${between} ${participant2} · ${competition}`;
}

/** Names come from feeds, and never become markup. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
