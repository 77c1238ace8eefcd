/** Differences between answers and the interface description, with reasons. docs/api.md has the same list. */
export const DEVIATIONS: readonly { readonly what: string; readonly why: string }[] = [
  {
    what: 'StatusId is an integer.',
    why: 'Deployed clients read an integer; the description only calls it an enumerated object.',
  },
  { what: 'Type is a plain string.', why: 'Deployed clients read a string.' },
  {
    what: 'Purchase quotes also have baseUsdtCost, feeUsdtAmount and totalUsdtCharged.',
    why: 'Clients of the reference deployment read them.',
  },
  {
    what: 'With Accept: application/problem+json, refusals are problem details (RFC 9457).',
    why: 'Programs get an error number and a hint; without that header the line of text is as described.',
  },
  {
    what: 'Heartbeats may carry Gap and Closing.',
    why: 'Subscribers learn that records are missing, or why a stream ends, without a third kind of event.',
  },
  {
    what:
      'On levels with a sampling interval the odds snapshot is sampled, too: an open sampling window shows ' +
      'suspensions only.',
    why: 'Polling would otherwise give real-time odds; the description only says that a level has an interval.',
  },
  {
    what: 'Fixture records in lists carry SportId, as score records do, and GameState, the number of their state.',
    why:
      'Bettors need the sport of a match days before its first score record. The state is part of the leaf: without ' +
      'it no client could rebuild a root from the lists.',
  },
  {
    what: 'Repeating an activation with the same wallet replaces its token by a new one.',
    why:
      'The answer may get lost, or the token may leak. A repeat needs a new session and the same leagues, so a ' +
      'captured request is useless.',
  },
  {
    what: 'The signed message of an activation may end with a host that GET /.well-known/activation lists.',
    why: 'Without a host, a service in the middle could obtain the token. The described message is still accepted.',
  },
  {
    what: 'DELETE /api/token ends the API token of the request.',
    why: 'The holder of a leaked token must be able to end it early.',
  },
  {
    what:
      "GET /api/subscription lists what the token's wallet has bought, with the names of its leagues, and until " +
      'when, also after the end.',
    why: 'Periods are kept by level, and customers need to see them.',
  },
  {
    what:
      'GET /api/matches lists matches page by page, or one by its fixtureId, with sport, state, score, clock and the ' +
      'next slot.',
    why:
      'A page of matches would otherwise need every fixture and the latest scores of each. The lists of the ' +
      'description have no state, no score and no pages.',
  },
  {
    what:
      'GET /api/public/matches, /api/public/scores/{fixtureId} and /api/public/scores/{fixtureId}/proof show ' +
      'matches, and results once they are on chain, without a token, where the operator has switched that on.',
    why:
      'Checking a bet or a result does not take a subscription. Running scores and odds remain what a ' +
      'subscription is for.',
  },
  {
    what: 'GET /api/roots/{epochDay} lists the slots of a day with their state and root, for any session.',
    why:
      'A client that compares roots with the chain needs to know which slots have records, and which roots are ' +
      'late.',
  },
  {
    what: 'GET /api/latency shows how fast roots were published in the last 30 days, for any session.',
    why: 'Clients that rely on proofs need to know when to expect them.',
  },
  {
    what: 'GET /.well-known/deployment lists the programs, the mints and the RPC address for clients.',
    why: 'A page knows only the address of the service. What it signs, it still compares with what its user trusts.',
  },
  {
    what:
      'A service with an embedded chain has GET /api/world, POST /api/world/speed and POST /api/world/money: time, ' +
      'speed and test money.',
    why:
      'For trials, the speed of a match can be chosen, and test money is needed. The last two answer this machine ' +
      'only.',
  },
  {
    what: 'After the names of all faults, 400 gives each rule and the value that broke it.',
    why:
      'Names alone leave the caller guessing. Clients that look for the described text find it unchanged at the ' +
      'beginning.',
  },
  {
    what: 'An unsupported method is 405 with Allow, and every GET except streams also supports HEAD.',
    why: '404 would mean that the path does not exist. HEAD on a stream would open it.',
  },
  {
    what:
      'Requests count as 1 to 5 towards the rate limit, according to their cost, which /docs lists; a list also as ' +
      'one for each 64 KiB after the first. A wallet may have 4 lists of more than 64 KiB at once (429).',
    why: 'The description has no limits. Some answers take several times the work of others.',
  },
  {
    what: 'GET answers have an ETag, unless they are long lists, and are compressed for callers that accept gzip.',
    why: 'Without If-None-Match and Accept-Encoding they are as described.',
  },
];
