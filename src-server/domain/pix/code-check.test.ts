import { expect, test } from 'vitest';
import { type CodeSaid, whyNotPayable } from './code-check.ts';

/** Due on Tuesday, and read on that day by Ana. */
const CODE: CodeSaid = {
  originalCents: 10_000,
  totalCents: 10_000,
  fineCents: 0,
  interestCents: 0,
  discountCents: 0,
  dueOn: '2026-03-10',
  expiresAt: null,
  finality: null,
  isAmountFree: false,
  isPayable: true,
  whyNot: null,
  payerDocument: null,
  document: '***.333.222-**',
};
const paying = { now: new Date('2026-03-10T15:00:00Z'), day: '2026-03-10', document: '52998224725' };
const late = { ...paying, day: '2026-03-11' };
const why = (change: Partial<CodeSaid>, at = paying) => whyNotPayable({ ...CODE, ...change }, at);

test.each<[string, Partial<CodeSaid>, typeof paying?]>([
  ['in time', {}],
  ['with a discount', { discountCents: 500, totalCents: 9_500 }],
  ['with a rebate that the provider does not tell', { totalCents: 9_000 }],
  ['late, with fine and interest', { fineCents: 200, interestCents: 33, totalCents: 10_233 }, late],
  ['for its payer, masked', { payerDocument: '***.982.247-**' }],
  ['for its payer, whole', { payerDocument: '529.982.247-25' }],
  ['that names its own receiver as its payer', { payerDocument: '***.333.222-**' }],
  ['that has not expired', { dueOn: null, expiresAt: new Date('2026-03-10T15:00:01Z') }],
  ['that is dated and payable after its due date', { expiresAt: new Date('2026-03-10T14:00:00Z') }],
  ['without a due date', { dueOn: null }],
  [
    'whose amount the payer chooses',
    { originalCents: null, totalCents: null, dueOn: null, isAmountFree: true },
  ],
])('a code %s can be paid', (_, change, at) => expect(why(change, at)).toBeNull());

test.each<[string, Partial<CodeSaid>, string | RegExp, typeof paying?]>([
  ['of a withdrawal', { finality: 'WITHDRAWAL' }, /PIX Saque/],
  ['with change', { finality: 'CHANGE' }, /PIX Troco/],
  ['of an unknown purpose', { finality: 'OTHER' }, /não pode ser pago por aqui: peça outro/],
  [
    'that the provider will not pay',
    { isPayable: false, whyNot: 'Esta cobrança já foi paga.' },
    'Esta cobrança já foi paga.',
  ],
  ['that it will not pay for no reason', { isPayable: false }, /não pode mais ser pago: peça outro/],
  ['that has expired', { dueOn: null, expiresAt: new Date('2026-03-10T15:00:00Z') }, /expirou/],
  ['for another payer', { payerDocument: '***.444.777-**' }, /outra pessoa/],
  ['for a company', { payerDocument: '11222333000181' }, /outra pessoa/],
  ['of no amount', { originalCents: null, totalCents: null }, /não diz quanto/],
  ['of nothing', { originalCents: 0, totalCents: 0 }, /não diz quanto/],
  ['above the sum of its parts', { totalCents: 10_001 }, /não confere com o vencimento em 10\/03\/2026/],
  ['with a fine on its due date', { fineCents: 200, totalCents: 10_200 }, /não confere/],
  ['with a discount after it', { discountCents: 200, totalCents: 9_800 }, /não confere/, late],
  [
    'below its amount, without a due date',
    { dueOn: null, totalCents: 9_999 },
    'O valor deste código PIX não confere: peça outro a quem vai receber',
  ],
])('a code %s is refused', (_, change, reason, at) => {
  const found = why(change, at);
  if (typeof reason === 'string') expect(found).toBe(reason);
  else expect(found).toMatch(reason);
});
