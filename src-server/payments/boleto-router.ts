import { boletoPaySchema, boletoPreviewSchema } from '#domain/account/boleto-input';
import { named } from '#server/access/named';
import { customerProcedure, router } from '#server/access/trpc';
import { payBoleto } from './boleto-pay.ts';
import { boletoSchema, previewBoleto } from './boleto-preview.ts';
import { boletoPaymentSchema } from './orders/order-answer.ts';

export const boletoRouter = router({
  preview: named(
    'O que um boleto cobra, a quem e até quando',
    ['POST', '/api/boletos/preview', 'boleto'],
    customerProcedure
      .input(boletoPreviewSchema)
      .output(boletoSchema)
      .query(({ ctx, input }) => previewBoleto(ctx, input)),
  ),
  pay: named(
    'Paga um boleto',
    ['POST', '/api/boletos/pay', 'payment', { status: 201 }],
    customerProcedure
      .meta({ moves: true })
      .input(boletoPaySchema)
      .output(boletoPaymentSchema)
      .mutation(({ ctx, input }) => payBoleto(ctx, input)),
  ),
});
