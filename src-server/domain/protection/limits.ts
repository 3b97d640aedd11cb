import {
  LIMIT_KINDS,
  LIMIT_WINDOWS,
  type LimitKind,
  type LimitRole,
  type LimitWindow,
  PAYMENT_KINDS,
  type PaymentKind,
} from './words.ts';

/** A row of `limit_rules` that nobody cancelled. */
export type LimitRule = {
  id: string;
  role: LimitRole;
  kind: LimitKind;
  window: LimitWindow;
  amountCents: number;
  effectiveAt: Date;
};

/** In cents, by kind and window. */
export type Limits = Record<LimitKind, Record<LimitWindow, number>>;

/**
 * Parameters by their day of effect, oldest first. BCB Resolution 142/2021: R$ 1.000,00 at night, raised after 24 to 48 hours,
 * lowered at once. BCB Resolution 403/2024: R$ 200,00 a payment and R$ 1.000,00 a day from a device that is not registered.
 * `payeeKnownAfterSeconds`: until then a payee is known for the sum that a code by e-mail may confirm, else one confirmed cent would
 * open the whole limit. `codesByEmailPerDayCents`: in any 24 hours, as from a device that is not registered. `payments`: by day or by
 * night; each writes some 4 kB that are kept for ever, however small it is.
 */
const PARAMETERS = [
  {
    since: '2024-11-01',
    limitCents: { transaction: 2_000_000, day: 2_000_000, night: 100_000, month: 20_000_000 },
    maximumCents: { transaction: 10_000_000, day: 10_000_000, night: 2_000_000, month: 100_000_000 },
    payments: 2_000,
    companyFactor: 10,
    raiseAfterSeconds: 24 * 3600,
    unregistered: { perPaymentCents: 20_000, perDayCents: 100_000 },
    token: { perPaymentCents: 100_000, perDayCents: 500_000 },
    codeByEmailUpToCents: 50_000,
    codesByEmailPerDayCents: 100_000,
    payeeKnownAfterSeconds: 24 * 3600,
    undo: { aboveCents: 50_000, minutes: 10 },
  },
];
export type ProtectionParameters = (typeof PARAMETERS)[number];

/** `day`: 'YYYY-MM-DD'. The first ones hold for days before them too. */
export const parametersOn = (day: string): ProtectionParameters => {
  const found = PARAMETERS.findLast(({ since }) => since <= day) ?? PARAMETERS[0];
  if (!found) throw new Error('no parameters');
  return found;
};

type Whose = { isCompany: boolean; parameters: ProtectionParameters };

/** Cents that hold for a customer without rules of their own. */
export function defaultCents(role: LimitRole, window: LimitWindow, { isCompany, parameters }: Whose): number {
  const { limitCents, maximumCents, companyFactor } = parameters;
  return (role === 'limit' ? limitCents : maximumCents)[window] * (isCompany ? companyFactor : 1);
}

/** The rule in effect: of those that have begun, the one that began last, the newest of several. */
export function ruleInEffect(
  rules: readonly LimitRule[],
  { role, kind, window }: Pick<LimitRule, 'role' | 'kind' | 'window'>,
  now: Date,
): LimitRule | null {
  let last: LimitRule | null = null;
  for (const rule of rules)
    if (rule.role === role && rule.kind === kind && rule.window === window && rule.effectiveAt <= now)
      last = last && isAfter(last, rule) ? last : rule;
  return last;
}

const isAfter = (one: LimitRule, other: LimitRule): boolean =>
  one.effectiveAt.getTime() === other.effectiveAt.getTime()
    ? one.id > other.id
    : one.effectiveAt > other.effectiveAt;

type Effective = Whose & { rules: readonly LimitRule[]; now: Date };

export function maximumOf(kind: LimitKind, window: LimitWindow, effective: Effective): number {
  const rule = ruleInEffect(effective.rules, { role: 'maximum', kind, window }, effective.now);
  return rule?.amountCents ?? defaultCents('maximum', window, effective);
}

/** What the customer chose, or the default; also above a maximum that was lowered since. */
export function chosenOf(kind: LimitKind, window: LimitWindow, effective: Effective): number {
  const rule = ruleInEffect(effective.rules, { role: 'limit', kind, window }, effective.now);
  return rule?.amountCents ?? defaultCents('limit', window, effective);
}

/** Never above the maximum: one that an administrator lowered holds at once. */
export function limitOf(kind: LimitKind, window: LimitWindow, effective: Effective): number {
  return Math.min(chosenOf(kind, window, effective), maximumOf(kind, window, effective));
}

export const limitsOf = (effective: Effective): Limits =>
  Object.fromEntries(
    LIMIT_KINDS.map((kind) => [
      kind,
      Object.fromEntries(LIMIT_WINDOWS.map((window) => [window, limitOf(kind, window, effective)])),
    ]),
  ) as Limits;

type OwnRule = Pick<LimitRule, 'kind' | 'window' | 'amountCents'> & { createdAt: Date };

/**
 * Of a customer's own limits, oldest first: those made after a moment that let more leave than what held before, also one that only
 * lowers such a raise a little.
 */
export function raisedAfter<Rule extends OwnRule>(
  rules: readonly Rule[],
  moment: Date,
  whose: Whose,
): Rule[] {
  const heldCents = new Map<string, number>();
  return rules.filter(({ kind, window, amountCents, createdAt }) => {
    const limit = `${kind} ${window}`;
    const before = heldCents.get(limit) ?? defaultCents('limit', window, whose);
    const isRaised = createdAt > moment && amountCents > before;
    if (!isRaised) heldCents.set(limit, amountCents);
    return isRaised;
  });
}

/** Cents paid in a period, by kind. `payments`: how many were made, also those that came back. */
export type Uses = Record<PaymentKind, number> & { payments: number };

export const NO_USES: Uses = { pix_person: 0, pix_company: 0, transfer: 0, boleto: 0, payments: 0 };

export const usedOf = (uses: Uses, kind: LimitKind): number =>
  kind === 'total' ? PAYMENT_KINDS.reduce((sum, one) => sum + uses[one], 0) : uses[kind];

/** What was made of the payments of a day or a night: 1 is all of them. */
export const shareMadeOf = (uses: Uses | undefined, { isCompany, parameters }: Whose): number =>
  (uses?.payments ?? 0) / (parameters.payments * (isCompany ? parameters.companyFactor : 1));

const WHOLE_PERCENT = 100;

/** Whole percent of a limit; a limit of zero is all used. */
export const percentUsed = (usedCents: number, limitCents: number): number =>
  limitCents === 0 ? WHOLE_PERCENT : Math.round((usedCents * WHOLE_PERCENT) / limitCents);
