import type { FinalProof } from '@linesman/sdk/client';
import { MS_PER_SLOT } from '@linesman/sdk/format';
import { spanText } from './time.js';

/** “proven on chain 21 seconds after its five minutes”; without the time if the service did not see the publication. */
export function provenWords({ slot, publishedAt }: Pick<FinalProof, 'slot' | 'publishedAt'>): string {
  if (publishedAt === null) return 'proven on chain';
  return `proven on chain ${spanText(publishedAt - slot - MS_PER_SLOT)} after its five minutes`;
}
