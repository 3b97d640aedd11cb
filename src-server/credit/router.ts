import {
  answerReviewSchema,
  approveSchema,
  creditIdSchema,
  operationListSchema,
  payInstalmentSchema,
  payInstalmentsSchema,
  proposalListSchema,
  proposalSchema as proposeSchema,
  rejectSchema,
  schedulesSchema,
  simulateSchema,
} from '#domain/credit/input';
import { updateParametersSchema } from '#domain/credit/parameters';
import { adminProcedure, customerProcedure, router, signedInProcedure } from '#server/access/trpc';
import { approve } from './approve.ts';
import { collectionSentSchema, negativate, sendCollectionEmail } from './collect.ts';
import { listOperations, operationPageSchema } from './operations.ts';
import { creditParameters, parametersAnswerSchema, updateParameters } from './parameters.ts';
import { paidTogetherSchema, payInstalment, payInstalments } from './pay-instalment.ts';
import { getProposal, listProposals } from './proposals-list.ts';
import { propose } from './propose.ts';
import { ownRating, ratingSchema } from './rating.ts';
import { reject } from './reject.ts';
import { answerReview, askReview } from './review.ts';
import { listSchedules, schedulePageSchema } from './schedules.ts';
import { operationSchema, proposalPageSchema, proposalSchema, scheduleSchema } from './shapes.ts';
import { simulate, simulationSchema } from './simulate.ts';
import { startAnalysis } from './start-analysis.ts';
import { creditSummary, creditSummarySchema } from './summary.ts';
import { analysisPdf, uploadAnalysis, uploadAnalysisSchema } from './upload-analysis.ts';

/** Credit: what it costs, who asks for it, what the bank decides. */
export const creditRouter = router({
  parameters: router({
    get: signedInProcedure.output(parametersAnswerSchema).query(({ ctx }) => creditParameters(ctx)),
    update: adminProcedure
      .input(updateParametersSchema)
      .output(parametersAnswerSchema)
      .mutation(({ ctx, input }) => updateParameters(ctx, input)),
  }),
  simulate: customerProcedure
    .input(simulateSchema)
    .output(simulationSchema)
    .query(({ ctx, input }) => simulate(ctx, input)),
  proposals: router({
    list: signedInProcedure
      .input(proposalListSchema.prefault({}))
      .output(proposalPageSchema)
      .query(({ ctx, input }) => listProposals(ctx, input)),
    get: adminProcedure
      .input(creditIdSchema)
      .output(proposalSchema)
      .query(({ ctx, input }) => getProposal(ctx, input)),
    create: customerProcedure
      .input(proposeSchema)
      .output(proposalSchema)
      .mutation(({ ctx, input }) => propose(ctx, input)),
    askReview: customerProcedure
      .input(creditIdSchema)
      .output(proposalSchema)
      .mutation(({ ctx, input }) => askReview(ctx, input)),
    answerReview: adminProcedure
      .input(answerReviewSchema)
      .output(proposalSchema)
      .mutation(({ ctx, input }) => answerReview(ctx, input)),
    startAnalysis: adminProcedure
      .input(creditIdSchema)
      .output(proposalSchema)
      .mutation(({ ctx, input }) => startAnalysis(ctx, input)),
    approve: adminProcedure
      .input(approveSchema)
      .output(proposalSchema)
      .mutation(({ ctx, input }) => approve(ctx, input)),
    reject: adminProcedure
      .input(rejectSchema)
      .output(proposalSchema)
      .mutation(({ ctx, input }) => reject(ctx, input)),
    uploadAnalysis: adminProcedure
      .input(uploadAnalysisSchema)
      .output(proposalSchema)
      .mutation(({ ctx, input }) => uploadAnalysis(ctx, input)),
    analysisPdf: adminProcedure.input(creditIdSchema).query(({ ctx, input }) => analysisPdf(ctx, input)),
  }),
  schedules: signedInProcedure
    .input(schedulesSchema.prefault({}))
    .output(schedulePageSchema)
    .query(({ ctx, input }) => listSchedules(ctx, input)),
  payInstallment: customerProcedure
    .meta({ moves: true })
    .input(payInstalmentSchema)
    .output(scheduleSchema)
    .mutation(({ ctx, input }) => payInstalment(ctx, input)),
  payInstallments: customerProcedure
    .meta({ moves: true })
    .input(payInstalmentsSchema)
    .output(paidTogetherSchema)
    .mutation(({ ctx, input }) => payInstalments(ctx, input)),
  summary: customerProcedure.output(creditSummarySchema).query(({ ctx }) => creditSummary(ctx)),
  rating: customerProcedure.output(ratingSchema).query(({ ctx }) => ownRating(ctx)),
  operations: router({
    list: adminProcedure
      .input(operationListSchema.prefault({}))
      .output(operationPageSchema)
      .query(({ ctx, input }) => listOperations(ctx, input)),
    sendEmail: adminProcedure
      .input(creditIdSchema)
      .output(collectionSentSchema)
      .mutation(({ ctx, input }) => sendCollectionEmail(ctx, input)),
    negativate: adminProcedure
      .input(creditIdSchema)
      .output(operationSchema)
      .mutation(({ ctx, input }) => negativate(ctx, input)),
  }),
});
