/** A vitest project. 'postgres' runs files of 'sqlite' on PostgreSQL: those with the tag. */
export type Project = 'unit' | 'sqlite' | 'postgres';

/** What to mutate, which vitest project must detect it, and the target in percent. */
export type Scope = {
  name: string;
  includes: (path: string) => boolean;
  project: 'unit' | 'sqlite';
  aimPercent: number;
};

const inFolder = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
const isOneOf =
  (...paths: string[]) =>
  (path: string) =>
    paths.includes(path);

/** Chosen numbers: a test could only repeat them. */
const LIMITS = 'src-server/domain/limits.ts';

export const SCOPES: Scope[] = [
  {
    name: 'src-server/domain',
    includes: (path) => inFolder('src-server/domain')(path) && path !== LIMITS,
    project: 'unit',
    aimPercent: 95,
  },
  { name: 'src-server/ledger', includes: inFolder('src-server/ledger'), project: 'sqlite', aimPercent: 95 },
  { name: 'src-server/auth', includes: inFolder('src-server/auth'), project: 'sqlite', aimPercent: 90 },
  {
    name: 'src-server/account/transfer.ts',
    includes: isOneOf('src-server/account/transfer.ts'),
    project: 'sqlite',
    aimPercent: 90,
  },
  {
    name: 'src-server/credit/{pay-instalment,after-payment,approve,reject}.ts',
    includes: isOneOf(
      'src-server/credit/pay-instalment.ts',
      'src-server/credit/after-payment.ts',
      'src-server/credit/approve.ts',
      'src-server/credit/reject.ts',
    ),
    project: 'sqlite',
    aimPercent: 90,
  },
  {
    name: 'src-server/payments/orders',
    includes: inFolder('src-server/payments/orders'),
    project: 'sqlite',
    aimPercent: 90,
  },
];

/**
 * Projects that try the mutants of a source, in this order. PostgreSQL is slow: it tries only what SQLite leaves alive,
 * and only in sources that branch by engine, lock rows or write SQL by hand.
 */
export function projectsOf({ project }: Scope, text: string): Project[] {
  const onBoth = project === 'sqlite' && /\.engine === 'postgres'|from '#db\/lock'|\bsql`/.test(text);
  return onBoth ? [project, 'postgres'] : [project];
}

/** As in results: a file's name on PostgreSQL differs, so that both results are kept. */
export const testName = (project: Project, path: string): string =>
  project === 'postgres' ? `postgres:${path}` : path;

export const isTestOf = (project: Project, path: string): boolean =>
  path.endsWith('.test.ts') &&
  (project === 'unit') === path.startsWith('src-server/domain/') &&
  /^(src-server|db|simulator)\//.test(path);
