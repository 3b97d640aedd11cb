import { boletoPaySchema, boletoPreviewSchema } from '#domain/account/boleto-input';
import { calls, named } from '#server/access/named';
import { customerMoneyProcedure, customerProcedure, router } from '#server/access/trpc';
import { payBoleto } from './boleto-pay.ts';
import { boletoSchema, previewBoleto } from './boleto-preview.ts';
import { boletoPaymentSchema } from './orders/order-answer.ts';

export const boletoRouter = router({
  preview: named(
    'O que um boleto cobra, a quem e até quando',
    ['POST', '/api/boletos/preview', 'boleto'],
    customerProcedure.input(boletoPreviewSchema).output(boletoSchema).query(calls(previewBoleto)),
  ),
  pay: named(
    'Paga um boleto',
    ['POST', '/api/boletos/pay', 'payment', { status: 201 }],
    customerMoneyProcedure.input(boletoPaySchema).output(boletoPaymentSchema).mutation(calls(payBoleto)),
  ),
});
