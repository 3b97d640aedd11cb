import { payCoveredSchema } from '#domain/cover/input';
import { byIdSchema } from '#domain/page';
import { calls, named } from '#server/access/named';
import { customerMoneyProcedure, customerProcedure, router } from '#server/access/trpc';
import { coveredPayment, coveredPaymentSchema } from './covered-payment.ts';
import { payCovered } from './pay-covered.ts';

/** The provider may take seconds: the caller's other calls do not wait behind these. */
const askingProcedure = customerProcedure.meta({ line: 'outside' });
const movingProcedure = customerMoneyProcedure.meta({ line: 'outside' });

export const coverRouter = router({
  pay: named(
    'Paga com dinheiro também da outra conta',
    ['POST', '/api/covered-payments', 'payment', { status: 201 }],
    movingProcedure.input(payCoveredSchema).output(coveredPaymentSchema).mutation(calls(payCovered)),
  ),
  get: named(
    'Em que pé está um pagamento com cobertura',
    ['GET', '/api/covered-payments/:id', 'payment'],
    askingProcedure.input(byIdSchema).output(coveredPaymentSchema).query(calls(coveredPayment)),
  ),
});
