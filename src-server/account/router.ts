import { z } from 'zod';
import { lookupSchema } from '#domain/account/lookup';
import { recipientChangeSchema, recipientListSchema } from '#domain/account/recipient';
import {
  exportSchema,
  monthSummarySchema,
  statementSchema,
  statementTotalSchema,
} from '#domain/account/statement';
import { transferSchema } from '#domain/account/transfer';
import { accountListSchema } from '#domain/admin/lists';
import { verifyDocumentSchema } from '#domain/document/verify';
import { byIdSchema } from '#domain/page';
import { calls, doneSchema, named } from '#server/access/named';
import {
  customerInPersonProcedure,
  customerMoneyProcedure,
  customerProcedure,
  publicProcedure,
  router,
  signedInProcedure,
} from '#server/access/trpc';
import { authorisation, authorisationSchema } from '#server/protection/authorisation';
import { confirmationsRouter, limitsRouter, waitingRouter } from '#server/protection/router';
import { exportCalendar } from './calendar.ts';
import { addressSchema, findAddress } from './cep.ts';
import { changeRecipient, removeRecipient } from './change-recipient.ts';
import { contactSchema, ownContacts } from './contacts.ts';
import { exportStatement } from './export.ts';
import { listAccounts } from './list-accounts.ts';
import { monthReview, monthReviewPdf, monthReviewSchema } from './month-review.ts';
import { lookupHolder, monthSummary, statement } from './queries.ts';
import { receipt } from './receipt.ts';
import { listRecipients, recipientSchema } from './recipients.ts';
import {
  accountPageSchema,
  holderSchema,
  monthSummaryAnswerSchema,
  postalAddressSchema,
  statementAnswerSchema,
  transferAnswerSchema,
} from './shapes.ts';
import { statementTotal, statementTotalAnswerSchema } from './statement-total.ts';
import { transfer } from './transfer.ts';
import { verifiedDocumentSchema, verifyDocument } from './verify-document.ts';

export const accountRouter = router({
  limits: limitsRouter,
  confirmations: confirmationsRouter,
  waiting: waitingRouter,
  list: named(
    'Contas e saldos',
    ['GET', '/api/accounts'],
    signedInProcedure.input(accountListSchema).output(accountPageSchema).query(calls(listAccounts)),
  ),
  ledger: named(
    'Extrato, com filtros, em páginas',
    ['GET', '/api/ledger'],
    customerProcedure
      .meta({ reads: 'replica' })
      .input(statementSchema)
      .output(statementAnswerSchema)
      .query(calls(statement)),
  ),
  statementTotal: named(
    'Quanto somam as linhas de um extrato filtrado',
    ['GET', '/api/ledger/total'],
    customerProcedure
      .meta({ reads: 'replica' })
      .input(statementTotalSchema)
      .output(statementTotalAnswerSchema)
      .query(calls(statementTotal)),
  ),
  exportLedger: named(
    'Extrato filtrado em CSV, OFX ou PDF',
    [
      'GET',
      '/api/ledger/export',
      null,
      { reply: 'file', fileTypes: ['text/csv', 'application/x-ofx', 'application/pdf'] },
    ],
    customerProcedure.meta({ reads: 'replica' }).input(exportSchema).query(calls(exportStatement)),
  ),
  lookup: named(
    'De quem é uma conta, antes de transferir',
    ['GET', '/api/accounts/lookup', 'holder'],
    customerProcedure.input(lookupSchema).output(holderSchema).query(calls(lookupHolder)),
  ),
  recipients: named(
    'Favorecidos: contas, chaves PIX ou beneficiários de boletos que já se pagou',
    ['GET', '/api/accounts/recipients', 'recipients'],
    customerProcedure
      .input(recipientListSchema.prefault({}))
      .output(z.array(recipientSchema))
      .query(calls(listRecipients)),
  ),
  changeRecipient: named(
    'Dá um apelido a um favorecido, o fixa no topo, ou diz até quanto confia nele',
    ['PATCH', '/api/accounts/recipients/:id'],
    customerInPersonProcedure
      .meta({ freshProof: 'forSome' })
      .input(recipientChangeSchema)
      .output(doneSchema)
      .mutation(calls(changeRecipient)),
  ),
  removeRecipient: named(
    'Esquece um favorecido',
    ['DELETE', '/api/accounts/recipients/:id'],
    customerProcedure.input(byIdSchema).output(doneSchema).mutation(calls(removeRecipient)),
  ),
  contacts: named(
    'Atendimentos de quem pede',
    ['GET', '/api/client/contacts', 'contacts'],
    customerProcedure.output(z.array(contactSchema)).query(calls(ownContacts)),
  ),
  transfer: named(
    'Transfere para uma conta do banco',
    ['POST', '/api/transfers', 'transfer', { status: 201 }],
    customerMoneyProcedure.input(transferSchema).output(transferAnswerSchema).mutation(calls(transfer)),
  ),
  receipt: named(
    'Comprovante de uma movimentação em PDF',
    ['GET', '/api/transfers/:id/receipt', null, { reply: 'pdf' }],
    customerProcedure.input(byIdSchema).query(calls(receipt)),
  ),
  authorisation: named(
    'Como um pagamento próprio foi autorizado, com o que a chave de acesso assinou',
    ['GET', '/api/transfers/:id/authorisation', 'authorisation'],
    customerProcedure.input(byIdSchema).output(authorisationSchema).query(calls(authorisation)),
  ),
  verifyDocument: named(
    'Se um documento do banco é genuíno, pelo código',
    ['GET', '/api/verify/:code', 'document'],
    publicProcedure.input(verifyDocumentSchema).output(verifiedDocumentSchema).query(calls(verifyDocument)),
  ),
  monthSummary: named(
    'Entradas, saídas e resultado do mês',
    ['GET', '/api/accounts/month-summary'],
    customerProcedure.input(monthSummarySchema).output(monthSummaryAnswerSchema).query(calls(monthSummary)),
  ),
  monthReview: named(
    'Raio-X de um mês',
    ['GET', '/api/accounts/month-review'],
    customerProcedure.input(monthSummarySchema).output(monthReviewSchema).query(calls(monthReview)),
  ),
  monthReviewPdf: named(
    'Raio-X de um mês em PDF',
    ['GET', '/api/accounts/month-review/pdf', null, { reply: 'file', fileTypes: ['application/pdf'] }],
    customerProcedure.meta({ reads: 'replica' }).input(monthSummarySchema).query(calls(monthReviewPdf)),
  ),
  calendar: named(
    'Parcelas e vencimentos para um calendário (iCalendar)',
    ['GET', '/api/accounts/calendar', null, { reply: 'file', fileTypes: ['text/calendar'] }],
    customerProcedure.meta({ reads: 'replica' }).query(calls(exportCalendar)),
  ),
  cep: named(
    'Endereço de um CEP',
    ['GET', '/api/cep/:cep'],
    publicProcedure
      .meta({ line: 'outside' })
      .input(addressSchema)
      .output(postalAddressSchema)
      .query(calls(findAddress)),
  ),
});
