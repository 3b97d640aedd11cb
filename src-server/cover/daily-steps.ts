import type { DailyStep } from '#server/kernel/context';
import { coverInstalments } from './cover-instalments.ts';

/** After the automatic debit, which takes what the checking account covers alone. */
export const coverDailySteps: DailyStep[] = [{ name: 'cover-due-instalments', run: coverInstalments }];
