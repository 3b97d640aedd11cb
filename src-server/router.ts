import { accountRouter } from '#server/account/router';
import { adminRouter } from '#server/admin/router';
import { authRouter } from '#server/auth/router';
import { contractRouter } from '#server/contract/router';
import { creditRouter } from '#server/credit/router';
import { investmentRouter } from '#server/investment/router';
import { pixRouter } from '#server/pix/router';
import { router } from '#server/trpc';

/** Everything that can be asked of the bank, over tRPC as it stands here and over REST by `rest-table.ts`. */
export const appRouter = router({
  auth: authRouter,
  account: accountRouter,
  contract: contractRouter,
  pix: pixRouter,
  investment: investmentRouter,
  credit: creditRouter,
  admin: adminRouter,
});
export type AppRouter = typeof appRouter;
