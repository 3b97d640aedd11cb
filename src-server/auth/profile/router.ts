import { z } from 'zod';
import { accessHistorySchema } from '#domain/auth/access-history';
import { closeAccountSchema } from '#domain/auth/closing';
import { consentDecisionSchema } from '#domain/auth/consent-decision';
import { confirmContactSchema, requestContactCodeSchema } from '#domain/auth/contact-code';
import { confirmEmailSchema, sentProfileSchema, undoEmailChangeSchema } from '#domain/auth/profile';
import { calls, doneSchema, named } from '#server/access/named';
import {
  customerInPersonProcedure,
  customerProcedure,
  publicProcedure,
  router,
  sessionProcedure,
  signedInProcedure,
} from '#server/access/trpc';
import { userSchema } from '../user-answer.ts';
import { accessHistory, accessHistoryAnswerSchema } from './access-history.ts';
import { closeAccount } from './close-account.ts';
import { closureObstacles } from './closure-obstacles.ts';
import { confirmContact } from './confirm-contact.ts';
import { confirmEmail } from './confirm-email.ts';
import { consentsSchema, listConsents, setConsent } from './consents.ts';
import { contactStates, contactStatesSchema } from './contact-states.ts';
import { exportData } from './export-data.ts';
import { exportDataPdf } from './export-data-pdf.ts';
import { contactCodeAnswerSchema, requestContactCode } from './request-contact-code.ts';
import { undoEmailChange } from './undo-email-change.ts';
import { updateProfile } from './update-profile.ts';

/** The person's own record and their rights over it (LGPD, art. 18); spread into `authRouter`. */
export const profileProcedures = {
  // Only a new telephone needs a fresh proof here: a new e-mail is confirmed by a link that asks for one.
  updateProfile: named(
    'Altera os próprios dados',
    ['PUT', '/api/auth/profile', 'user'],
    sessionProcedure
      .meta({ freshProof: 'forSome' })
      .input(sentProfileSchema)
      .output(userSchema)
      .mutation(calls(updateProfile)),
  ),
  confirmEmail: named(
    'Confirma um e-mail com o link recebido e a senha',
    ['POST', '/api/auth/confirm-email'],
    publicProcedure.input(confirmEmailSchema).output(doneSchema).mutation(calls(confirmEmail)),
  ),
  undoEmailChange: named(
    'Desfaz uma troca de e-mail com o link recebido no endereço anterior',
    ['POST', '/api/auth/undo-email-change'],
    publicProcedure.input(undoEmailChangeSchema).output(doneSchema).mutation(calls(undoEmailChange)),
  ),
  contacts: router({
    list: named(
      'Se o e-mail e o telefone estão confirmados',
      ['GET', '/api/auth/contacts'],
      signedInProcedure.output(contactStatesSchema).query(calls(contactStates)),
    ),
    requestCode: named(
      'Envia um código que confirma o e-mail ou o telefone',
      ['POST', '/api/auth/contacts/:channel/request-code'],
      sessionProcedure
        .input(requestContactCodeSchema)
        .output(contactCodeAnswerSchema)
        .mutation(calls(requestContactCode)),
    ),
    confirm: named(
      'Confirma o e-mail ou o telefone com o código',
      ['POST', '/api/auth/contacts/:channel/confirm'],
      sessionProcedure.input(confirmContactSchema).output(doneSchema).mutation(calls(confirmContact)),
    ),
  }),
  exportData: named(
    'Todos os dados guardados sobre quem pede, em JSON',
    ['GET', '/api/auth/my-data', null, { reply: 'file', fileTypes: ['application/json'] }],
    sessionProcedure.meta({ reads: 'replica' }).query(calls(exportData)),
  ),
  exportDataPdf: named(
    'Todos os dados guardados sobre quem pede, em PDF',
    ['GET', '/api/auth/my-data/pdf', null, { reply: 'file', fileTypes: ['application/pdf'] }],
    sessionProcedure.meta({ reads: 'replica' }).query(({ ctx, signal }) => exportDataPdf(ctx, signal)),
  ),
  consents: router({
    list: named(
      'Consentimentos dados e retirados',
      ['GET', '/api/auth/consents'],
      customerProcedure.output(consentsSchema).query(calls(listConsents)),
    ),
    set: named(
      'Dá ou retira um consentimento',
      ['POST', '/api/auth/consents'],
      customerProcedure.input(consentDecisionSchema).output(consentsSchema).mutation(calls(setConsent)),
    ),
  }),
  accessHistory: named(
    'Quem no banco consultou os próprios dados',
    ['GET', '/api/auth/access-history'],
    signedInProcedure
      .input(accessHistorySchema)
      .output(accessHistoryAnswerSchema)
      .query(calls(accessHistory)),
  ),
  closureObstacles: named(
    'O que falta resolver antes de encerrar a relação com o banco',
    ['GET', '/api/auth/close-account', 'obstacles'],
    customerInPersonProcedure.output(z.array(z.string())).query(calls(closureObstacles)),
  ),
  closeAccount: named(
    'Encerra a relação com o banco',
    ['POST', '/api/auth/close-account'],
    customerInPersonProcedure
      .meta({ freshProof: 'whole' })
      .input(closeAccountSchema)
      .output(doneSchema)
      .mutation(calls(closeAccount)),
  ),
};
