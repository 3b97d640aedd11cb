import type { Mutant } from './mutant.ts';

/** A source with all its mutants, each active only if its number is. Numbers start at `firstNumber`. */
export function instrument(text: string, mutants: readonly Mutant[], firstNumber: number): string {
  const numbered = mutants.map((mutant, index) => ({ ...mutant, number: firstNumber + index }));
  const sql = text.includes("from 'drizzle-orm'") ? "import * as $sql from 'drizzle-orm';" : '';
  // On the first line, so that line numbers stay the same.
  return `${sql}const $mutant = globalThis.__mutant ?? (() => false);${render(text, 0, text.length, numbered)}`;
}

type Numbered = Mutant & { number: number };

/** `inside`: mutants within the range, outer ones first. */
function render(text: string, start: number, end: number, inside: readonly Numbered[]): string {
  let made = '';
  let at = start;
  for (let index = 0; index < inside.length; ) {
    const outer = inside[index] as Numbered;
    const same = inside.filter((one) => one.start === outer.start && one.end === outer.end);
    const within = inside.filter(
      (one) => one.start >= outer.start && one.end <= outer.end && !same.includes(one),
    );
    const choices = same.map(({ number, replacement }) => `$mutant(${number}) ? ${replacement} : `).join('');
    made += text.slice(at, outer.start);
    made += `(${choices}${render(text, outer.start, outer.end, within)})`;
    at = outer.end;
    index = inside.findIndex((one) => one.start >= outer.end);
    if (index < 0) break;
  }
  return made + text.slice(at, end);
}
