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
import { named } from '#server/access/named';
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

export const creditRouter = router({
  parameters: router({
    get: named(
      'Tabela de taxas, IOF, multa e juros',
      ['GET', '/api/credit/parameters', 'parameters'],
      signedInProcedure.output(parametersAnswerSchema).query(({ ctx }) => creditParameters(ctx)),
    ),
    update: named(
      'Altera tabela de taxas, IOF, multa e juros',
      ['PUT', '/api/credit/parameters', 'parameters'],
      adminProcedure
        .input(updateParametersSchema)
        .output(parametersAnswerSchema)
        .mutation(({ ctx, input }) => updateParameters(ctx, input)),
    ),
  }),
  simulate: named(
    'Simula um crédito: parcelas, CET e análise',
    ['POST', '/api/credit/simulate', 'simulation'],
    customerProcedure
      .input(simulateSchema)
      .output(simulationSchema)
      .query(({ ctx, input }) => simulate(ctx, input)),
  ),
  proposals: router({
    list: named(
      'Propostas de crédito',
      ['GET', '/api/credit/proposals'],
      signedInProcedure
        .input(proposalListSchema.prefault({}))
        .output(proposalPageSchema)
        .query(({ ctx, input }) => listProposals(ctx, input)),
    ),
    get: named(
      'Uma proposta, com a análise inteira',
      ['GET', '/api/credit/proposals/:id', 'proposal'],
      adminProcedure
        .input(creditIdSchema)
        .output(proposalSchema)
        .query(({ ctx, input }) => getProposal(ctx, input)),
    ),
    create: named(
      'Envia uma proposta de crédito',
      ['POST', '/api/credit/proposals', 'proposal', { status: 201, listsErrors: true }],
      customerProcedure
        .input(proposeSchema)
        .output(proposalSchema)
        .mutation(({ ctx, input }) => propose(ctx, input)),
    ),
    askReview: named(
      'Pede que uma pessoa reveja a análise automática',
      ['POST', '/api/credit/proposals/:id/ask-review', 'proposal'],
      customerProcedure
        .input(creditIdSchema)
        .output(proposalSchema)
        .mutation(({ ctx, input }) => askReview(ctx, input)),
    ),
    answerReview: named(
      'Conclui a revisão que o cliente pediu, com o que se diz a ele',
      ['POST', '/api/credit/proposals/:id/answer-review', 'proposal'],
      adminProcedure
        .input(answerReviewSchema)
        .output(proposalSchema)
        .mutation(({ ctx, input }) => answerReview(ctx, input)),
    ),
    startAnalysis: named(
      'Começa a analisar uma proposta',
      ['POST', '/api/credit/proposals/:id/start-analysis', 'proposal'],
      adminProcedure
        .input(creditIdSchema)
        .output(proposalSchema)
        .mutation(({ ctx, input }) => startAnalysis(ctx, input)),
    ),
    approve: named(
      'Aprova uma proposta, com a mesma taxa ou outra',
      ['PATCH', '/api/credit/proposals/:id/approve', 'proposal'],
      adminProcedure
        .input(approveSchema)
        .output(proposalSchema)
        .mutation(({ ctx, input }) => approve(ctx, input)),
    ),
    reject: named(
      'Rejeita uma proposta, com o motivo',
      ['PATCH', '/api/credit/proposals/:id/reject', 'proposal'],
      adminProcedure
        .input(rejectSchema)
        .output(proposalSchema)
        .mutation(({ ctx, input }) => reject(ctx, input)),
    ),
    uploadAnalysis: named(
      'Anexa a análise em PDF',
      ['POST', '/api/credit/proposals/:id/upload-analysis', 'proposal', { multipart: ['pdf'] }],
      adminProcedure
        .input(uploadAnalysisSchema)
        .output(proposalSchema)
        .mutation(({ ctx, input }) => uploadAnalysis(ctx, input)),
    ),
    analysisPdf: named(
      'A análise anexada, em PDF',
      [
        'GET',
        '/api/credit/proposals/:id/analysis-pdf',
        null,
        { reply: 'file', fileTypes: ['application/pdf'] },
      ],
      adminProcedure.input(creditIdSchema).query(({ ctx, input }) => analysisPdf(ctx, input)),
    ),
  }),
  schedules: named(
    'Parcelas, com o que custa pagar cada uma hoje',
    ['GET', '/api/credit/schedules'],
    signedInProcedure
      .input(schedulesSchema.prefault({}))
      .output(schedulePageSchema)
      .query(({ ctx, input }) => listSchedules(ctx, input)),
  ),
  payInstallment: named(
    'Paga uma parcela, hoje ou adiantada',
    ['POST', '/api/credit/schedules/:id/pay', 'schedule'],
    customerProcedure
      .meta({ moves: true })
      .input(payInstalmentSchema)
      .output(scheduleSchema)
      .mutation(({ ctx, input }) => payInstalment(ctx, input)),
  ),
  payInstallments: named(
    'Paga várias parcelas de uma vez',
    ['POST', '/api/credit/schedules/pay'],
    customerProcedure
      .meta({ moves: true })
      .input(payInstalmentsSchema)
      .output(paidTogetherSchema)
      .mutation(({ ctx, input }) => payInstalments(ctx, input)),
  ),
  summary: named(
    'Créditos ativos, atrasos e próximas parcelas',
    ['GET', '/api/credit/summary'],
    customerProcedure.output(creditSummarySchema).query(({ ctx }) => creditSummary(ctx)),
  ),
  rating: named(
    'Rating, as partes que o formam e o que o aumenta',
    ['GET', '/api/credit/rating', 'rating'],
    customerProcedure.output(ratingSchema).query(({ ctx }) => ownRating(ctx)),
  ),
  operations: router({
    list: named(
      'Operações de crédito e seus totais',
      ['GET', '/api/credit/operations'],
      adminProcedure
        .input(operationListSchema.prefault({}))
        .output(operationPageSchema)
        .query(({ ctx, input }) => listOperations(ctx, input)),
    ),
    sendEmail: named(
      'Envia um e-mail de cobrança',
      ['POST', '/api/credit/operations/:id/send-email'],
      adminProcedure
        .input(creditIdSchema)
        .output(collectionSentSchema)
        .mutation(({ ctx, input }) => sendCollectionEmail(ctx, input)),
    ),
    negativate: named(
      'Negativa uma operação em atraso',
      ['POST', '/api/credit/operations/:id/negativate', 'operation'],
      adminProcedure
        .input(creditIdSchema)
        .output(operationSchema)
        .mutation(({ ctx, input }) => negativate(ctx, input)),
    ),
  }),
});
