/** More blockhashes than a transaction may be old. */
const AGE = 160;

/** Lets the runtime make so many new blockhashes that those of before are too old. */
export async function outliveBlockhashes(newest: () => Promise<string | undefined>): Promise<void> {
  const seen = new Set<string | undefined>();
  while (seen.size < AGE) seen.add(await newest());
}
