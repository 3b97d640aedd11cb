import { z } from 'zod';
import { accessHistorySchema } from '#domain/auth/access-history';
import { closeAccountSchema } from '#domain/auth/closing';
import { consentDecisionSchema } from '#domain/auth/consent-decision';
import { confirmEmailSchema, sentProfileSchema } from '#domain/auth/profile';
import { refuse } from '#domain/refusal';
import {
  customerProcedure,
  publicProcedure,
  router,
  sessionProcedure,
  signedInProcedure,
} from '#server/trpc';
import { userSchema } from '../user-answer.ts';
import { accessHistory, accessHistoryAnswerSchema } from './access-history.ts';
import { closeAccount } from './close-account.ts';
import { confirmEmail } from './confirm-email.ts';
import { consentsSchema, listConsents, setConsent } from './consents.ts';
import { exportData } from './export-data.ts';
import { exportDataPdf } from './export-data-pdf.ts';
import { updateProfile } from './update-profile.ts';

const doneSchema = z.object({ success: z.literal(true) });

/** For customers in person, never by an access token. */
const customerInPersonProcedure = customerProcedure.meta({ sessionOnly: true }).use(({ ctx, next }) => {
  const { session } = ctx;
  if (!session) refuse('UNAUTHENTICATED');
  return next({ ctx: { session } });
});

/** A person's own record, and their rights over it (LGPD, art. 18). They stand directly below `auth`. */
export const profileProcedures = {
  updateProfile: sessionProcedure
    .input(sentProfileSchema)
    .output(userSchema)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),
  confirmEmail: publicProcedure
    .input(confirmEmailSchema)
    .output(doneSchema)
    .mutation(({ ctx, input }) => confirmEmail(ctx, input)),
  exportData: sessionProcedure.query(({ ctx }) => exportData(ctx)),
  exportDataPdf: sessionProcedure.query(({ ctx }) => exportDataPdf(ctx)),
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
    .input(closeAccountSchema)
    .output(doneSchema)
    .mutation(({ ctx, input }) => closeAccount(ctx, input)),
};
