import { z } from 'zod';
import { byIdSchema } from '#domain/page';
import { moveSchema, pixTransferSchema } from '#domain/pix/input';
import { createKeySchema, decodeSchema, qrCodeSchema } from '#domain/pix/key-input';
import { payeeSchema } from '#domain/pix/payee';
import { giveBackSchema } from '#domain/pix/returns';
import { calls, doneSchema, named } from '#server/access/named';
import {
  customerInPersonProcedure,
  customerMoneyProcedure,
  customerProcedure,
  router,
} from '#server/access/trpc';
import { externalAccount } from '#server/onboarding/account';
import { createSubaccount } from '#server/onboarding/create-subaccount';
import { listDocuments, sendDocument, sendDocumentSchema } from '#server/onboarding/documents';
import {
  balanceAnswerSchema,
  codePaymentsSchema,
  decodedSchema,
  documentListSchema,
  documentSchema,
  externalAccountSchema,
  keySchema,
  messageSchema,
  qrCodeAnswerSchema,
} from '#server/onboarding/shapes';
import { keyClaimsRouter } from './claims/router.ts';
import { codePayments, decode, externalBalance, qrCode } from './codes.ts';
import { createKey, deleteKey, listKeys } from './keys.ts';
import { move } from './move.ts';
import { order, orders } from './order.ts';
import { orderSchema, orderTransferSchema } from './orders/order-answer.ts';
import { payee, payeeAnswerSchema } from './payee.ts';
import { giveBack } from './returns/give-back.ts';
import { pixReturnsSchema, returnsOf } from './returns/returns-of.ts';
import { transfer } from './transfer.ts';

/** The provider may take seconds: the caller's other calls do not wait behind these. */
const askingProcedure = customerProcedure.meta({ line: 'outside' });
const movingProcedure = customerMoneyProcedure.meta({ line: 'outside' });

export const pixRouter = router({
  createSubaccount: named(
    'Ativa a conta externa, no provedor de pagamentos',
    ['POST', '/api/asaas/create-subaccount', null, { status: 201 }],
    customerInPersonProcedure
      .meta({ line: 'outside', freshProof: 'forSome' })
      .input(z.object({}).prefault({}))
      .output(messageSchema)
      .mutation(calls(createSubaccount)),
  ),
  account: named(
    'Situação da conta externa',
    ['GET', '/api/asaas/account', 'account'],
    askingProcedure.output(externalAccountSchema).query(calls(externalAccount)),
  ),
  documents: router({
    list: named(
      'Documentos que o provedor pede',
      ['GET', '/api/asaas/documents'],
      askingProcedure.output(documentListSchema).query(calls(listDocuments)),
    ),
    send: named(
      'Envia um documento ao provedor',
      ['POST', '/api/asaas/documents', 'document', { status: 201, multipart: ['file'] }],
      customerProcedure
        .meta({ line: 'form' })
        .input(sendDocumentSchema)
        .output(documentSchema)
        .mutation(calls(sendDocument)),
    ),
  }),
  balance: named(
    'Saldo da conta externa',
    ['GET', '/api/asaas/balance'],
    askingProcedure.output(balanceAnswerSchema).query(calls(externalBalance)),
  ),
  keys: router({
    list: named(
      'Chaves PIX',
      ['GET', '/api/asaas/pix/keys', 'keys'],
      askingProcedure.output(z.array(keySchema)).query(calls(listKeys)),
    ),
    create: named(
      'Cria uma chave PIX',
      ['POST', '/api/asaas/pix/create-key', 'key', { status: 201 }],
      askingProcedure.input(createKeySchema).output(keySchema).mutation(calls(createKey)),
    ),
    remove: named(
      'Exclui uma chave PIX',
      ['DELETE', '/api/asaas/pix/keys/:id'],
      askingProcedure.input(byIdSchema).output(doneSchema).mutation(calls(deleteKey)),
    ),
  }),
  claims: keyClaimsRouter,
  qrcode: named(
    'QR Code e copia e cola para receber um PIX',
    ['POST', '/api/asaas/pix/qrcode', 'qrCode'],
    askingProcedure.input(qrCodeSchema).output(qrCodeAnswerSchema).mutation(calls(qrCode)),
  ),
  codePayments: named(
    'O que um QR Code próprio já recebeu',
    ['GET', '/api/asaas/pix/qrcode/:id/payments', 'payments'],
    askingProcedure.input(byIdSchema).output(codePaymentsSchema).query(calls(codePayments)),
  ),
  /** Mutations, so that a key (perhaps a CPF) appears in no URL. */
  payee: named(
    'De quem é uma chave PIX, antes de pagar',
    ['POST', '/api/asaas/pix/payee', 'payee'],
    askingProcedure
      .meta({ anyToken: true })
      .input(payeeSchema)
      .output(payeeAnswerSchema)
      .mutation(calls(payee)),
  ),
  decode: named(
    'O que um PIX copia e cola cobra hoje, e a quem',
    ['POST', '/api/asaas/pix/decode', 'pix'],
    askingProcedure
      .meta({ anyToken: true })
      .input(decodeSchema)
      .output(decodedSchema)
      .mutation(calls(decode)),
  ),
  transfer: named(
    'Envia um PIX',
    ['POST', '/api/asaas/pix/transfer', 'transfer', { status: 201 }],
    movingProcedure.input(pixTransferSchema).output(orderTransferSchema).mutation(calls(transfer)),
  ),
  move: named(
    'Move dinheiro entre a conta corrente e a externa',
    ['POST', '/api/asaas/move', 'transfer', { status: 201 }],
    movingProcedure.input(moveSchema).output(orderTransferSchema).mutation(calls(move)),
  ),
  giveBack: named(
    'Devolve um PIX recebido, inteiro ou em parte, a quem pagou',
    ['POST', '/api/asaas/pix/:id/returns', 'transfer', { status: 201 }],
    movingProcedure.input(giveBackSchema).output(orderTransferSchema).mutation(calls(giveBack)),
  ),
  returns: named(
    'O que foi devolvido de um PIX recebido ou enviado, e o que resta a devolver',
    ['GET', '/api/asaas/pix/:id/returns', 'pix'],
    customerProcedure.input(byIdSchema).output(pixReturnsSchema).query(calls(returnsOf)),
  ),
  order: named(
    'Em que pé está um pagamento',
    ['GET', '/api/asaas/orders/:id', 'order'],
    customerProcedure.input(byIdSchema).output(orderSchema).query(calls(order)),
  ),
  orders: named(
    'Pagamentos que ainda estão em processamento',
    ['GET', '/api/asaas/orders', 'orders'],
    customerProcedure.output(z.array(orderSchema)).query(calls(orders)),
  ),
});
