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

> Verifies sports results on Solana and settles betting markets with them: verifier, programs, oracle service, client.

## Reference

${subpaths.map(({ name, names }) => `- [${name}](${name}/README.md): ${listed(names)}`).join('\n')}

## Guides

- [README](../../README.md)
- [Concepts and glossary](../concepts.md)
- [A first bet](../first-bet.md)
- [Settlement](../settlement.md)
- [Stats: keys and periods](../stats.md)
- [Errors: every number with its sentence and hint](../errors.md)
- [Costs](../costs.md)
- [Proof format](../format.md)
- [Whom you trust](../trust.md)
- [Deployment of an oracle](../deploy.md)
- [Operation](../operation.md)
- [Architecture](../../ARCHITECTURE.md)
`;
