/** Where answers differ from the interface description, and why. */
export const DEVIATIONS: readonly { readonly what: string; readonly why: string }[] = [
  {
    what: 'StatusId is an integer.',
    why: 'Deployed clients read an integer; the description only says enumerated object.',
  },
  { what: 'Type is a plain string.', why: 'The same.' },
  {
    what: 'Purchase quotes carry baseUsdtCost, feeUsdtAmount and totalUsdtCharged besides the described names.',
    why: 'Clients of the reference deployment read them.',
  },
  {
    what: 'Refusals are problem details (RFC 9457) when Accept has application/problem+json.',
    why: 'Programs get a number and a hint; without that header the one line of text is as described.',
  },
  {
    what: 'Heartbeats may carry Gap and Closing.',
    why: 'A reader learns that records are missing, or why its stream ends, without a third kind of event.',
  },
  {
    what: 'Levels with a sampling interval see the odds snapshot sampled, and of running sampling windows suspensions only.',
    why: 'Who polls it would else have real time; the description only says that a level has an interval.',
  },
  {
    what: 'Fixture records in lists carry SportId, as score records do.',
    why: 'Who stakes on a match has to know its sport days before its first score record.',
  },
  {
    what: 'Repeated by its wallet, an activation gives another token in place of the one before.',
    why: 'The answer may be lost, or the token leak; with a new session and the same leagues only, so that what somebody captured gives none.',
  },
  {
    what: 'An activation may be signed with the host of the service behind the message, which GET /.well-known/activation says.',
    why: 'A service in the middle could take the token of a message that names none; the described message stays accepted.',
  },
  {
    what: 'DELETE /api/token ends the API token that is sent.',
    why: 'A token that has leaked has to be ended by its holder, before its time.',
  },
  {
    what: 'GET /api/subscription says what the wallet of the token has bought, and until when.',
    why: 'Periods are kept by level, and a customer has to see them.',
  },
  {
    what: '400 says the rule and what was given, behind the names of all that is wrong.',
    why: 'Names alone leave who asks guessing; clients that look for the described text find it unchanged at the beginning.',
  },
  {
    what: 'A method that a path does not have is 405 with Allow, and every GET but a stream has HEAD.',
    why: '404 would say that the path is not there. A HEAD on a stream would open one.',
  },
  {
    what: 'Requests count in the limit as what they cost, from 1 to 5; /docs shows the cost of each.',
    why: 'The description has no limits. Some answers take several times the work of others.',
  },
];
