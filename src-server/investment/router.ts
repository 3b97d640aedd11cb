import { z } from 'zod';
import {
  investmentListSchema,
  investSchema,
  productSchema,
  redeemSchema,
  updateProductSchema,
} from '#domain/investment/input';
import { pageInputSchema } from '#domain/page';
import { calls, named } from '#server/access/named';
import { adminProcedure, customerMoneyProcedure, router, signedInProcedure } from '#server/access/trpc';
import { invest } from './invest.ts';
import { listInvestments } from './list.ts';
import { listMaturities, maturityPageSchema } from './maturities.ts';
import { createProduct, listProducts, updateProduct } from './products.ts';
import { redeem } from './redeem.ts';
import { investmentPageSchema, investmentSchema, productAnswerSchema } from './shapes.ts';

export const investmentRouter = router({
  products: router({
    list: named(
      'Produtos de investimento',
      ['GET', '/api/investments/products', 'products'],
      signedInProcedure.output(z.array(productAnswerSchema)).query(calls(listProducts)),
    ),
    create: named(
      'Cria um produto de investimento',
      ['POST', '/api/investments/products', 'product', { status: 201 }],
      adminProcedure.input(productSchema).output(productAnswerSchema).mutation(calls(createProduct)),
    ),
    update: named(
      'Altera, ativa ou desativa um produto',
      ['PATCH', '/api/investments/products/:id', 'product'],
      adminProcedure.input(updateProductSchema).output(productAnswerSchema).mutation(calls(updateProduct)),
    ),
  }),
  list: named(
    'Investimentos de quem pede, com totais',
    ['GET', '/api/investments'],
    signedInProcedure
      .meta({ reads: 'replica' })
      .input(investmentListSchema)
      .output(investmentPageSchema)
      .query(calls(listInvestments)),
  ),
  maturities: named(
    'Vencimentos à frente, por dia',
    ['GET', '/api/investments/maturities'],
    adminProcedure
      .meta({ reads: 'replica' })
      .input(pageInputSchema)
      .output(maturityPageSchema)
      .query(calls(listMaturities)),
  ),
  create: named(
    'Investe em um produto',
    ['POST', '/api/investments', 'investment', { status: 201 }],
    customerMoneyProcedure.input(investSchema).output(investmentSchema).mutation(calls(invest)),
  ),
  redeem: named(
    'Resgata antes do vencimento',
    ['POST', '/api/investments/:id/redeem', 'investment'],
    customerMoneyProcedure.input(redeemSchema).output(investmentSchema).mutation(calls(redeem)),
  ),
});
