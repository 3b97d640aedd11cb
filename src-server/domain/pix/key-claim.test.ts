import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PIX_KEY_TYPES } from './key.ts';
import {
  afterSilence,
  CLAIM_KINDS,
  CLAIM_ROLES,
  CLAIM_STATUSES,
  claimDeadlines,
  claimKindFor,
  isForward,
  isOpenClaim,
  mayAct,
} from './key-claim.ts';
import { claimKeySchema } from './key-claim-input.ts';

const DAY_MS = 86_400_000;
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
const kind = fc.constantFrom(...CLAIM_KINDS);

describe('what may be claimed', () => {
  test('documents can only be carried over, contacts also claimed, random keys neither', () => {
    const table = Object.fromEntries(
      PIX_KEY_TYPES.map((type) => [type, [claimKindFor(type, true), claimKindFor(type, false)]]),
    );
    expect(table).toEqual({
      CPF: ['portability', null],
      CNPJ: ['portability', null],
      EMAIL: ['portability', 'ownership'],
      PHONE: ['portability', 'ownership'],
      EVP: [null, null],
    });
  });

  test('a claim of a random key, or of a document that is another person’s, is no valid request', () => {
    const isValid = (asked: object) => claimKeySchema.safeParse(asked).success;
    expect(isValid({ type: 'PHONE', key: '11987654321', kind: 'ownership' })).toBe(true);
    expect(isValid({ type: 'CPF', key: '52998224725', kind: 'portability' })).toBe(true);
    expect(isValid({ type: 'CPF', key: '52998224725', kind: 'ownership' })).toBe(false);
    expect(isValid({ type: 'EVP', kind: 'portability' })).toBe(false);
    expect(isValid({ type: 'EMAIL', key: 'x', kind: 'portability' })).toBe(false);
    expect(isValid({ type: 'EMAIL', key: 'a@b.example' })).toBe(false);
  });
});

describe('the days of a claim', () => {
  test('the donor has 7 days; an ownership that nobody answers ends after 14', () => {
    const at = new Date('2026-03-10T15:00:00Z');
    expect(claimDeadlines('ownership', at)).toEqual({
      resolveBy: new Date('2026-03-17T15:00:00Z'),
      completeBy: new Date('2026-03-24T15:00:00Z'),
    });
    expect(claimDeadlines('portability', at)).toEqual({
      resolveBy: new Date('2026-03-17T15:00:00Z'),
      completeBy: new Date('2026-03-17T15:00:00Z'),
    });
  });

  test('silence changes nothing before its term, and always ends a claim by its last one', () => {
    fc.assert(
      fc.property(kind, moment, fc.integer({ min: 0, max: 40 * DAY_MS }), (of, createdAt, passedMs) => {
        const terms = claimDeadlines(of, createdAt);
        const now = new Date(createdAt.getTime() + passedMs);
        const status = afterSilence({ kind: of, status: 'waiting', ...terms }, now);
        if (passedMs < 7 * DAY_MS) expect(status).toBe('waiting');
        else if (of === 'portability') expect(status).toBe('cancelled');
        else expect(status).toBe(passedMs < 14 * DAY_MS ? 'confirmed' : 'completed');
      }),
    );
  });

  test('looking often ends a claim as looking once does, never goes back, and leaves ended ones alone', () => {
    const looks = fc.array(fc.integer({ min: 0, max: 30 * DAY_MS }), { maxLength: 6 });
    fc.assert(
      fc.property(kind, moment, looks, (of, createdAt, at) => {
        const terms = claimDeadlines(of, createdAt);
        let status: (typeof CLAIM_STATUSES)[number] = 'waiting';
        for (const passedMs of at.toSorted((one, other) => one - other)) {
          const next = afterSilence({ kind: of, status, ...terms }, new Date(createdAt.getTime() + passedMs));
          expect(next === status || isForward(status, next)).toBe(true);
          status = next;
        }
        const last = new Date(createdAt.getTime() + Math.max(0, ...at));
        expect(status).toBe(afterSilence({ kind: of, status: 'waiting', ...terms }, last));
        for (const ended of ['completed', 'cancelled'] as const)
          expect(afterSilence({ kind: of, status: ended, ...terms }, last)).toBe(ended);
      }),
    );
  });
});

test('only the donor of a waiting claim confirms; nobody acts on one that has ended or was not taken', () => {
  for (const of of CLAIM_KINDS)
    for (const role of CLAIM_ROLES)
      for (const status of CLAIM_STATUSES) {
        const claim = { kind: of, status };
        expect(mayAct('confirm', role, claim)).toBe(role === 'donor' && status === 'waiting');
        if (!isOpenClaim(status) || status === 'asked') expect(mayAct('cancel', role, claim)).toBe(false);
        else if (status === 'waiting') expect(mayAct('cancel', role, claim)).toBe(true);
        else expect(mayAct('cancel', role, claim)).toBe(role === 'claimer' && of === 'ownership');
      }
});
