import {
  chargeExportSchema,
  chargeListSchema,
  createChargeSchema,
  publicChargeSchema as publicChargeInput,
} from '#domain/charge/input';
import { byIdSchema } from '#domain/page';
import { calls, named } from '#server/access/named';
import { customerMoneyProcedure, customerProcedure, publicProcedure, router } from '#server/access/trpc';
import { cancelCharge } from './charges/cancel-charge.ts';
import { chargeSchema, getCharge } from './charges/charge-answer.ts';
import { checkCharge } from './charges/check-charge.ts';
import { createCharge } from './charges/create-charge.ts';
import { chargePageSchema, exportCharges, listCharges } from './charges/list-charges.ts';
import { publicCharge, publicChargeSchema } from './charges/public-charge.ts';

/** The provider may take seconds: the caller's other calls do not wait behind these. A token that only reads charges nobody. */
const chargingProcedure = customerMoneyProcedure.meta({ line: 'outside' });

export const chargeRouter = router({
  create: named(
    'Cobra por PIX: código e link para quem paga',
    ['POST', '/api/charges', 'charge', { status: 201 }],
    chargingProcedure.input(createChargeSchema).output(chargeSchema).mutation(calls(createCharge)),
  ),
  list: named(
    'Cobranças feitas',
    ['GET', '/api/charges'],
    customerProcedure.input(chargeListSchema).output(chargePageSchema).query(calls(listCharges)),
  ),
  export: named(
    'Cobranças feitas, em CSV',
    ['GET', '/api/charges/export', null, { reply: 'file', fileTypes: ['text/csv'] }],
    customerProcedure.meta({ reads: 'replica' }).input(chargeExportSchema).query(calls(exportCharges)),
  ),
  get: named(
    'Uma cobrança, o que ela custa hoje e o que já foi pago',
    ['GET', '/api/charges/:id', 'charge'],
    customerProcedure.input(byIdSchema).output(chargeSchema).query(calls(getCharge)),
  ),
  check: named(
    'Pergunta ao provedor se uma cobrança foi paga',
    ['POST', '/api/charges/:id/check', 'charge'],
    customerProcedure
      .meta({ line: 'outside', anyToken: true })
      .input(byIdSchema)
      .output(chargeSchema)
      .mutation(calls(checkCharge)),
  ),
  cancel: named(
    'Cancela uma cobrança em aberto',
    ['DELETE', '/api/charges/:id', 'charge'],
    chargingProcedure.input(byIdSchema).output(chargeSchema).mutation(calls(cancelCharge)),
  ),
  page: named(
    'O que a página pública de uma cobrança mostra a quem paga',
    ['GET', '/api/charge-pages/:id', 'charge'],
    publicProcedure.input(publicChargeInput).output(publicChargeSchema).query(calls(publicCharge)),
  ),
});
