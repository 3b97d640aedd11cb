import { adjustSchema } from '#domain/account/transfer';
import { entrySchema } from '#server/account/shapes';
import { adminProcedure, router } from '#server/trpc';
import { adjust } from './adjust.ts';
import { dashboard, dashboardSchema } from './dashboard.ts';

/** What administrators see and do. */
export const adminRouter = router({
  dashboard: adminProcedure.output(dashboardSchema).query(({ ctx }) => dashboard(ctx)),
  accounts: router({
    adjust: adminProcedure
      .meta({ moves: true })
      .input(adjustSchema)
      .output(entrySchema)
      .mutation(({ ctx, input }) => adjust(ctx, input)),
  }),
});
