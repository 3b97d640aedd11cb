import { z } from 'zod';
import { moveSchema, orderIdSchema, pixTransferSchema } from '#domain/pix/input';
import { createKeySchema, decodeSchema, qrCodeSchema } from '#domain/pix/key-input';
import { customerProcedure, router } from '#server/access/trpc';
import { externalAccount } from '#server/onboarding/account';
import { createSubaccount } from '#server/onboarding/create-subaccount';
import { listDocuments, sendDocument, sendDocumentSchema } from '#server/onboarding/documents';
import {
  balanceAnswerSchema,
  decodedSchema,
  documentListSchema,
  documentSchema,
  externalAccountSchema,
  keySchema,
  messageSchema,
  qrCodeAnswerSchema,
} from '#server/onboarding/shapes';
import { decode, externalBalance, qrCode } from './codes.ts';
import { createKey, listKeys } from './keys.ts';
import { move } from './move.ts';
import { order, orders } from './order.ts';
import { orderSchema, orderTransferSchema } from './orders/order-answer.ts';
import { transfer } from './transfer.ts';

/** PIX, and the account at the payment provider that it needs. */
export const pixRouter = router({
  createSubaccount: customerProcedure
    .input(z.object({}).prefault({}))
    .output(messageSchema)
    .mutation(({ ctx }) => createSubaccount(ctx)),
  account: customerProcedure.output(externalAccountSchema).query(({ ctx }) => externalAccount(ctx)),
  documents: router({
    list: customerProcedure.output(documentListSchema).query(({ ctx }) => listDocuments(ctx)),
    send: customerProcedure
      .input(sendDocumentSchema)
      .output(documentSchema)
      .mutation(({ ctx, input }) => sendDocument(ctx, input)),
  }),
  balance: customerProcedure.output(balanceAnswerSchema).query(({ ctx }) => externalBalance(ctx)),
  keys: router({
    list: customerProcedure.output(z.array(keySchema)).query(({ ctx }) => listKeys(ctx)),
    create: customerProcedure
      .input(createKeySchema)
      .output(keySchema)
      .mutation(({ ctx, input }) => createKey(ctx, input)),
  }),
  qrcode: customerProcedure
    .input(qrCodeSchema)
    .output(qrCodeAnswerSchema)
    .mutation(({ ctx, input }) => qrCode(ctx, input)),
  /** A mutation only so that a key, which may be a CPF, stands in no address. */
  decode: customerProcedure
    .input(decodeSchema)
    .output(decodedSchema)
    .mutation(({ ctx, input }) => decode(ctx, input)),
  transfer: customerProcedure
    .meta({ moves: true })
    .input(pixTransferSchema)
    .output(orderTransferSchema)
    .mutation(({ ctx, input }) => transfer(ctx, input)),
  move: customerProcedure
    .meta({ moves: true })
    .input(moveSchema)
    .output(orderTransferSchema)
    .mutation(({ ctx, input }) => move(ctx, input)),
  order: customerProcedure
    .input(orderIdSchema)
    .output(orderSchema)
    .query(({ ctx, input }) => order(ctx, input)),
  orders: customerProcedure.output(z.array(orderSchema)).query(({ ctx }) => orders(ctx)),
});
