import { z } from 'zod';
import { contractIdSchema, signSchema } from '#domain/contract/sign';
import { named } from '#server/access/named';
import { customerInPersonProcedure, customerProcedure, router } from '#server/access/trpc';
import { contractFile, getContract, listContracts } from './queries.ts';
import { otpAnswerSchema, requestOtp } from './request-otp.ts';
import { contractSchema, contractWithContentSchema } from './shapes.ts';
import { sign } from './sign.ts';

export const contractRouter = router({
  list: named(
    'Contratos',
    ['GET', '/api/contracts', 'contracts'],
    customerProcedure.output(z.array(contractSchema)).query(({ ctx }) => listContracts(ctx)),
  ),
  get: named(
    'Um contrato por inteiro',
    ['GET', '/api/contracts/:id', 'contract'],
    customerProcedure
      .input(contractIdSchema)
      .output(contractWithContentSchema)
      .query(({ ctx, input }) => getContract(ctx, input)),
  ),
  requestOtp: named(
    'Envia por e-mail o código que assina',
    ['POST', '/api/contracts/:id/request-otp'],
    customerInPersonProcedure
      .input(contractIdSchema)
      .output(otpAnswerSchema)
      .mutation(({ ctx, input }) => requestOtp(ctx, input)),
  ),
  sign: named(
    'Assina um contrato com o código',
    ['POST', '/api/contracts/:id/sign', 'contract'],
    customerInPersonProcedure
      .input(signSchema)
      .output(contractSchema)
      .mutation(({ ctx, input }) => sign(ctx, input)),
  ),
  pdf: named(
    'Contrato assinado em PDF',
    ['GET', '/api/contracts/:id/pdf', null, { reply: 'pdf' }],
    customerProcedure.input(contractIdSchema).query(({ ctx, input }) => contractFile(ctx, input)),
  ),
});
