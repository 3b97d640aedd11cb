import { decideReviewSchema, reviewListSchema } from '#domain/admin/reviews';
import { changeSignalsSchema, replaySignalsSchema } from '#domain/protection/signal-input';
import { calls, named } from '#server/access/named';
import { adminFreshProcedure, adminMoneyProcedure, adminProcedure, router } from '#server/access/trpc';
import { decidedReviewSchema, decideReview } from '#server/payments/waiting/decide-review';
import { changeSignals, signals, signalsSchema } from '#server/protection/signals/change-rules';
import { replaySchema, replaySignals } from '#server/protection/signals/replay';
import { listPaymentReviews, paymentReviewPageSchema } from './payment-reviews.ts';

export const reviewsRouter = router({
  list: named(
    'Pagamentos retidos para análise, decididos ou não',
    ['GET', '/api/admin/payment-reviews'],
    adminProcedure
      .meta({ reads: 'replica' })
      .input(reviewListSchema)
      .output(paymentReviewPageSchema)
      .query(calls(listPaymentReviews)),
  ),
  decide: named(
    'Libera ou recusa um pagamento retido para análise',
    ['POST', '/api/admin/payment-reviews/:id/decision'],
    adminMoneyProcedure.input(decideReviewSchema).output(decidedReviewSchema).mutation(calls(decideReview)),
  ),
});

export const signalsRouter = router({
  get: named(
    'Regras que avaliam cada pagamento',
    ['GET', '/api/admin/signals'],
    adminProcedure.output(signalsSchema).query(calls(signals)),
  ),
  change: named(
    'Liga outras regras, para os pagamentos a partir de agora',
    ['PUT', '/api/admin/signals'],
    adminFreshProcedure.input(changeSignalsSchema).output(signalsSchema).mutation(calls(changeSignals)),
  ),
  replay: named(
    'Avalia os pagamentos dos últimos dias com outras regras, sem mudar nada',
    ['POST', '/api/admin/signals/replay'],
    adminProcedure.input(replaySignalsSchema).output(replaySchema).mutation(calls(replaySignals)),
  ),
});
