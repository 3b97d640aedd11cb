import { mergeRouters, router } from '#server/access/trpc';
import { accountRouter } from '#server/account/router';
import { adminRouter } from '#server/admin/router';
import { authRouter } from '#server/auth/router';
import { contractRouter } from '#server/contract/router';
import { creditRouter } from '#server/credit/router';
import { investmentRouter } from '#server/investment/router';
import { boletoRouter } from '#server/payments/boleto-router';
import { pixRouter } from '#server/payments/router';

/** Everything that can be asked of the bank, over tRPC as it stands here and over REST at the addresses that procedures name. */
export const appRouter = router({
  auth: authRouter,
  // Slips stand to the right of accounts in what may import what, and among them in what can be asked.
  account: mergeRouters(accountRouter, router({ boleto: boletoRouter })),
  contract: contractRouter,
  pix: pixRouter,
  investment: investmentRouter,
  credit: creditRouter,
  admin: adminRouter,
});
export type AppRouter = typeof appRouter;
