import { boletoPaySchema, boletoPreviewSchema } from '#domain/account/boleto-input';
import { calls, named } from '#server/access/named';
import { customerMoneyProcedure, customerProcedure, router } from '#server/access/trpc';
import { payBoleto } from './boleto-pay.ts';
import { boletoSchema, previewBoleto } from './boleto-preview.ts';
import { boletoPaymentSchema } from './orders/order-answer.ts';

/** The provider may take seconds: the caller's other calls do not wait behind these. */
const askingProcedure = customerProcedure.meta({ line: 'outside' });
const movingProcedure = customerMoneyProcedure.meta({ line: 'outside' });

export const boletoRouter = router({
  preview: named(
    'O que um boleto cobra, a quem e até quando',
    ['POST', '/api/boletos/preview', 'boleto'],
    askingProcedure.input(boletoPreviewSchema).output(boletoSchema).query(calls(previewBoleto)),
  ),
  pay: named(
    'Paga um boleto',
    ['POST', '/api/boletos/pay', 'payment', { status: 201 }],
    movingProcedure.input(boletoPaySchema).output(boletoPaymentSchema).mutation(calls(payBoleto)),
  ),
});
