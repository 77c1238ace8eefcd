/**
 * What a wallet signs to activate a subscription, as UTF-8:
 *
 * - the form of the interface description: `<txSig>:<leagues>:<jwt>`
 * - the form that binds the service: `<txSig>:<leagues>:<jwt>:<host>`
 *
 * `txSig` is Base58, `leagues` the ids in decimal with commas between them and in the order of the request (none: two colons
 * in a row), `jwt` the session token of the header. `host` is that of the service's address as `new URL(address).host` has
 * it: lower case, with the port unless it is that of the scheme. None but `host` has a colon, so no message is of both
 * forms.
 *
 * The wallet signs the bytes themselves, with Ed25519. A message without host can be forwarded: a service in the middle
 * gets the token. The host is the one that the client has been given, so what was signed for another service is refused.
 *
 * @example
 * activationMessage('5xK…', [1, 2], 'eyJ…', 'oracle.example'); // 5xK…:1,2:eyJ…:oracle.example
 */
export function activationMessage(txSig: string, leagues: readonly number[], jwt: string, host?: string): Uint8Array {
  const described = `${txSig}:${leagues.join(',')}:${jwt}`;
  return new TextEncoder().encode(host === undefined ? described : `${described}:${host}`);
}
