/** Replaces a secret in printed text. */
export const HIDDEN = '[hidden]';
/** Session tokens and API tokens: an error message may quote a request that carried one. */
const TOKENS = /eyJ[\w-]{4,}\.[\w-]+\.[\w-]*|lsm_[\w-]{20,}/g;
/** Passwords in URLs: errors of database drivers may quote one. */
const PASSWORDS = /(:\/\/[^\s:/@"]{0,64}):[^\s@/"]{1,256}@/g;
/** Tokens in place of a URL's user. */
const USERS = /(:\/\/)[^\s:/@"]{16,256}@/g;
/** URL parameters whose name gives them away. */
const PARAMETERS = /([?&][\w.-]{0,32}(?:key|token|secret|password|auth)[\w.-]{0,32}=)[^\s&"'#)]{1,512}/gi;
/** Hosted RPC nodes take the access key in the path of the URL. */
const PATHS = /((?:https?|wss?):\/\/[^\s/"'?#]{1,256}(?:\/[\w.-]{0,19})*\/)[\w-]{20,256}/g;

/**
 * Replaces everything in a text that looks like a secret: tokens, passwords, access keys in URLs.
 *
 * @example
 * ```ts
 * import { hideSecrets } from '@linesman/sdk/node';
 *
 * hideSecrets('postgres://me:pass@db/oracle'); // 'postgres://me:[hidden]@db/oracle'
 * ```
 */
export function hideSecrets(text: string): string {
  return text
    .replace(TOKENS, HIDDEN)
    .replace(PASSWORDS, `$1:${HIDDEN}@`)
    .replace(USERS, `$1${HIDDEN}@`)
    .replace(PARAMETERS, `$1${HIDDEN}`)
    .replace(PATHS, `$1${HIDDEN}`);
}

/**
 * Lists the parts of a URL that may hold a secret: path with query, query, path, password and user, where present.
 * Throws a `TypeError` for text that is not a URL.
 *
 * @example
 * ```ts
 * import { secretsOf } from '@linesman/sdk/node';
 *
 * secretsOf('https://rpc.example/0123456789'); // ['/0123456789', '', '']
 * ```
 */
export function secretsOf(address: string): string[] {
  const { username, password, pathname, search } = new URL(address);
  const path = pathname.length > 1 ? [pathname] : [];
  return [...(search.length > 1 ? [`${pathname}${search}`, search] : []), ...path, password, username];
}
