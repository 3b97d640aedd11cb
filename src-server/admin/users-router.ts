import { userListSchema } from '#domain/admin/lists';
import { withReasonSchema } from '#domain/admin/reason';
import { correctEmailSchema } from '#domain/auth/correct-email';
import { byIdSchema } from '#domain/page';
import { changeMaximumSchema } from '#domain/protection/limit-input';
import { calls, named } from '#server/access/named';
import { adminFreshProcedure, adminProcedure, router } from '#server/access/trpc';
import { changeMaximum } from '#server/protection/change-limit';
import { customerLimits, limitsSchema } from '#server/protection/limits';
import { correctEmail } from './correct-email.ts';
import { askDocumentFree, freeDocument, keepDocument } from './free-document.ts';
import { askFactorsEnd, keepCustomersFactors } from './lost-factors.ts';
import { unfreezeForOwner } from './unfreeze.ts';
import { activateUser, deactivateUser } from './user-access.ts';
import { adminUserSchema, listedUserSchema, listUsers, userPageSchema, viewUser } from './users.ts';

export const usersRouter = router({
  list: named(
    'Pessoas, com busca e filtros',
    ['GET', '/api/admin/users'],
    adminProcedure
      .meta({ reads: 'replica' })
      .input(userListSchema)
      .output(userPageSchema)
      .query(calls(listUsers)),
  ),
  get: named(
    'Uma pessoa, com os dados de cadastro',
    ['GET', '/api/users/:id', 'user'],
    adminProcedure.input(byIdSchema).output(adminUserSchema).query(calls(viewUser)),
  ),
  deactivate: named(
    'Tira o acesso de uma pessoa',
    ['POST', '/api/admin/users/:id/deactivate', 'user'],
    adminProcedure
      .meta({ line: 'ending' })
      .input(withReasonSchema)
      .output(listedUserSchema)
      .mutation(calls(deactivateUser)),
  ),
  activate: named(
    'Devolve o acesso a uma pessoa',
    ['POST', '/api/admin/users/:id/activate', 'user'],
    adminProcedure.input(withReasonSchema).output(listedUserSchema).mutation(calls(activateUser)),
  ),
  limits: named(
    'Limites de pagamento de um cliente',
    ['GET', '/api/admin/users/:id/limits'],
    adminProcedure.input(byIdSchema).output(limitsSchema).query(calls(customerLimits)),
  ),
  changeMaximum: named(
    'Muda até quanto um cliente pode escolher um limite',
    ['PUT', '/api/admin/users/:id/limits'],
    adminFreshProcedure.input(changeMaximumSchema).output(limitsSchema).mutation(calls(changeMaximum)),
  ),
  unfreeze: named(
    'Descongela a conta que o próprio cliente congelou',
    ['POST', '/api/admin/users/:id/unfreeze', 'user'],
    adminFreshProcedure.input(withReasonSchema).output(adminUserSchema).mutation(calls(unfreezeForOwner)),
  ),
  endFactors: named(
    'Desativa, um dia depois, os dois fatores de um cliente que os perdeu; ele é avisado e pode mantê-los',
    ['POST', '/api/admin/users/:id/end-factors', 'user'],
    adminFreshProcedure
      .meta({ line: 'ending' })
      .input(withReasonSchema)
      .output(adminUserSchema)
      .mutation(calls(askFactorsEnd)),
  ),
  keepFactors: named(
    'Mantém os dois fatores de um cliente, que seriam desativados',
    ['POST', '/api/admin/users/:id/keep-factors', 'user'],
    adminFreshProcedure.input(withReasonSchema).output(adminUserSchema).mutation(calls(keepCustomersFactors)),
  ),
  askDocumentFree: named(
    'Pede que o documento de um cadastro desativado seja liberado, sete dias depois; quem o tem é avisado e pode contestar',
    ['POST', '/api/admin/users/:id/ask-document-free', 'user'],
    adminFreshProcedure.input(withReasonSchema).output(adminUserSchema).mutation(calls(askDocumentFree)),
  ),
  keepDocument: named(
    'Retira o pedido para liberar o documento de um cadastro desativado',
    ['POST', '/api/admin/users/:id/keep-document', 'user'],
    adminFreshProcedure.input(withReasonSchema).output(adminUserSchema).mutation(calls(keepDocument)),
  ),
  freeDocument: named(
    'Libera o documento de um cadastro encerrado, ou desativado há o prazo do pedido, para que o titular dele se cadastre',
    ['POST', '/api/admin/users/:id/free-document', 'user'],
    adminFreshProcedure.input(withReasonSchema).output(adminUserSchema).mutation(calls(freeDocument)),
  ),
  correctEmail: named(
    'Corrige o e-mail de um cliente; o anterior é avisado e pode desfazer por 72 horas',
    ['PUT', '/api/admin/users/:id/email', 'user'],
    adminFreshProcedure
      .meta({ line: 'ending' })
      .input(correctEmailSchema)
      .output(listedUserSchema)
      .mutation(calls(correctEmail)),
  ),
});
