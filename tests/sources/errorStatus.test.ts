import { expect, it } from 'vitest';
import { ERRORS, type ErrorNumber } from '../../ts/sdk/error/errors.js';
import { ERROR_STATUS } from '../../ts/service/edge/http/errorStatus.js';

// Written by hand. An error that is not here is an internal one: its caller learns nothing, and 500 counts as a fault.
const ANSWERED = [
  '400 BalanceTooLow',
  '400 InvalidMultiproof as InvalidParameters',
  '400 InvalidParameters',
  '400 NoStablecoinAccount',
  '400 TooManyStats as InvalidParameters',
  '401 InvalidSession',
  '403 InvalidApiToken',
  '403 LeagueUnknown',
  '403 LeaguesMissing',
  '403 LeaguesNotSelectable',
  '403 LeaguesRepeated',
  '403 LevelNotLogged',
  '403 NotASubscription',
  '403 NotEntitled',
  '403 NotThisMachine',
  '403 RepeatedWithOtherLeagues',
  '403 SubscriptionOver',
  '403 TooManyLeagues',
  '403 TransactionFailed',
  '403 TransactionOfOtherWallet',
  '403 TransactionUnknown',
  '403 TransactionUsed',
  '403 UnknownTransactionVersion',
  '403 WalletBlocked',
  '403 WalletSignatureInvalid',
  '404 NoStats as RecordNotFound',
  '404 NoSuchBatch as RecordNotFound',
  '404 NotPublishedYet',
  '404 RecordNotFound',
  '404 StatNotInRecord as RecordNotFound',
  '404 StatNotStated',
  '404 UnknownFixture as RecordNotFound',
  '404 UnknownMessage as RecordNotFound',
  '404 UnknownSequence as RecordNotFound',
  '405 MethodNotAllowed',
  '408 RequestIncomplete',
  '413 RequestTooLarge',
  '429 TooManyConnections',
  '429 TooManyLongAnswers',
  '429 TooManyRequests',
  '429 TooManyStreams',
  '503 NotInTime',
  '503 ServiceStopping',
  '504 ChainNotReachable',
];

it('callers see these errors, and no other', () => {
  const nameOf = (number: ErrorNumber) => ERRORS.get(number)?.name;
  const found = Object.entries(ERROR_STATUS).map(([number, { status, as }]) =>
    [status, nameOf(Number(number) as ErrorNumber), ...(as === undefined ? [] : ['as', nameOf(as)])].join(' '),
  );
  expect(found.sort()).toEqual(ANSWERED);
});
