/**
 * A module that is built into the runtime, undefined where there is none: browsers, and Node before 20.16. It is asked
 * for while running and never imported, so bundlers see nothing.
 */
export function runtimeModule(name: string): unknown {
  const { process: runtime } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return runtime?.getBuiltinModule?.(name);
}
