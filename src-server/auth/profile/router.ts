import { z } from 'zod';
import { accessHistorySchema } from '#domain/auth/access-history';
import { closeAccountSchema } from '#domain/auth/closing';
import { consentDecisionSchema } from '#domain/auth/consent-decision';
import { confirmContactSchema, requestContactCodeSchema } from '#domain/auth/contact-code';
import { confirmEmailSchema, sentProfileSchema, undoEmailChangeSchema } from '#domain/auth/profile';
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
import { confirmContact } from './confirm-contact.ts';
import { confirmEmail } from './confirm-email.ts';
import { consentsSchema, listConsents, setConsent } from './consents.ts';
import { contactStates, contactStatesSchema } from './contact-states.ts';
import { exportData } from './export-data.ts';
import { exportDataPdf } from './export-data-pdf.ts';
import { contactCodeAnswerSchema, requestContactCode } from './request-contact-code.ts';
import { undoEmailChange } from './undo-email-change.ts';
import { updateProfile } from './update-profile.ts';

const doneSchema = z.object({ success: z.literal(true) });

/** A person's own record, and their rights over it (LGPD, art. 18). They stand directly below `auth`. */
export const profileProcedures = {
  // The telephone alone asks for a fresh proof: a new e-mail address waits for its link, which asks for one itself.
  updateProfile: sessionProcedure
    .meta({ freshProof: 'forSome' })
    .input(sentProfileSchema)
    .output(userSchema)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),
  confirmEmail: publicProcedure
    .input(confirmEmailSchema)
    .output(doneSchema)
    .mutation(({ ctx, input }) => confirmEmail(ctx, input)),
  undoEmailChange: publicProcedure
    .input(undoEmailChangeSchema)
    .output(doneSchema)
    .mutation(({ ctx, input }) => undoEmailChange(ctx, input)),
  contacts: router({
    list: signedInProcedure.output(contactStatesSchema).query(({ ctx }) => contactStates(ctx)),
    requestCode: sessionProcedure
      .input(requestContactCodeSchema)
      .output(contactCodeAnswerSchema)
      .mutation(({ ctx, input }) => requestContactCode(ctx, input)),
    confirm: sessionProcedure
      .input(confirmContactSchema)
      .output(doneSchema)
      .mutation(({ ctx, input }) => confirmContact(ctx, input)),
  }),
  exportData: sessionProcedure.query(({ ctx }) => exportData(ctx)),
  exportDataPdf: sessionProcedure.query(({ ctx, signal }) => exportDataPdf(ctx, signal)),
  consents: router({
    list: customerProcedure.output(consentsSchema).query(({ ctx }) => listConsents(ctx)),
    set: customerProcedure
      .input(consentDecisionSchema)
      .output(consentsSchema)
      .mutation(({ ctx, input }) => setConsent(ctx, input)),
  }),
  accessHistory: signedInProcedure
    .input(accessHistorySchema)
    .output(accessHistoryAnswerSchema)
    .query(({ ctx, input }) => accessHistory(ctx, input)),
  closeAccount: customerInPersonProcedure
    .meta({ freshProof: 'whole' })
    .input(closeAccountSchema)
    .output(doneSchema)
    .mutation(({ ctx, input }) => closeAccount(ctx, input)),
};
