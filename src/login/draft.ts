import {
  CREDENTIALS_STEP,
  EMPTY_VALUES,
  type HolderKind,
  type RegisterValues,
  type StepIndex,
  stepAt,
} from './register-steps.ts';

/** The wizard as it stood: what `sessionStorage` keeps until the tab is closed or the account is open. */
export type Draft = { kind: HolderKind; step: StepIndex; values: RegisterValues };

export const DRAFT_KEY = 'cadastro';

/** What the draft keeps: a list of what may be stored, so that the password never is. */
const KEPT = [
  'fullName',
  'cpf',
  'cnpj',
  'rg',
  'phone',
  'birthDate',
  'zipCode',
  'street',
  'number',
  'complement',
  'neighborhood',
  'city',
  'state',
  'monthlyIncome',
  'occupation',
  'username',
  'email',
] as const satisfies readonly (keyof RegisterValues)[];

const EMPTY_DRAFT: Draft = { kind: 'person', step: 0, values: EMPTY_VALUES };

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Stores the draft without password and acceptance. Where the browser refuses to store, there is no draft. */
export function saveDraft({ kind, step, values }: Draft, store: () => Store = browserStore): void {
  const kept = Object.fromEntries(KEPT.map((field) => [field, values[field]]));
  attempt(() => store().setItem(DRAFT_KEY, JSON.stringify({ kind, step, values: kept })));
}

/**
 * The stored draft, or an empty one. The password was not stored, so the wizard opens at the credentials at the latest.
 */
export function loadDraft(store: () => Store = browserStore): Draft {
  const stored = attempt((): unknown => JSON.parse(store().getItem(DRAFT_KEY) ?? 'null'));
  if (!isRecord(stored) || !isRecord(stored.values)) return EMPTY_DRAFT;
  const values = { ...EMPTY_VALUES };
  for (const field of KEPT) {
    const value = stored.values[field];
    if (typeof value === 'string') values[field] = value;
  }
  const step = stepAt(typeof stored.step === 'number' ? Math.min(stored.step, CREDENTIALS_STEP) : 0);
  return { kind: stored.kind === 'company' ? 'company' : 'person', step, values };
}

/** Forgets the draft: the account is open, or the person starts anew. */
export function dropDraft(store: () => Store = browserStore): void {
  attempt(() => store().removeItem(DRAFT_KEY));
}

function browserStore(): Store {
  return window.sessionStorage;
}

/** Storage may be blocked or full, and its content anybody's: then there is no draft. */
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
