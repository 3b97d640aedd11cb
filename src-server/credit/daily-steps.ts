import type { DailyStep } from '#server/kernel/context';
import { payDue } from './auto-pay.ts';
import { defaultCredits } from './default-credits.ts';
import { lapseUnsigned } from './lapse.ts';
import { notifyOverdue, remindOfDue } from './late-notices.ts';
import { recomputeRatings } from './rating.ts';

/** Order matters: payments run before late notices. */
export const creditDailySteps: DailyStep[] = [
  { name: 'lapse-unsigned-credits', run: lapseUnsigned },
  { name: 'pay-due-instalments', run: payDue },
  { name: 'remind-of-instalments', run: remindOfDue },
  { name: 'tell-of-overdue-instalments', run: notifyOverdue },
  { name: 'default-credits', run: defaultCredits },
  { name: 'recompute-ratings', run: recomputeRatings },
];
