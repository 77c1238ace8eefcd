/** The names of the modules that this code loads with its file: no type imports and no dynamic imports. */
export const loadingImports = (code: string): string[] =>
  [...code.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^;']*\sfrom\s+)?'([^']+)';/gm)].map(([, name = '']) => name);
