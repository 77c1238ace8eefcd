/** More blockhashes than a transaction may be old. */
const AGE = 160;

/** Makes the runtime produce enough blockhashes that earlier ones expire. */
export async function outliveBlockhashes(newest: () => Promise<string | undefined>): Promise<void> {
  const seen = new Set<string | undefined>();
  while (seen.size < AGE) seen.add(await newest());
}
