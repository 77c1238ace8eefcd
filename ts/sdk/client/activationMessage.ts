/**
 * Returns the UTF-8 message that a wallet signs (Ed25519, no prefix) to activate a subscription:
 *
 * - as the interface describes it: `<txSig>:<leagues>:<jwt>`
 * - bound to the service: `<txSig>:<leagues>:<jwt>:<host>`
 *
 * Without a host, a service in the middle can forward the signature and collect the token; with it, only that service
 * accepts the signature. Only `host` can contain a colon, so no message has both forms.
 *
 * @param txSig Signature of the subscription transaction, Base58.
 * @param leagues League ids in the order of the request, joined by commas. Without ids, the message has two colons in a
 * row.
 * @param jwt Session token of the request's header.
 * @param host `new URL(address).host` of the service: lower case, with the port unless it is the scheme's default.
 *
 * @example
 * ```ts
 * import { activationMessage } from '@linesman/sdk/client';
 *
 * activationMessage('5xK…', [1, 2], 'eyJ…', 'oracle.example'); // 5xK…:1,2:eyJ…:oracle.example
 * ```
 */
export function activationMessage(txSig: string, leagues: readonly number[], jwt: string, host?: string): Uint8Array {
  const described = `${txSig}:${leagues.join(',')}:${jwt}`;
  return new TextEncoder().encode(host === undefined ? described : `${described}:${host}`);
}
