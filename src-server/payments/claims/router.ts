import { byIdSchema } from '#domain/page';
import { answerClaimSchema, claimKeySchema } from '#domain/pix/key-claim-input';
import { calls, named } from '#server/access/named';
import { customerProcedure, router } from '#server/access/trpc';
import { answerClaim, cancelClaim } from './act-on-claim.ts';
import { claimKey } from './claim-key.ts';
import { keyClaimSchema } from './claim-row.ts';
import { claimListSchema, claims } from './claims.ts';

/** The provider may take seconds: the caller's other calls do not wait behind these. */
const askingProcedure = customerProcedure.meta({ line: 'outside' });

export const keyClaimsRouter = router({
  list: named(
    'Pedidos de portabilidade e de posse de chaves PIX',
    ['GET', '/api/asaas/pix/claims'],
    askingProcedure.output(claimListSchema).query(calls(claims)),
  ),
  make: named(
    'Pede uma chave PIX que está em outra instituição, ou com outra pessoa',
    ['POST', '/api/asaas/pix/claims', 'claim', { status: 201 }],
    askingProcedure.input(claimKeySchema).output(keyClaimSchema).mutation(calls(claimKey)),
  ),
  answer: named(
    'Cede ou mantém uma chave PIX que outra pessoa ou instituição pediu',
    ['POST', '/api/asaas/pix/claims/:id/answer', 'claim'],
    askingProcedure.input(answerClaimSchema).output(keyClaimSchema).mutation(calls(answerClaim)),
  ),
  cancel: named(
    'Desiste de um pedido de chave PIX',
    ['DELETE', '/api/asaas/pix/claims/:id', 'claim'],
    askingProcedure.input(byIdSchema).output(keyClaimSchema).mutation(calls(cancelClaim)),
  ),
});
