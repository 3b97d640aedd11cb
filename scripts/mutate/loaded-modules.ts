type Module = {
  id: string;
  promise?: unknown;
  exports?: unknown;
  evaluated: boolean;
  importers: Set<string>;
};

/** Modules loaded by a vitest worker, by absolute path. */
export type Loaded = {
  evaluatedModules: { idToModuleMap: Map<string, Module>; getModuleById(id: string): Module | undefined };
};

/** Makes the next import load a module again; `andImporters`: also everything that imports it. */
export function forget({ evaluatedModules }: Loaded, id: string, andImporters = false): void {
  const waiting = [id];
  const seen = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const module = evaluatedModules.getModuleById(next);
    if (!module || seen.has(next)) continue;
    seen.add(next);
    if (andImporters) waiting.push(...module.importers);
    // As vitest does between isolated files; the code is kept and not read again.
    Object.assign(module, { promise: undefined, exports: undefined, evaluated: false });
  }
}
