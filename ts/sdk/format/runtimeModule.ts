/**
 * Loads a built-in module of the runtime; undefined in browsers and in Node before 20.16. Without an import, bundlers
 * do not see it.
 */
export function runtimeModule(name: string): unknown {
  const { process: runtime } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return runtime?.getBuiltinModule?.(name);
}
