export const HIDDEN = '[hidden]';
/** Session tokens and API tokens, wherever they stand: messages of errors may quote what somebody sent. */
const TOKENS = /eyJ[\w-]{4,}\.[\w-]+\.[\w-]*|lsm_[\w-]{20,}/g;
/** The password of an address: errors of drivers may quote one. */
const PASSWORDS = /(:\/\/[^\s:/@"]{0,64}):[^\s@/"]{1,256}@/g;
/** A token in the place of the user. */
const USERS = /(:\/\/)[^\s:/@"]{16,256}@/g;
/** A parameter of an address whose name says what it is. */
const PARAMETERS = /([?&][\w.-]{0,32}(?:key|token|secret|password|auth)[\w.-]{0,32}=)[^\s&"'#)]{1,512}/gi;
/** Nodes that are rented have the access key in the path of their address. */
const PATHS = /((?:https?|wss?):\/\/[^\s/"'?#]{1,256}(?:\/[\w.-]{0,19})*\/)[\w-]{20,256}/g;

/** The text without what is known to be a secret, or looks like one. */
export function hideSecrets(text: string): string {
  return text
    .replace(TOKENS, HIDDEN)
    .replace(PASSWORDS, `$1:${HIDDEN}@`)
    .replace(USERS, `$1${HIDDEN}@`)
    .replace(PARAMETERS, `$1${HIDDEN}`)
    .replace(PATHS, `$1${HIDDEN}`);
}

/** What of an address may be secret: an access key in its path, its query or before the host. */
export function secretsOf(address: string): string[] {
  const { username, password, pathname, search } = new URL(address);
  const path = pathname.length > 1 ? [pathname] : [];
  return [...(search.length > 1 ? [`${pathname}${search}`, search] : []), ...path, password, username];
}
