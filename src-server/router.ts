import { mergeRouters, router } from '#server/access/trpc';
import { accountRouter } from '#server/account/router';
import { adminRouter } from '#server/admin/router';
import { authRouter } from '#server/auth/router';
import { contractRouter } from '#server/contract/router';
import { coverRouter } from '#server/cover/router';
import { creditRouter } from '#server/credit/router';
import { investmentRouter } from '#server/investment/router';
import { boletoRouter } from '#server/payments/boleto-router';
import { chargeRouter } from '#server/payments/charge-router';
import { pixRouter } from '#server/payments/router';

export const appRouter = router({
  auth: authRouter,
  // Boleto and cover procedures are part of `account` here, though their zones are above it.
  account: mergeRouters(accountRouter, router({ boleto: boletoRouter, cover: coverRouter })),
  contract: contractRouter,
  pix: pixRouter,
  charge: chargeRouter,
  investment: investmentRouter,
  credit: creditRouter,
  admin: adminRouter,
});
export type AppRouter = typeof appRouter;
