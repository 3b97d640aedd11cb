import { dirname } from 'node:path';
import { type Marks, markIdentities } from './equivalent.ts';
import { groupedBy } from './grouped.ts';
import type { Plan, Planned } from './plan.ts';
import type { Results } from './results.ts';
import { SCOPES } from './scopes.ts';

/** `timeout` is part of `killed`; `equivalent` counts marked survivors. */
export type Count = { total: number; killed: number; timeout: number; equivalent: number; alive: number };

type State = 'killed' | 'timeout' | 'equivalent' | 'alive';

/** Percent. */
export const scoreOf = ({ killed, alive }: Count): number =>
  killed + alive === 0 ? 100 : (100 * killed) / (killed + alive);

const stateOf = ({ key, identity }: Planned, results: Results, marked: ReadonlySet<string>): State => {
  const verdict = results[key]?.verdict;
  if (verdict === 'killed' || verdict === 'timeout') return verdict;
  return marked.has(identity) ? 'equivalent' : 'alive';
};

function countOf(mutants: readonly Planned[], results: Results, marked: ReadonlySet<string>): Count {
  const states = mutants.map((mutant) => stateOf(mutant, results, marked));
  const number = (state: State) => states.filter((one) => one === state).length;
  return {
    total: states.length,
    killed: number('killed') + number('timeout'),
    timeout: number('timeout'),
    equivalent: number('equivalent'),
    alive: number('alive'),
  };
}

const line = (name: string, count: Count): string =>
  `${name.padEnd(64)} ${scoreOf(count).toFixed(1).padStart(5)} %  ${[
    `${count.killed} killed`,
    `${count.alive} alive`,
    `${count.equivalent} equivalent`,
    `${count.total} in all`,
  ]
    .map((part) => part.padStart(16))
    .join('')}`;

/** `ok`: every target was met and every mark still applies. */
export function report(plan: Plan, results: Results, marks: Marks): { text: string; ok: boolean } {
  const marked = new Set(
    Object.entries(marks).flatMap(([path, all]) => all.flatMap((one) => markIdentities(path, one))),
  );
  const lines: string[] = [];
  let ok = true;
  for (const scope of SCOPES) {
    const mutants = plan.mutants.filter((mutant) => mutant.scope === scope);
    if (mutants.length === 0) continue;
    const folders = groupedBy(mutants, ({ path }) => dirname(path));
    if (folders.size > 1)
      for (const [folder, ofFolder] of folders)
        lines.push(line(`  ${folder}`, countOf(ofFolder, results, marked)));
    const count = countOf(mutants, results, marked);
    const reached = scoreOf(count) >= scope.aimPercent;
    lines.push(`${line(scope.name, count)}  aim ${scope.aimPercent} %${reached ? '' : ': not reached'}`);
    ok &&= reached;
  }
  const alive = plan.mutants.filter((mutant) => stateOf(mutant, results, marked) === 'alive');
  lines.push('', ...alive.map((mutant) => aliveLine(mutant, results)));
  const stale = plan.share < 1 ? [] : staleMarks(plan, results, marks);
  return { text: [...lines, ...stale].join('\n'), ok: ok && stale.length === 0 };
}

const aliveLine = ({ path, line: at, change, operator, key }: Planned, results: Results): string =>
  `${path}:${at}  ${change}  (${operator}${results[key]?.verdict === 'survived' ? '' : '; no test runs it'})`;

/** Marks whose mutant is gone or was detected. */
function staleMarks(plan: Plan, results: Results, marks: Marks): string[] {
  const byIdentity = groupedBy(plan.mutants, ({ identity }) => identity);
  const looked = new Set(plan.mutants.map(({ path }) => path));
  return Object.entries(marks)
    .filter(([path]) => looked.has(path))
    .flatMap(([path, all]) =>
      all
        .flatMap((mark) => markIdentities(path, mark))
        .flatMap((identity) => {
          const mutants = byIdentity.get(identity) ?? [];
          const named = `marked as equivalent: ${identity}`;
          if (mutants.length === 0) return [`${named}: there is no such mutant any more: take the mark away`];
          const noticed = mutants.every(({ key }) =>
            ['killed', 'timeout'].includes(results[key]?.verdict ?? ''),
          );
          return noticed ? [`${named}: a test notices it: take the mark away`] : [];
        }),
    );
}
