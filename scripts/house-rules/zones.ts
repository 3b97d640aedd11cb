import type { Import, Source } from './source-tree.ts';

/** Lowest first: a zone of `src-server` may import those listed before it; `bank.ts` passes in what it needs of others. */
export const ZONE_ORDER = [
  'provider',
  'kernel',
  'work',
  'settings',
  'access',
  'outbox',
  'ledger',
  'audit',
  'decision',
  'backup',
  'document',
  'auth',
  'protection',
  'account',
  'contract',
  'onboarding',
  'payments',
  'investment',
  'credit',
  'cover',
  'admin',
]; // prettier-ignore

/** Zones that compose the others; only the root of `src-server` imports them. */
const TOP_ZONES = ['jobs', 'seed', 'http'];

const DOMAIN_PACKAGES = ['zod', 'decimal.js', '@brazilian-utils/brazilian-utils', '@zxcvbn-ts'];

export function importProblem(source: Source, imported: Import): string | null {
  if (source.isTest) return null;
  const { path } = source;
  if (path.startsWith('src-server/domain/')) return domainProblem(imported);
  if (path.startsWith('db/')) return databaseProblem(imported);
  if (path.startsWith('src-server/')) return serverProblem(path, imported);
  if (path.startsWith('simulator/')) return simulatorProblem(imported);
  if (path.startsWith('src/')) return screenProblem(path, imported);
  return null;
}

function domainProblem({ target, specifier }: Import): string | null {
  if (target === null) {
    const known = DOMAIN_PACKAGES.some((name) => specifier === name || specifier.startsWith(`${name}/`));
    return known
      ? null
      : `domain/ is pure and may import only ${DOMAIN_PACKAGES.join(', ')}: hand the value in as a parameter`;
  }
  return target.startsWith('src-server/domain/') ? null : 'domain/ is pure: hand the value in as a parameter';
}

function databaseProblem({ target }: Import): string | null {
  if (target === null || target.startsWith('db/') || target.startsWith('src-server/domain/')) return null;
  return 'db/ knows tables and words only: move the code that needs both into a feature of src-server';
}

function simulatorProblem({ target }: Import): string | null {
  if (target === null || target.startsWith('simulator/') || target.startsWith('src-server/domain/'))
    return null;
  return 'the simulator stands for another company: it may import only #domain of the bank';
}

function serverProblem(path: string, { target }: Import): string | null {
  if (target === null) return null;
  if (target.startsWith('src/'))
    return 'the server does not know the screens: move what both need to src-server/domain';
  if (target.startsWith('simulator/') && !isRoot(path) && zoneOf(path) !== 'seed')
    return 'the server does not know the simulator: main.ts starts it';
  const zone = zoneOf(path);
  const other = zoneOf(target);
  if (zone === null || TOP_ZONES.includes(zone)) return topProblem(path, target);
  if (other === null && !target.startsWith('src-server/domain/'))
    return isRoot(target) ? 'the root puts the zones together: let bank.ts hand in what is needed' : null;
  if (other === null) return null;
  if (TOP_ZONES.includes(other)) return `no feature imports ${other}/: register the step in bank.ts`;
  const at = ZONE_ORDER.indexOf(zone);
  if (ZONE_ORDER.indexOf(other) <= at) return null;
  return `${zone} may import only lower zones (${ZONE_ORDER.slice(0, at).join(', ')}): let bank.ts hand ${other} in`;
}

function topProblem(path: string, target: string): string | null {
  const isThin = /^src-server\/(http\/(rest[^/]*|app)|router)\.ts$/.test(path);
  if (isThin && target.startsWith('db/schema'))
    return 'the adapter knows routers, never tables: add a procedure';
  return null;
}

const isRoot = (path: string): boolean => /^src-server\/[^/]+$/.test(path);

/** Null at the root and in domain/. */
function zoneOf(path: string): string | null {
  const zone = /^src-server\/([^/]+)\//.exec(path)?.[1];
  return zone && zone !== 'domain' && zone !== 'testing' ? zone : null;
}

function screenProblem(path: string, { target, typeOnly, specifier }: Import): string | null {
  if (target === null || target.startsWith('src-server/domain/')) return null;
  if (target.startsWith('db/')) return 'screens know procedures, not tables: ask for it over tRPC';
  if (target.startsWith('src-server/')) {
    if (typeOnly && target === 'src-server/router.ts') return null;
    return `screens take types from #server/router and rules from #domain only (not ${specifier})`;
  }
  const own = screenFolder(path);
  if (own === 'ui' && target === 'src/trpc.ts')
    return 'ui/ calls no procedure: pass the data in, or share it through src/shared-<subject>';
  const other = screenFolder(target);
  if (other === null || other === 'ui' || other === own || own === null) return null;
  if (own === 'ui') return 'ui/ knows no feature: pass it in as a property';
  if (own.startsWith('shared-')) return `${own} knows no feature: pass ${other} in as a property`;
  if (other.startsWith('shared-')) return null;
  return `${own} may not import ${other}: features share through src/shared-<subject>, src/ui or #domain, and meet in src/routes.tsx`;
}

const screenFolder = (path: string): string | null => /^src\/([^/]+)\//.exec(path)?.[1] ?? null;
