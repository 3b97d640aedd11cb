import { z } from 'zod';
import { lookupSchema } from '#domain/account/lookup';
import { exportSchema, monthSummarySchema, statementSchema } from '#domain/account/statement';
import { transferSchema } from '#domain/account/transfer';
import { accountListSchema } from '#domain/admin/lists';
import { verifyDocumentSchema } from '#domain/document/verify';
import { customerProcedure, publicProcedure, router, signedInProcedure } from '#server/access/trpc';
import { exportCalendar } from './calendar.ts';
import { addressSchema, findAddress } from './cep.ts';
import { contactSchema, ownContacts } from './contacts.ts';
import { exportStatement } from './export.ts';
import { listAccounts } from './list-accounts.ts';
import { monthReview, monthReviewPdf, monthReviewSchema } from './month-review.ts';
import { lookupHolder, monthSummary, statement } from './queries.ts';
import { receipt, receiptSchema } from './receipt.ts';
import { listRecipients } from './recipients.ts';
import {
  accountPageSchema,
  holderSchema,
  monthSummaryAnswerSchema,
  postalAddressSchema,
  statementAnswerSchema,
  transferAnswerSchema,
} from './shapes.ts';
import { transfer } from './transfer.ts';
import { verifiedDocumentSchema, verifyDocument } from './verify-document.ts';

/** A customer's accounts: what is on them, who holds another one, and money sent to it. */
export const accountRouter = router({
  list: signedInProcedure
    .input(accountListSchema.prefault({}))
    .output(accountPageSchema)
    .query(({ ctx, input }) => listAccounts(ctx, input)),
  ledger: customerProcedure
    .input(statementSchema)
    .output(statementAnswerSchema)
    .query(({ ctx, input }) => statement(ctx, input)),
  exportLedger: customerProcedure
    .input(exportSchema)
    .query(({ ctx, input, signal }) => exportStatement(ctx, input, signal)),
  lookup: customerProcedure
    .input(lookupSchema)
    .output(holderSchema)
    .query(({ ctx, input }) => lookupHolder(ctx, input)),
  recipients: customerProcedure.output(z.array(holderSchema)).query(({ ctx }) => listRecipients(ctx)),
  contacts: customerProcedure.output(z.array(contactSchema)).query(({ ctx }) => ownContacts(ctx)),
  transfer: customerProcedure
    .meta({ moves: true })
    .input(transferSchema)
    .output(transferAnswerSchema)
    .mutation(({ ctx, input }) => transfer(ctx, input)),
  receipt: customerProcedure.input(receiptSchema).query(({ ctx, input }) => receipt(ctx, input)),
  verifyDocument: publicProcedure
    .input(verifyDocumentSchema)
    .output(verifiedDocumentSchema)
    .query(({ ctx, input }) => verifyDocument(ctx, input)),
  monthSummary: customerProcedure
    .input(monthSummarySchema)
    .output(monthSummaryAnswerSchema)
    .query(({ ctx, input }) => monthSummary(ctx, input)),
  monthReview: customerProcedure
    .input(monthSummarySchema)
    .output(monthReviewSchema)
    .query(({ ctx, input }) => monthReview(ctx, input)),
  monthReviewPdf: customerProcedure
    .input(monthSummarySchema)
    .query(({ ctx, input, signal }) => monthReviewPdf(ctx, input, signal)),
  calendar: customerProcedure.query(({ ctx }) => exportCalendar(ctx)),
  cep: publicProcedure
    .input(addressSchema)
    .output(postalAddressSchema)
    .query(({ ctx, input }) => findAddress(ctx, input)),
});
