import { ROWS_PER_CALLER } from '#domain/limits';
import { refuse } from '#domain/refusal';

type Rate = { burst: number; perSecond: number };

/** Above so many callers those with a full budget are forgotten. */
const FORGET_ABOVE = 10_000;

type Budget = { left: number; atMs: number; rate: Rate };

const budgets = new Map<string, Budget>();

const leftOf = ({ left, atMs, rate }: Budget, nowMs: number): number =>
  Math.min(rate.burst, left + ((nowMs - atMs) / 1000) * rate.perSecond);

/** Refuses TOO_MANY_ATTEMPTS while the caller, or a network, has read more rows than its rate allows. */
export function requireRows(who: string, nowMs = performance.now()): void {
  const budget = budgets.get(who);
  if (!budget) return;
  const left = leftOf(budget, nowMs);
  if (left > 0) return;
  refuse('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.max(1, Math.ceil(-left / budget.rate.perSecond)) });
}

/** Takes the rows of an answer from a budget. A row costs time to read and to write as JSON. */
export function spendRows(
  who: string,
  answer: unknown,
  nowMs = performance.now(),
  rate: Rate = ROWS_PER_CALLER,
): void {
  const rows = rowsIn(answer);
  if (rows === 0) return;
  if (budgets.size >= FORGET_ABOVE) forgetFull(nowMs);
  const left = leftOf(budgets.get(who) ?? { left: rate.burst, atMs: nowMs, rate }, nowMs);
  budgets.set(who, { left: left - rows, atMs: nowMs, rate });
}

/** The items of a list, or of all lists directly inside an object. */
function rowsIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length;
  if (typeof answer !== 'object' || answer === null) return 0;
  return Object.values(answer).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0);
}

function forgetFull(nowMs: number): void {
  for (const [who, budget] of budgets) if (leftOf(budget, nowMs) >= budget.rate.burst) budgets.delete(who);
}

/** For measurements, which read more than a customer would. */
export const forgetRowsRead = (): void => budgets.clear();
