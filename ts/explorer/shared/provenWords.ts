import type { FinalProof } from '@linesman/sdk/client';
import { MS_PER_SLOT } from '@linesman/sdk/format';
import { spanText } from './time.js';

/** “proven on chain 21 seconds after the end of its slot”; without the time if the service missed the publication. */
export function provenWords({ slot, publishedAt }: Pick<FinalProof, 'slot' | 'publishedAt'>): string {
  if (publishedAt === null) return 'proven on chain';
  return `proven on chain ${spanText(publishedAt - slot - MS_PER_SLOT)} after the end of its slot`;
}
