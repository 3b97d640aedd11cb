type Module = {
  id: string;
  promise?: unknown;
  exports?: unknown;
  evaluated: boolean;
  importers: Set<string>;
};

/** The modules that a vitest worker has loaded, by their id: the absolute path. */
export type Loaded = {
  evaluatedModules: { idToModuleMap: Map<string, Module>; getModuleById(id: string): Module | undefined };
};

/** Makes the next import of a module load it anew; `andImporters`, everything that stands on it as well. */
export function forget({ evaluatedModules }: Loaded, id: string, andImporters = false): void {
  const waiting = [id];
  const seen = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const module = evaluatedModules.getModuleById(next);
    if (!module || seen.has(next)) continue;
    seen.add(next);
    if (andImporters) waiting.push(...module.importers);
    // As vitest forgets a module between isolated files; its code stays, so it is not read again.
    Object.assign(module, { promise: undefined, exports: undefined, evaluated: false });
  }
}
