import { describe, expect, test } from 'vitest';
import { DEFAULT_SIGNAL_RULES } from '#domain/protection/signals';
import { rulesDraftSchema } from './form-schema.ts';
import { asRules, asTyped, changesOf, isSame, type RulesDraft } from './rules-form.ts';

const draft = (changed: Partial<RulesDraft> = {}): RulesDraft => ({
  ...asTyped(DEFAULT_SIGNAL_RULES),
  ...changed,
});
const faults = (changed: Partial<RulesDraft>) =>
  rulesDraftSchema
    .safeParse(draft(changed))
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the form of the rules for prevention', () => {
  test('rules survive being shown and read again', () => {
    const others = { ...DEFAULT_SIGNAL_RULES, balanceFromCents: 0, refuseFrom: 1000 };
    for (const rules of [DEFAULT_SIGNAL_RULES, others]) {
      expect(asRules(asTyped(rules))).toEqual(rules);
      expect(rulesDraftSchema.safeParse(asTyped(rules)).success).toBe(true);
    }
  });

  test("a wrong number is refused at its own field with the server's message", () => {
    const { points } = draft();
    expect(faults({ points: { ...points, night: '101' } })).toEqual([
      'points.night: Pontos: um número inteiro de 0 a 100',
    ]);
    for (const text of ['', '-1', '1,5', '1e2', 'x'])
      expect(faults({ points: { ...points, night: text } })).toHaveLength(1);
    expect(faults({ balancePercent: '0' })).toEqual([
      'balancePercent: Parte do saldo: um número inteiro de 1 a 100',
    ]);
    expect(faults({ balanceFrom: '1000000.01' })).toEqual(['balanceFrom: Este valor é alto demais']);
    expect(faults({ stepUpFrom: '80' })).toEqual([expect.stringMatching(/^holdFrom: Recusar pede/)]);
  });

  test('only what is another counts as a change, also while it is half typed', () => {
    const typed = asRules(draft({ holdFrom: '70', balanceFrom: '' }));
    expect(changesOf(DEFAULT_SIGNAL_RULES, typed)).toEqual([
      { label: 'Valor mínimo', from: 10_000, to: 0, isCents: true },
      { label: 'Reter para análise', from: 75, to: 70, isCents: false },
    ]);
    expect(isSame(DEFAULT_SIGNAL_RULES, asRules(draft({ days: '7', holdFrom: ' 75 ' })))).toBe(true);
    expect(isSame(typed, asRules(draft({ holdFrom: '' })))).toBe(false);
  });
});
