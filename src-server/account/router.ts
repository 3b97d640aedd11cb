import { z } from 'zod';
import { lookupSchema } from '#domain/account/lookup';
import { recipientChangeSchema, recipientListSchema } from '#domain/account/recipient';
import { exportSchema, monthSummarySchema, statementSchema } from '#domain/account/statement';
import { transferSchema } from '#domain/account/transfer';
import { accountListSchema } from '#domain/admin/lists';
import { verifyDocumentSchema } from '#domain/document/verify';
import { idSchema } from '#domain/page';
import { named } from '#server/access/named';
import { customerProcedure, publicProcedure, router, signedInProcedure } from '#server/access/trpc';
import { exportCalendar } from './calendar.ts';
import { addressSchema, findAddress } from './cep.ts';
import { changeRecipient, removeRecipient } from './change-recipient.ts';
import { contactSchema, ownContacts } from './contacts.ts';
import { exportStatement } from './export.ts';
import { listAccounts } from './list-accounts.ts';
import { monthReview, monthReviewPdf, monthReviewSchema } from './month-review.ts';
import { lookupHolder, monthSummary, statement } from './queries.ts';
import { receipt, receiptSchema } from './receipt.ts';
import { listRecipients, recipientSchema } from './recipients.ts';
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

const successSchema = z.object({ success: z.literal(true) });

export const accountRouter = router({
  list: named(
    'Contas e saldos',
    ['GET', '/api/accounts'],
    signedInProcedure
      .input(accountListSchema.prefault({}))
      .output(accountPageSchema)
      .query(({ ctx, input }) => listAccounts(ctx, input)),
  ),
  ledger: named(
    'Extrato, com filtros, em páginas',
    ['GET', '/api/ledger'],
    customerProcedure
      .input(statementSchema)
      .output(statementAnswerSchema)
      .query(({ ctx, input }) => statement(ctx, input)),
  ),
  exportLedger: named(
    'Extrato filtrado em CSV, OFX ou PDF',
    [
      'GET',
      '/api/ledger/export',
      null,
      { reply: 'file', fileTypes: ['text/csv', 'application/x-ofx', 'application/pdf'] },
    ],
    customerProcedure
      .input(exportSchema)
      .query(({ ctx, input, signal }) => exportStatement(ctx, input, signal)),
  ),
  lookup: named(
    'De quem é uma conta, antes de transferir',
    ['GET', '/api/accounts/lookup', 'holder'],
    customerProcedure
      .input(lookupSchema)
      .output(holderSchema)
      .query(({ ctx, input }) => lookupHolder(ctx, input)),
  ),
  recipients: named(
    'Favorecidos: contas, chaves PIX ou beneficiários de boletos que já se pagou',
    ['GET', '/api/accounts/recipients', 'recipients'],
    customerProcedure
      .input(recipientListSchema.prefault({}))
      .output(z.array(recipientSchema))
      .query(({ ctx, input }) => listRecipients(ctx, input)),
  ),
  changeRecipient: named(
    'Dá um apelido a um favorecido, ou o fixa no topo',
    ['PATCH', '/api/accounts/recipients/:id'],
    customerProcedure
      .input(recipientChangeSchema)
      .output(successSchema)
      .mutation(({ ctx, input }) => changeRecipient(ctx, input)),
  ),
  removeRecipient: named(
    'Esquece um favorecido',
    ['DELETE', '/api/accounts/recipients/:id'],
    customerProcedure
      .input(z.object({ id: idSchema }))
      .output(successSchema)
      .mutation(({ ctx, input }) => removeRecipient(ctx, input)),
  ),
  contacts: named(
    'Atendimentos de quem pede',
    ['GET', '/api/client/contacts', 'contacts'],
    customerProcedure.output(z.array(contactSchema)).query(({ ctx }) => ownContacts(ctx)),
  ),
  transfer: named(
    'Transfere para uma conta do banco',
    ['POST', '/api/transfers', 'transfer', { status: 201 }],
    customerProcedure
      .meta({ moves: true })
      .input(transferSchema)
      .output(transferAnswerSchema)
      .mutation(({ ctx, input }) => transfer(ctx, input)),
  ),
  receipt: named(
    'Comprovante de uma movimentação em PDF',
    ['GET', '/api/transfers/:id/receipt', null, { reply: 'pdf' }],
    customerProcedure.input(receiptSchema).query(({ ctx, input }) => receipt(ctx, input)),
  ),
  verifyDocument: named(
    'Se um documento do banco é genuíno, pelo código',
    ['GET', '/api/verify/:code', 'document'],
    publicProcedure
      .input(verifyDocumentSchema)
      .output(verifiedDocumentSchema)
      .query(({ ctx, input }) => verifyDocument(ctx, input)),
  ),
  monthSummary: named(
    'Entradas, saídas e resultado do mês',
    ['GET', '/api/accounts/month-summary'],
    customerProcedure
      .input(monthSummarySchema)
      .output(monthSummaryAnswerSchema)
      .query(({ ctx, input }) => monthSummary(ctx, input)),
  ),
  monthReview: named(
    'Raio-X de um mês',
    ['GET', '/api/accounts/month-review'],
    customerProcedure
      .input(monthSummarySchema)
      .output(monthReviewSchema)
      .query(({ ctx, input }) => monthReview(ctx, input)),
  ),
  monthReviewPdf: named(
    'Raio-X de um mês em PDF',
    ['GET', '/api/accounts/month-review/pdf', null, { reply: 'file', fileTypes: ['application/pdf'] }],
    customerProcedure
      .input(monthSummarySchema)
      .query(({ ctx, input, signal }) => monthReviewPdf(ctx, input, signal)),
  ),
  calendar: named(
    'Parcelas e vencimentos para um calendário (iCalendar)',
    ['GET', '/api/accounts/calendar', null, { reply: 'file', fileTypes: ['text/calendar'] }],
    customerProcedure.query(({ ctx }) => exportCalendar(ctx)),
  ),
  cep: named(
    'Endereço de um CEP',
    ['GET', '/api/cep/:cep'],
    publicProcedure
      .input(addressSchema)
      .output(postalAddressSchema)
      .query(({ ctx, input }) => findAddress(ctx, input)),
  ),
});
