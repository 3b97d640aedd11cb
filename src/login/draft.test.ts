import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { DRAFT_KEY, dropDraft, loadDraft, saveDraft } from './draft.ts';
import { EMPTY_VALUES, type RegisterValues, stepAt } from './register-steps.ts';

function memory(initial: string | null = null) {
  const kept = new Map<string, string>(initial === null ? [] : [[DRAFT_KEY, initial]]);
  return {
    kept,
    store: () => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }),
  };
}

const values: RegisterValues = {
  ...EMPTY_VALUES,
  fullName: 'Joana Prado',
  cpf: '525.131.277-65',
  monthlyIncome: '7800.00',
  password: 'serra-do-mar-1988',
  acceptedTerms: true,
};

describe('draft of a registration', () => {
  test('a registration draft is restored without password and acceptance of the terms', () => {
    const { store } = memory();
    saveDraft({ kind: 'company', step: 2, values }, store);
    expect(loadDraft(store)).toEqual({
      kind: 'company',
      step: 2,
      values: { ...values, password: '', acceptedTerms: false },
    });
  });

  test('a registration draft never stores a password, at any step', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9-]{12,40}$/), fc.nat(4), (secret, place) => {
        const { kept, store } = memory();
        saveDraft({ kind: 'person', step: stepAt(place), values: { ...values, password: secret } }, store);
        expect(kept.size).toBe(1);
        expect([...kept.values()].join()).not.toContain(secret);
        expect([...kept.values()].join()).not.toMatch(/password|acceptedTerms/);
      }),
    );
  });

  test('a restored draft opens at the credentials step at the latest, where the password is typed again', () => {
    const { store } = memory();
    saveDraft({ kind: 'person', step: 4, values }, store);
    expect(loadDraft(store).step).toBe(3);
  });

  test('an unreadable registration draft is replaced by an empty one', () => {
    const contents = [null, '', '{', '7', 'null', '{"values":7}', '{"step":-3,"values":{"fullName":{}}}'];
    for (const content of contents)
      expect(loadDraft(memory(content).store)).toEqual({ kind: 'person', step: 0, values: EMPTY_VALUES });
  });

  test('a stored password or role is ignored when a registration draft is restored', () => {
    const { store } = memory(
      JSON.stringify({
        step: 1,
        savedAtMs: Date.now(),
        values: { password: 'segredo', role: 'admin', city: 'Mauá' },
      }),
    );
    expect(loadDraft(store).values).toEqual({ ...EMPTY_VALUES, city: 'Mauá' });
  });

  test('a registration draft that was left for more than half an hour is dropped', () => {
    const { kept, store } = memory();
    saveDraft({ kind: 'person', step: 1, values }, store);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30 * 60_000 + 1);
    expect(loadDraft(store).values).toEqual(EMPTY_VALUES);
    expect(kept.size).toBe(0);
    vi.restoreAllMocks();
  });

  test('registration works without a draft when the browser blocks storage', () => {
    const blocked = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    saveDraft({ kind: 'person', step: 1, values }, blocked);
    dropDraft(blocked);
    expect(loadDraft(blocked).step).toBe(0);
  });

  test('dropping a registration draft removes it from storage', () => {
    const { kept, store } = memory();
    saveDraft({ kind: 'person', step: 1, values }, store);
    dropDraft(store);
    expect(kept.size).toBe(0);
  });
});
