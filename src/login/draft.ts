import { deviceMs } from '../ui/date.ts';
import {
  CREDENTIALS_STEP,
  EMPTY_VALUES,
  type HolderKind,
  KEPT_FIELDS,
  type RegisterValues,
  type StepIndex,
  stepAt,
} from './register-steps.ts';

export type Draft = { kind: HolderKind; step: StepIndex; values: RegisterValues };

export const DRAFT_KEY = 'cadastro';

/** After its last change: the computer may be shared. */
const KEPT_MINUTES = 30;

const EMPTY_DRAFT: Draft = { kind: 'person', step: 0, values: EMPTY_VALUES };

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function saveDraft({ kind, step, values }: Draft, store: () => Store = browserStore): void {
  const kept = Object.fromEntries(KEPT_FIELDS.map((field) => [field, values[field]]));
  attempt(() =>
    store().setItem(DRAFT_KEY, JSON.stringify({ kind, step, values: kept, savedAtMs: deviceMs() })),
  );
}

/** Opens no later than the credentials step, since the password is not stored. One that was left for half an hour is dropped. */
export function loadDraft(store: () => Store = browserStore): Draft {
  const stored = attempt((): unknown => JSON.parse(store().getItem(DRAFT_KEY) ?? 'null'));
  if (!isRecord(stored) || !isRecord(stored.values)) return EMPTY_DRAFT;
  const ageMs = deviceMs() - Number(stored.savedAtMs);
  if (!(ageMs <= KEPT_MINUTES * 60_000)) {
    dropDraft(store);
    return EMPTY_DRAFT;
  }
  const values = { ...EMPTY_VALUES };
  for (const field of KEPT_FIELDS) {
    const value = stored.values[field];
    if (typeof value === 'string') values[field] = value;
  }
  const step = stepAt(typeof stored.step === 'number' ? Math.min(stored.step, CREDENTIALS_STEP) : 0);
  return { kind: stored.kind === 'company' ? 'company' : 'person', step, values };
}

export function dropDraft(store: () => Store = browserStore): void {
  attempt(() => store().removeItem(DRAFT_KEY));
}

function browserStore(): Store {
  return window.sessionStorage;
}

/** Storage may be blocked or full, and its content may be invalid: then there is no draft. */
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
