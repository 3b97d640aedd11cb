import { describe, expect, test } from 'vitest';
import { changeSignalsSchema, replaySignalsSchema } from './signal-input.ts';
import {
  DEFAULT_SIGNAL_RULES,
  inWords,
  judgeSignals,
  SIGNALS,
  type SignalFacts,
  shareOf,
} from './signals.ts';

const USUAL: SignalFacts = {
  kind: 'transfer',
  amountCents: 20_000,
  payeeIs: 'known',
  isDeviceNew: false,
  isNight: false,
  balancePercent: 10,
  paymentsBefore: 0,
  hasContactChanged: false,
};
const judge = (facts: Partial<SignalFacts>, rules = DEFAULT_SIGNAL_RULES) =>
  judgeSignals({ ...USUAL, ...facts }, rules);

describe('what signals do to a payment', () => {
  test.for<[string, Partial<SignalFacts>, ReturnType<typeof judge>]>([
    ['a usual payment', {}, { score: 0, reasons: [], outcome: 'allow' }],
    [
      'the first payment to somebody',
      { payeeIs: 'new' },
      { score: 20, reasons: ['new_payee'], outcome: 'allow' },
    ],
    [
      'a new payee from a new device',
      { payeeIs: 'new', isDeviceNew: true },
      { score: 45, reasons: ['new_payee', 'new_device'], outcome: 'step_up' },
    ],
    [
      'most of the balance to a new payee at night from a new device',
      { payeeIs: 'new', isDeviceNew: true, isNight: true, balancePercent: 80 },
      { score: 80, reasons: ['new_payee', 'new_device', 'night', 'most_of_balance'], outcome: 'hold' },
    ],
    [
      'the same after the e-mail changed',
      { payeeIs: 'new', isDeviceNew: true, isNight: true, balancePercent: 100, hasContactChanged: true },
      {
        score: 110,
        reasons: ['new_payee', 'new_device', 'night', 'most_of_balance', 'contact_changed'],
        outcome: 'refuse',
      },
    ],
    [
      'many small ones in a row',
      { paymentsBefore: 15, amountCents: 100 },
      { score: 20, reasons: ['many_payments'], outcome: 'allow' },
    ],
  ])('%s', ([, facts, expected]) => {
    expect(judge(facts)).toEqual(expected);
  });

  test('numbers begin to count where the rules say', () => {
    const { balancePercent, balanceFromCents, paymentsBefore } = DEFAULT_SIGNAL_RULES;
    const most = { balancePercent, amountCents: balanceFromCents };
    expect(judge(most).reasons).toEqual(['most_of_balance']);
    expect(judge({ ...most, balancePercent: balancePercent - 1 }).reasons).toEqual([]);
    expect(judge({ ...most, amountCents: balanceFromCents - 1 }).reasons).toEqual([]);
    expect(judge({ paymentsBefore: paymentsBefore - 1 }).reasons).toEqual([]);
  });

  test('a signal without points is no reason', () => {
    const rules = { ...DEFAULT_SIGNAL_RULES, points: { ...DEFAULT_SIGNAL_RULES.points, night: 0 } };
    expect(judge({ isNight: true }, rules)).toEqual({ score: 0, reasons: [], outcome: 'allow' });
  });

  test('the share of a balance is whole, rounded down, and at most all of it', () => {
    expect([shareOf(799, 1000), shareOf(1000, 1000), shareOf(1, 0), shareOf(5, 2)]).toEqual([
      79, 100, 100, 100,
    ]);
  });

  test('reasons are told in words', () => {
    expect(inWords(['new_payee', 'night'])).toBe('quem recebe é novo, é noite (20h às 6h)');
    expect(inWords(SIGNALS)).not.toContain('undefined');
  });
});

describe('rules that an administrator writes', () => {
  const errorsOf = (rules: object) =>
    replaySignalsSchema
      .safeParse({ ...DEFAULT_SIGNAL_RULES, ...rules })
      .error?.issues.map(({ message }) => message) ?? [];

  test('the first rules are valid, and a replay is of 90 days', () => {
    expect(replaySignalsSchema.parse(DEFAULT_SIGNAL_RULES)).toEqual({ ...DEFAULT_SIGNAL_RULES, days: 90 });
    expect(changeSignalsSchema.parse({ ...DEFAULT_SIGNAL_RULES, basedOn: null }).basedOn).toBeNull();
  });

  test.for<[object, string]>([
    [{ points: { ...DEFAULT_SIGNAL_RULES.points, night: 101 } }, 'Pontos: um número inteiro de 0 a 100'],
    [{ points: { ...DEFAULT_SIGNAL_RULES.points, night: 1.5 } }, 'Pontos: um número inteiro de 0 a 100'],
    [{ balancePercent: 0 }, 'Parte do saldo: um número inteiro de 1 a 100'],
    [{ paymentsBefore: '3' }, 'Pagamentos seguidos: um número inteiro de 1 a 1000'],
    [{ days: 91 }, 'De 1 a 90 dias'],
    [
      { holdFrom: 200 },
      'Recusar pede pelo menos tantos pontos quanto reter, e reter pelo menos tantos quanto confirmar',
    ],
  ])('%o is refused', ([rules, message]) => {
    expect(errorsOf(rules)).toEqual([message]);
  });
});
