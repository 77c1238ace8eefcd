import { MS_PER_DAY } from '@linesman/sdk/format';
import {
  type Address,
  attestationAccount,
  attesterSetAccount,
  faucetTrackerAccount,
  marketAccount,
  matchResultAccount,
  oracleConfigAccount,
  type ProgramIds,
  parlayAccount,
  positionAccount,
  pricingMatrixAccount,
  proofBufferAccount,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  tokenAccountOf,
  userValidationStateAccount,
} from '@linesman/sdk/program';
import { publishedSlots } from '@linesman/sdk/proof';
import { linkTo } from '../../frame/route.js';
import { utcDay } from '../../shared/time.js';

/** An account in words. */
export interface ReadAccount {
  readonly title: string;
  /** `null` if this page cannot decode it. */
  readonly content: unknown;
  /** The page about the subject of the account. */
  readonly page: { readonly link: string; readonly words: string } | null;
}

/** The kinds of accounts of the two programs, each with its program. */
const KINDS = [
  [marketAccount, 'settlement', 'Market'],
  [positionAccount, 'settlement', 'Stake of a wallet on a market'],
  [parlayAccount, 'settlement', 'Parlay'],
  [matchResultAccount, 'settlement', 'Proven result of a match'],
  [proofBufferAccount, 'settlement', 'Buffer for a large proof'],
  [oracleConfigAccount, 'oracle', 'Configuration of the oracle'],
  [attesterSetAccount, 'oracle', 'Attesters'],
  [attestationAccount, 'oracle', 'Attestations'],
  [pricingMatrixAccount, 'oracle', 'Prices of subscriptions'],
  [userValidationStateAccount, 'oracle', 'Credits of a wallet for verifications'],
  [faucetTrackerAccount, 'oracle', 'Test money of a wallet'],
] as const;

/** Reads an account by its owner and its bytes, because any program can own an account with the same bytes. */
export function readAccount(
  address: Address,
  { owner, data }: { readonly owner: Address; readonly data: Uint8Array },
  programs: ProgramIds,
): ReadAccount {
  if (owner === TOKEN_PROGRAM_ID || owner === TOKEN_2022_PROGRAM_ID) {
    const content = tokenAccountOf(owner, data);
    return { title: content ? 'Token account' : 'Token', content, page: null };
  }
  const roots = owner === programs.oracle ? rootsIn(data) : null;
  if (roots) return roots;
  for (const [kind, program, title] of KINDS) {
    if (owner !== programs[program]) continue;
    try {
      const content: object = kind.decode(data);
      return { title, content, page: pageOf(address, content, title) };
    } catch {
      // It is one of the others.
    }
  }
  return { title: data.length === 0 ? 'Wallet' : 'Account', content: null, page: null };
}

function pageOf(address: Address, content: object, title: string): ReadAccount['page'] {
  if (title === 'Market') return { link: linkTo(`markets/${address}`), words: 'See the market' };
  if ('pool' in content) return { link: linkTo(`account/${content.pool}`), words: 'See its market' };
  if ('fixtureId' in content) return { link: linkTo(`match/${content.fixtureId}`), words: 'See the match' };
  return null;
}

function rootsIn(data: Uint8Array): ReadAccount | null {
  try {
    const { kind, epochDay, roots } = publishedSlots(data);
    const published = roots.filter((root) => root !== null).length;
    const from = utcDay(epochDay * MS_PER_DAY);
    return {
      title: `Hashes of ${kind}, ${kind === 'fixtures' ? `ten days from ${from}` : from}`,
      content: { day: epochDay, published: `${published} of ${roots.length}` },
      page: { link: linkTo(`roots/${epochDay}`), words: 'See each of them' },
    };
  } catch {
    // Another account of the oracle.
    return null;
  }
}
