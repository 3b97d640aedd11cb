import { z } from 'zod';
import {
  investmentListSchema,
  investSchema,
  productSchema,
  redeemSchema,
  updateProductSchema,
} from '#domain/investment/input';
import { adminProcedure, customerProcedure, router, signedInProcedure } from '#server/access/trpc';
import { invest } from './invest.ts';
import { listInvestments } from './list.ts';
import { listMaturities, maturityDaySchema } from './maturities.ts';
import { createProduct, listProducts, updateProduct } from './products.ts';
import { redeem } from './redeem.ts';
import { investmentPageSchema, investmentSchema, productAnswerSchema } from './shapes.ts';

/** Products, what is invested in them, and its redemption. */
export const investmentRouter = router({
  products: router({
    list: signedInProcedure.output(z.array(productAnswerSchema)).query(({ ctx }) => listProducts(ctx)),
    create: adminProcedure
      .input(productSchema)
      .output(productAnswerSchema)
      .mutation(({ ctx, input }) => createProduct(ctx, input)),
    update: adminProcedure
      .input(updateProductSchema)
      .output(productAnswerSchema)
      .mutation(({ ctx, input }) => updateProduct(ctx, input)),
  }),
  list: signedInProcedure
    .input(investmentListSchema.prefault({}))
    .output(investmentPageSchema)
    .query(({ ctx, input }) => listInvestments(ctx, input)),
  maturities: adminProcedure.output(z.array(maturityDaySchema)).query(({ ctx }) => listMaturities(ctx)),
  create: customerProcedure
    .meta({ moves: true })
    .input(investSchema)
    .output(investmentSchema)
    .mutation(({ ctx, input }) => invest(ctx, input)),
  redeem: customerProcedure
    .meta({ moves: true })
    .input(redeemSchema)
    .output(investmentSchema)
    .mutation(({ ctx, input }) => redeem(ctx, input)),
});
