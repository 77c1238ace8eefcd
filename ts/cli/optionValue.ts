import { isIP } from 'node:net';
import { PublicKey } from '@solana/web3.js';
import { fail, quoted } from '../error/index.js';
import { NAMED_NETWORKS } from '../service/http/trustedProxies.js';

/** An address of the web. Errors: 7015; the address is not repeated in the message: it may carry an access key. */
export function addressOf(name: string, text: string, protocol: RegExp): string {
  if (URL.canParse(text) && protocol.test(new URL(text).protocol)) return text;
  return fail(7015, {
    message: `--${name} is no address of the right kind (${name === 'ws' ? 'ws' : 'http'} or with s).`,
  });
}

/** An address of the chain. Errors: 7015. */
export function publicKeyOf(name: string, text: string): PublicKey {
  try {
    return new PublicKey(text);
  } catch {
    return fail(7015, { message: `--${name} ${quoted(text)} is no address.` });
  }
}

/** Addresses, networks like `10.0.0.0/8`, and names of networks, with commas. Errors: 7015, also for a network that everybody is in. */
export function networksOf(name: string, text: string): readonly string[] {
  return text.split(',').map((part) => {
    const network = part.trim();
    const [address = '', bits, ...more] = network.split('/');
    const version = isIP(address);
    const isNetwork =
      version !== 0 &&
      more.length === 0 &&
      (bits === undefined ||
        (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128) && !address.includes('%')));
    if (isNetwork || NAMED_NETWORKS.includes(network)) return network;
    return fail(7015, {
      message: `--${name} ${quoted(network)} is no network of proxies.`,
      hint: `Write for example 10.0.0.0/8 or 192.0.2.7, or ${NAMED_NETWORKS.join(', ')}; several with commas.`,
    });
  });
}

/** Where to listen: a port, which is one of 127.0.0.1, or address and port. Errors: 7015. */
export function listenAddressOf(name: string, text: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, port = ''] = /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? [];
  if (port !== '' && Number(port) <= 65_535 && (bracketed === undefined || isIP(bracketed) === 6))
    return { host: bracketed ?? plain ?? '127.0.0.1', port: Number(port) };
  return fail(7015, {
    message: `--${name} ${quoted(text)} is no port from 0 to 65535, or address and port.`,
    hint: 'Write for example 9464, 0.0.0.0:9464 or [::]:9464.',
  });
}

/** Hosts as they stand in an address, with commas. Errors: 7015. */
export function hostsOf(name: string, text: string): readonly string[] {
  return text.split(',').map((part) => {
    const host = part.trim();
    const address = `https://${host}/`;
    if (URL.canParse(address) && new URL(address).host === host) return host;
    return fail(7015, {
      message: `--${name} ${quoted(host)} is no host as it stands in an address.`,
      hint: 'Write for example oracle.example or 192.0.2.7:8080, in lower case; several with commas.',
    });
  });
}

/** An integer. Errors: 7015. */
export function numberOf(name: string, text: string, minimum: number, maximum: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  return fail(7015, { message: `--${name} ${quoted(text)} is no number from ${minimum} to ${maximum}.` });
}

/** Base units of a token, a u64. Errors: 7015. */
export function amountOf(name: string, text: string): bigint {
  const amount = /^\d{1,20}$/.test(text) ? BigInt(text) : -1n;
  if (amount >= 0n && amount < 1n << 64n) return amount;
  return fail(7015, { message: `--${name} ${quoted(text)} is no number of base units.` });
}
