import { boletoPaySchema, boletoPreviewSchema } from '#domain/account/boleto-input';
import { customerProcedure, router } from '#server/access/trpc';
import { payBoleto } from './boleto-pay.ts';
import { boletoSchema, previewBoleto } from './boleto-preview.ts';
import { boletoPaymentSchema } from './orders/order-answer.ts';

/** Slips, of banks and of utilities: what one is, and paying it. Part of `account` in what can be asked. */
export const boletoRouter = router({
  preview: customerProcedure
    .input(boletoPreviewSchema)
    .output(boletoSchema)
    .query(({ ctx, input }) => previewBoleto(ctx, input)),
  pay: customerProcedure
    .meta({ moves: true })
    .input(boletoPaySchema)
    .output(boletoPaymentSchema)
    .mutation(({ ctx, input }) => payBoleto(ctx, input)),
});
