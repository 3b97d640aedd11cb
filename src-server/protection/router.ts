import { byIdSchema } from '#domain/page';
import { proveConfirmationSchema } from '#domain/protection/confirmation';
import { changeLimitSchema, changeProtectionSchema } from '#domain/protection/limit-input';
import { undoByLinkSchema } from '#domain/protection/waiting-input';
import { calls, doneSchema, named } from '#server/access/named';
import {
  customerInPersonProcedure,
  customerMoneyProcedure,
  customerProcedure,
  publicProcedure,
  router,
} from '#server/access/trpc';
import { cancelRaise, changeLimit } from './change-limit.ts';
import { changeProtection } from './change-protection.ts';
import { confirmation, confirmationSchema } from './confirmation.ts';
import { limits, limitsSchema } from './limits.ts';
import { proveConfirmation } from './prove-confirmation.ts';
import { confirmationCodeSchema, sendConfirmationCode } from './send-confirmation-code.ts';
import { undoPayment, undoPaymentByLink } from './waiting/undo-payment.ts';
import { waitingPayments, waitingPaymentsSchema } from './waiting/waiting-payments.ts';

export const limitsRouter = router({
  list: named(
    'Limites de pagamento, e quanto deles já foi usado',
    ['GET', '/api/client/limits'],
    customerProcedure.output(limitsSchema).query(calls(limits)),
  ),
  change: named(
    'Reduz um limite na hora, ou o aumenta depois de 24 horas',
    ['PUT', '/api/client/limits'],
    customerInPersonProcedure
      .meta({ freshProof: 'forSome' })
      .input(changeLimitSchema)
      .output(limitsSchema)
      .mutation(calls(changeLimit)),
  ),
  cancelRaise: named(
    'Cancela um aumento de limite que ainda não vale',
    ['DELETE', '/api/client/limits/raises/:id'],
    customerInPersonProcedure.input(byIdSchema).output(limitsSchema).mutation(calls(cancelRaise)),
  ),
  changeProtection: named(
    'Liga as regras de pagamento, onde são opcionais, e escolhe a partir de quanto confirmar',
    ['PATCH', '/api/client/protection'],
    customerInPersonProcedure
      .meta({ freshProof: 'forSome' })
      .input(changeProtectionSchema)
      .output(limitsSchema)
      .mutation(calls(changeProtection)),
  ),
});

export const confirmationsRouter = router({
  get: named(
    'Um pagamento a confirmar: o que é pago, e como confirmar',
    ['GET', '/api/client/confirmations/:id'],
    customerInPersonProcedure.input(byIdSchema).output(confirmationSchema).query(calls(confirmation)),
  ),
  sendCode: named(
    'Envia um código por e-mail para confirmar um pagamento',
    ['POST', '/api/client/confirmations/:id/code'],
    customerInPersonProcedure
      .input(byIdSchema)
      .output(confirmationCodeSchema)
      .mutation(calls(sendConfirmationCode)),
  ),
  prove: named(
    'Confirma um pagamento, que então pode ser enviado de novo com a mesma chave',
    ['POST', '/api/client/confirmations/:id/prove'],
    customerInPersonProcedure
      .input(proveConfirmationSchema)
      .output(doneSchema)
      .mutation(calls(proveConfirmation)),
  ),
});

export const waitingRouter = router({
  list: named(
    'Pagamentos reservados, que ainda podem ser desfeitos',
    ['GET', '/api/client/waiting-payments'],
    customerProcedure.output(waitingPaymentsSchema).query(calls(waitingPayments)),
  ),
  undo: named(
    'Desfaz um pagamento reservado: o dinheiro volta para a conta',
    ['POST', '/api/client/waiting-payments/:id/undo'],
    customerMoneyProcedure.input(byIdSchema).output(doneSchema).mutation(calls(undoPayment)),
  ),
  undoByLink: named(
    'Desfaz um pagamento reservado com o link recebido por e-mail',
    ['POST', '/api/waiting-payments/undo-by-link'],
    publicProcedure.input(undoByLinkSchema).output(doneSchema).mutation(calls(undoPaymentByLink)),
  ),
});
