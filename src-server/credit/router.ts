import {
  answerReviewSchema,
  approveSchema,
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
import { byIdSchema } from '#domain/page';
import { calls, doneSchema, named } from '#server/access/named';
import {
  adminProcedure,
  customerMoneyProcedure,
  customerProcedure,
  router,
  signedInProcedure,
} from '#server/access/trpc';
import { approve } from './approve.ts';
import { negativate, sendCollectionEmail } from './collect.ts';
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
      signedInProcedure.output(parametersAnswerSchema).query(calls(creditParameters)),
    ),
    update: named(
      'Altera tabela de taxas, IOF, multa e juros',
      ['PUT', '/api/credit/parameters', 'parameters'],
      adminProcedure
        .input(updateParametersSchema)
        .output(parametersAnswerSchema)
        .mutation(calls(updateParameters)),
    ),
  }),
  simulate: named(
    'Simula um crédito: parcelas, CET e análise',
    ['POST', '/api/credit/simulate', 'simulation'],
    customerProcedure.input(simulateSchema).output(simulationSchema).query(calls(simulate)),
  ),
  proposals: router({
    list: named(
      'Propostas de crédito',
      ['GET', '/api/credit/proposals'],
      signedInProcedure
        .meta({ reads: 'replica' })
        .input(proposalListSchema)
        .output(proposalPageSchema)
        .query(calls(listProposals)),
    ),
    get: named(
      'Uma proposta, com a análise inteira',
      ['GET', '/api/credit/proposals/:id', 'proposal'],
      adminProcedure.input(byIdSchema).output(proposalSchema).query(calls(getProposal)),
    ),
    create: named(
      'Envia uma proposta de crédito',
      ['POST', '/api/credit/proposals', 'proposal', { status: 201, listsErrors: true }],
      customerProcedure.input(proposeSchema).output(proposalSchema).mutation(calls(propose)),
    ),
    askReview: named(
      'Pede que uma pessoa reveja a análise automática',
      ['POST', '/api/credit/proposals/:id/ask-review', 'proposal'],
      customerProcedure.input(byIdSchema).output(proposalSchema).mutation(calls(askReview)),
    ),
    answerReview: named(
      'Conclui a revisão que o cliente pediu, com o que se diz a ele',
      ['POST', '/api/credit/proposals/:id/answer-review', 'proposal'],
      adminProcedure.input(answerReviewSchema).output(proposalSchema).mutation(calls(answerReview)),
    ),
    startAnalysis: named(
      'Começa a analisar uma proposta',
      ['POST', '/api/credit/proposals/:id/start-analysis', 'proposal'],
      adminProcedure.input(byIdSchema).output(proposalSchema).mutation(calls(startAnalysis)),
    ),
    approve: named(
      'Aprova uma proposta, com a mesma taxa ou outra',
      ['PATCH', '/api/credit/proposals/:id/approve', 'proposal'],
      adminProcedure.input(approveSchema).output(proposalSchema).mutation(calls(approve)),
    ),
    reject: named(
      'Rejeita uma proposta, com o motivo',
      ['PATCH', '/api/credit/proposals/:id/reject', 'proposal'],
      adminProcedure.input(rejectSchema).output(proposalSchema).mutation(calls(reject)),
    ),
    uploadAnalysis: named(
      'Anexa a análise em PDF',
      ['POST', '/api/credit/proposals/:id/upload-analysis', 'proposal', { multipart: ['pdf'] }],
      adminProcedure
        .meta({ line: 'form' })
        .input(uploadAnalysisSchema)
        .output(proposalSchema)
        .mutation(calls(uploadAnalysis)),
    ),
    analysisPdf: named(
      'A análise anexada, em PDF',
      [
        'GET',
        '/api/credit/proposals/:id/analysis-pdf',
        null,
        { reply: 'file', fileTypes: ['application/pdf'] },
      ],
      adminProcedure.input(byIdSchema).query(calls(analysisPdf)),
    ),
  }),
  schedules: named(
    'Parcelas, com o que custa pagar cada uma hoje',
    ['GET', '/api/credit/schedules'],
    signedInProcedure
      .meta({ reads: 'replica' })
      .input(schedulesSchema)
      .output(schedulePageSchema)
      .query(calls(listSchedules)),
  ),
  payInstallment: named(
    'Paga uma parcela, hoje ou adiantada',
    ['POST', '/api/credit/schedules/:id/pay', 'schedule'],
    customerMoneyProcedure.input(payInstalmentSchema).output(scheduleSchema).mutation(calls(payInstalment)),
  ),
  payInstallments: named(
    'Paga várias parcelas de uma vez',
    ['POST', '/api/credit/schedules/pay'],
    customerMoneyProcedure
      .input(payInstalmentsSchema)
      .output(paidTogetherSchema)
      .mutation(calls(payInstalments)),
  ),
  summary: named(
    'Créditos ativos, atrasos e próximas parcelas',
    ['GET', '/api/credit/summary'],
    customerProcedure.output(creditSummarySchema).query(calls(creditSummary)),
  ),
  rating: named(
    'Rating, as partes que o formam e o que o aumenta',
    ['GET', '/api/credit/rating', 'rating'],
    customerProcedure.output(ratingSchema).query(calls(ownRating)),
  ),
  operations: router({
    list: named(
      'Operações de crédito e seus totais',
      ['GET', '/api/credit/operations'],
      adminProcedure
        .meta({ reads: 'replica' })
        .input(operationListSchema)
        .output(operationPageSchema)
        .query(calls(listOperations)),
    ),
    sendEmail: named(
      'Envia um e-mail de cobrança',
      ['POST', '/api/credit/operations/:id/send-email'],
      adminProcedure.input(byIdSchema).output(doneSchema).mutation(calls(sendCollectionEmail)),
    ),
    negativate: named(
      'Negativa uma operação em atraso',
      ['POST', '/api/credit/operations/:id/negativate', 'operation'],
      adminProcedure.input(byIdSchema).output(operationSchema).mutation(calls(negativate)),
    ),
  }),
});
