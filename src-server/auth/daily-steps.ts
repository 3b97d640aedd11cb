import type { DailyStep } from '#server/kernel/context';
import { deleteExpiredChallenges } from './challenge.ts';
import { deleteExpiredUndos } from './email-hold.ts';
import { deleteExpiredEmailLinks } from './profile/email-change.ts';
import { deleteExpiredContactCodes } from './profile/request-contact-code.ts';
import { deleteExpiredLinks } from './recovery-request.ts';
import { deleteExpiredSessions } from './session.ts';
import { forgetOldAttempts } from './tidy-attempts.ts';
import { deleteDeadTokens } from './tokens-revoke.ts';
import { deleteExpiredFactorUndos } from './two-factor/undo-link.ts';

export const authDailySteps: DailyStep[] = [
  {
    name: 'forget-expired-sessions-and-attempts',
    run: async (bank) => {
      await deleteExpiredSessions(bank);
      await forgetOldAttempts(bank);
      await deleteExpiredChallenges(bank);
      await deleteExpiredLinks(bank);
      await deleteExpiredEmailLinks(bank);
      await deleteExpiredUndos(bank);
      await deleteExpiredFactorUndos(bank);
      await deleteExpiredContactCodes(bank);
      await deleteDeadTokens(bank);
    },
  },
];
