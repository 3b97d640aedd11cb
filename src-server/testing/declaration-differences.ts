import type { DeclaredProcedure } from '#server/access/trpc';
import type { WhoMay } from './who-may.ts';

type Declared = Omit<DeclaredProcedure, 'inputs' | 'output'>;

const TABLE = 'src-server/testing/who-may.ts';

export function declarationDifferences(
  declared: readonly Declared[],
  table: Readonly<Record<string, WhoMay | undefined>>,
): string[] {
  const paths = new Set(declared.map(({ path }) => path));
  const leftOver = Object.keys(table).filter((path) => !paths.has(path));
  return [
    ...declared.flatMap((procedure) => differencesOf(procedure, table[procedure.path])),
    ...leftOver.map((path) => `${path}: there is no such procedure; take its line out of ${TABLE}`),
  ];
}

function differencesOf(procedure: Declared, expected: WhoMay | undefined): string[] {
  const { path } = procedure;
  if (!expected) return [`${path}: has no line in ${TABLE}; add who may call it`];
  const found = declaredBy(procedure);
  const facts = ['who', 'token', 'needsSession', 'withoutTwoFactor', 'freshProof'] as const;
  return facts
    .filter((fact) => found[fact] !== expected[fact])
    .map(
      (fact) =>
        `${path}: declares ${fact} ${found[fact] ?? false}, and ${TABLE} says ${expected[fact] ?? false}; ` +
        'correct the declaration, or the table if the requirements have changed',
    );
}

function declaredBy(procedure: Declared): WhoMay {
  const { access, type, moves, anyToken, sessionOnly, withoutTwoFactor, freshProof } = procedure;
  const byKind = type === 'query' || anyToken ? 'read' : moves ? 'money' : 'none';
  return {
    who: access,
    token: sessionOnly ? 'none' : byKind,
    // Public procedures closed to tokens have no session yet.
    ...(sessionOnly && access !== 'public' && { needsSession: true }),
    ...(withoutTwoFactor && { withoutTwoFactor: true }),
    ...(freshProof && { freshProof }),
  };
}
