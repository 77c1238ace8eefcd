import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PublicEntry } from '../answer/results.js';
import type { HttpPorts } from './context.js';

/** Nothing on this page runs. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Links that name a match in their path, for whoever shows a title before anybody opens the link: servers never see
 * what stands behind the #, where the pages of the explorer are. A browser goes on to the page of the match.
 */
export function addSharedMatches(
  app: FastifyInstance,
  { results, recordTime }: Pick<HttpPorts, 'results' | 'recordTime'>,
  onRequest: (request: FastifyRequest) => void,
): void {
  app.get<{ Params: { fixtureId: string } }>('/match/:fixtureId', async (request, reply) => {
    onRequest(request);
    const { fixtureId } = request.params;
    const isNumber = /^\d{1,15}$/.test(fixtureId);
    const question = { fixtureId: Number(fixtureId), order: 'earliest', limit: 1 } as const;
    const [match] = isNumber && results ? await results.page(question, recordTime()) : [];
    return reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-cache')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(pageOf(isNumber ? `../#/match/${fixtureId}` : '../', match));
  });
}

function pageOf(to: string, match: PublicEntry | undefined): string {
  const title = escaped(match ? titleOf(match) : 'linesman: results that nobody can change');
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
<meta name="twitter:card" content="summary">
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
