import { ROWS_PER_CALLER } from '#domain/limits';
import { refuse } from '#domain/refusal';

const { burst, perSecond } = ROWS_PER_CALLER;

/** Above so many callers those with a full budget are forgotten. */
const FORGET_ABOVE = 10_000;

type Budget = { left: number; atMs: number };

const budgets = new Map<string, Budget>();

const leftOf = ({ left, atMs }: Budget, nowMs: number): number =>
  Math.min(burst, left + ((nowMs - atMs) / 1000) * perSecond);

/** Refuses TOO_MANY_ATTEMPTS while the caller has read more rows than its rate allows. */
export function requireRows(who: string, nowMs = performance.now()): void {
  const budget = budgets.get(who);
  const left = budget ? leftOf(budget, nowMs) : burst;
  if (left > 0) return;
  refuse('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.max(1, Math.ceil(-left / perSecond)) });
}

/** Takes the rows of an answer from the caller's budget. A row costs time to read and to write as JSON. */
export function spendRows(who: string, answer: unknown, nowMs = performance.now()): void {
  const rows = rowsIn(answer);
  if (rows === 0) return;
  if (budgets.size >= FORGET_ABOVE) forgetFull(nowMs);
  const left = leftOf(budgets.get(who) ?? { left: burst, atMs: nowMs }, nowMs);
  budgets.set(who, { left: left - rows, atMs: nowMs });
}

/** The items of a list, or of all lists directly inside an object. */
function rowsIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length;
  if (typeof answer !== 'object' || answer === null) return 0;
  return Object.values(answer).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0);
}

function forgetFull(nowMs: number): void {
  for (const [who, budget] of budgets) if (leftOf(budget, nowMs) >= burst) budgets.delete(who);
}

/** For measurements, which read more than a customer would. */
export const forgetRowsRead = (): void => budgets.clear();
