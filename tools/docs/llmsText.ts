/** A subpath and its exports. */
export interface Subpath {
  readonly name: string;
  readonly names: readonly string[];
}

/** Error constants have their own page. */
const listed = (names: readonly string[]): string =>
  names.filter((name) => names.length < 200 || !/^[A-Z][A-Z0-9_]+$/.test(name)).join(', ');

/** An overview for language models, in the form of llmstxt.org. */
export const llmsText = (subpaths: readonly Subpath[]): string => `# linesman

> Proves sports results on Solana and settles money on them: a strict verifier, programs, an oracle service, its client.

## Reference

${subpaths.map(({ name, names }) => `- [${name}](${name}/README.md): ${listed(names)}`).join('\n')}
- [errors](errors.md): every error number with its sentence and hint

## Guides

- [README](../../README.md)
- [Architecture](../../ARCHITECTURE.md)
- [Settlement](../settlement.md)
- [An oracle](../oracle.md)
- [A first bet](../first-bet.md)
- [Operation](../operation.md)
`;
