import type { Import, Source } from './source-tree.ts';

/**
 * Who may import whom (docs/architecture.md). In `src-server` a feature may import what stands to its left in
 * FEATURE_ORDER; what must go the other way is handed in by `bank.ts`.
 */
export const FEATURE_ORDER = [
  'settings',
  'outbox',
  'ledger',
  'audit',
  'backup',
  'document',
  'auth',
  'account',
  'contract',
  'pix',
  'investment',
  'credit',
  'admin',
]; // prettier-ignore

const DOMAIN_PACKAGES = ['zod', 'decimal.js', '@brazilian-utils/brazilian-utils', '@zxcvbn-ts'];

/** Why this import is not allowed and what to do instead, or null. */
export function importProblem(source: Source, imported: Import): string | null {
  if (source.isTest) return null;
  const { path } = source;
  if (path.startsWith('src-server/domain/')) return domainProblem(imported);
  if (path.startsWith('db/')) return databaseProblem(imported);
  if (path.startsWith('src-server/')) return serverProblem(path, imported);
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

function serverProblem(path: string, { target }: Import): string | null {
  if (target === null) return null;
  if (target.startsWith('src/'))
    return 'the server does not know the screens: move what both need to src-server/domain';
  const feature = folderOf(path);
  const other = folderOf(target);
  if (feature === 'jobs' || feature === 'seed' || feature === null) return plumbingProblem(path, target);
  if (other === 'jobs' || other === 'seed')
    return 'no feature imports jobs/ or seed/: register the step in bank.ts';
  const at = FEATURE_ORDER.indexOf(feature);
  const otherAt = other === null ? -1 : FEATURE_ORDER.indexOf(other);
  if (otherAt <= at) return null;
  return `${feature} may import only what stands to its left (${FEATURE_ORDER.slice(0, at).join(', ')}): let bank.ts hand ${other} in`;
}

function plumbingProblem(path: string, target: string): string | null {
  const thin = /^src-server\/(rest[^/]*|router|app)\.ts$/.test(path);
  if (thin && target.startsWith('db/schema'))
    return 'the adapter knows routers, never tables: add a procedure';
  return null;
}

/** The feature a server file belongs to; null for plumbing at the root and for domain/. */
function folderOf(path: string): string | null {
  const match = /^src-server\/([^/]+)\//.exec(path);
  return match?.[1] && match[1] !== 'domain' && match[1] !== 'testing' ? match[1] : null;
}

function screenProblem(path: string, { target, typeOnly, specifier }: Import): string | null {
  if (target === null || target.startsWith('src-server/domain/')) return null;
  if (target.startsWith('db/')) return 'screens know procedures, not tables: ask for it over tRPC';
  if (target.startsWith('src-server/')) {
    if (typeOnly && target === 'src-server/router.ts') return null;
    return `screens take types from #server/router and rules from #domain only (not ${specifier})`;
  }
  const own = screenFolder(path);
  const other = screenFolder(target);
  if (own === 'ui' && other !== null && other !== 'ui')
    return 'ui/ knows no feature: pass it in as a property';
  const shared = other === null || other === 'ui' || other === own;
  if (shared || own === 'routes' || own === null) return null;
  return `${own} may not import ${other}: features share through src/ui or #domain, and meet in src/routes`;
}

const screenFolder = (path: string): string | null => /^src\/([^/]+)\//.exec(path)?.[1] ?? null;
