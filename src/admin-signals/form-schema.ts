import { z } from 'zod';
import { replaySignalsSchema } from '#domain/protection/signal-input';
import { SIGNALS, type Signal } from '#domain/protection/signals';
import { asRules } from './rules-form.ts';

const typed = z.string();

/** The server's rules, for what is typed. */
export const rulesDraftSchema = z
  .object({
    points: z.object(
      Object.fromEntries(SIGNALS.map((signal) => [signal, typed])) as Record<Signal, typeof typed>,
    ),
    balancePercent: typed,
    balanceFrom: typed,
    paymentsBefore: typed,
    stepUpFrom: typed,
    holdFrom: typed,
    refuseFrom: typed,
    days: typed,
  })
  .superRefine((draft, context) => {
    const found = replaySignalsSchema.safeParse({ ...asRules(draft), days: Number(draft.days) });
    for (const { path, message } of found.error?.issues ?? []) {
      const isAmount = path[0] === 'balanceFromCents';
      context.addIssue({
        code: 'custom',
        path: isAmount ? ['balanceFrom'] : path,
        // The server's message is in cents.
        message: isAmount ? 'Este valor é alto demais' : message,
      });
    }
  });
