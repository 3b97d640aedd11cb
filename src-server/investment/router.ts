import { z } from 'zod';
import {
  investmentListSchema,
  investSchema,
  productSchema,
  redeemSchema,
  updateProductSchema,
} from '#domain/investment/input';
import { named } from '#server/access/named';
import { adminProcedure, customerProcedure, router, signedInProcedure } from '#server/access/trpc';
import { invest } from './invest.ts';
import { listInvestments } from './list.ts';
import { listMaturities, maturityDaySchema } from './maturities.ts';
import { createProduct, listProducts, updateProduct } from './products.ts';
import { redeem } from './redeem.ts';
import { investmentPageSchema, investmentSchema, productAnswerSchema } from './shapes.ts';

export const investmentRouter = router({
  products: router({
    list: named(
      'Produtos de investimento',
      ['GET', '/api/investments/products', 'products'],
      signedInProcedure.output(z.array(productAnswerSchema)).query(({ ctx }) => listProducts(ctx)),
    ),
    create: named(
      'Cria um produto de investimento',
      ['POST', '/api/investments/products', 'product', { status: 201 }],
      adminProcedure
        .input(productSchema)
        .output(productAnswerSchema)
        .mutation(({ ctx, input }) => createProduct(ctx, input)),
    ),
    update: named(
      'Altera, ativa ou desativa um produto',
      ['PATCH', '/api/investments/products/:id', 'product'],
      adminProcedure
        .input(updateProductSchema)
        .output(productAnswerSchema)
        .mutation(({ ctx, input }) => updateProduct(ctx, input)),
    ),
  }),
  list: named(
    'Investimentos de quem pede, com totais',
    ['GET', '/api/investments'],
    signedInProcedure
      .input(investmentListSchema.prefault({}))
      .output(investmentPageSchema)
      .query(({ ctx, input }) => listInvestments(ctx, input)),
  ),
  maturities: named(
    'Vencimentos à frente, por dia',
    ['GET', '/api/investments/maturities', 'maturities'],
    adminProcedure.output(z.array(maturityDaySchema)).query(({ ctx }) => listMaturities(ctx)),
  ),
  create: named(
    'Investe em um produto',
    ['POST', '/api/investments', 'investment', { status: 201 }],
    customerProcedure
      .meta({ moves: true })
      .input(investSchema)
      .output(investmentSchema)
      .mutation(({ ctx, input }) => invest(ctx, input)),
  ),
  redeem: named(
    'Resgata antes do vencimento',
    ['POST', '/api/investments/:id/redeem', 'investment'],
    customerProcedure
      .meta({ moves: true })
      .input(redeemSchema)
      .output(investmentSchema)
      .mutation(({ ctx, input }) => redeem(ctx, input)),
  ),
});
