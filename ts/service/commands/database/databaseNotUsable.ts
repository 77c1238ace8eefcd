import { DATABASE_NOT_USABLE, fail, LinesmanError } from '@linesman/sdk/error';
import { secretsOf } from '@linesman/sdk/node';

/**
 * Reports a driver's error without the secrets of the address. Errors: DATABASE_NOT_USABLE; our own errors stay
 * unchanged.
 */
export function databaseNotUsable(store: string, cause: unknown): never {
  if (cause instanceof LinesmanError) throw cause;
  const { message, code } = (cause ?? {}) as { message?: string; code?: string };
  const secrets = URL.canParse(store) ? secretsOf(store) : [];
  const reason = secrets
    .flatMap((secret) => [secret, decoded(secret)])
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '[hidden]'), message || code || String(cause));
  return fail(DATABASE_NOT_USABLE, { reason }, { cause });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
