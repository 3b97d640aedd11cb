import { z } from 'zod';
import { contractIdSchema, signSchema } from '#domain/contract/sign';
import { customerInPersonProcedure, customerProcedure, router } from '#server/access/trpc';
import { contractFile, getContract, listContracts } from './queries.ts';
import { otpAnswerSchema, requestOtp } from './request-otp.ts';
import { contractSchema, contractWithContentSchema } from './shapes.ts';
import { sign } from './sign.ts';

/** A customer's contracts: read, signed with a one-time code, kept as a PDF. */
export const contractRouter = router({
  list: customerProcedure.output(z.array(contractSchema)).query(({ ctx }) => listContracts(ctx)),
  get: customerProcedure
    .input(contractIdSchema)
    .output(contractWithContentSchema)
    .query(({ ctx, input }) => getContract(ctx, input)),
  requestOtp: customerInPersonProcedure
    .input(contractIdSchema)
    .output(otpAnswerSchema)
    .mutation(({ ctx, input }) => requestOtp(ctx, input)),
  sign: customerInPersonProcedure
    .input(signSchema)
    .output(contractSchema)
    .mutation(({ ctx, input }) => sign(ctx, input)),
  pdf: customerProcedure.input(contractIdSchema).query(({ ctx, input }) => contractFile(ctx, input)),
});
