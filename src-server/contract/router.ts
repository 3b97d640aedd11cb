import { z } from 'zod';
import { signSchema } from '#domain/contract/sign';
import { byIdSchema } from '#domain/page';
import { calls, named } from '#server/access/named';
import { customerInPersonProcedure, customerProcedure, router } from '#server/access/trpc';
import { contractFile, getContract, listContracts } from './queries.ts';
import { otpAnswerSchema, requestOtp } from './request-otp.ts';
import { contractSchema, contractWithContentSchema } from './shapes.ts';
import { sign } from './sign.ts';

export const contractRouter = router({
  list: named(
    'Contratos',
    ['GET', '/api/contracts', 'contracts'],
    customerProcedure.output(z.array(contractSchema)).query(calls(listContracts)),
  ),
  get: named(
    'Um contrato por inteiro',
    ['GET', '/api/contracts/:id', 'contract'],
    customerProcedure.input(byIdSchema).output(contractWithContentSchema).query(calls(getContract)),
  ),
  requestOtp: named(
    'Envia por e-mail o código que assina',
    ['POST', '/api/contracts/:id/request-otp'],
    customerInPersonProcedure.input(byIdSchema).output(otpAnswerSchema).mutation(calls(requestOtp)),
  ),
  sign: named(
    'Assina um contrato com o código',
    ['POST', '/api/contracts/:id/sign', 'contract'],
    customerInPersonProcedure.input(signSchema).output(contractSchema).mutation(calls(sign)),
  ),
  pdf: named(
    'Contrato assinado em PDF',
    ['GET', '/api/contracts/:id/pdf', null, { reply: 'pdf' }],
    customerProcedure.input(byIdSchema).query(calls(contractFile)),
  ),
});
