import { z } from 'zod';
import { idSchema } from '#domain/page';
import { SIGNALS, type SignalRules } from './signals.ts';

const MOST_POINTS = 100;
const MOST_THRESHOLD = 1000;
const MOST_PAYMENTS = 1000;
const MOST_CENTS = 100_000_000;

const whole = (name: string, { min = 0, max }: { min?: number; max: number }) => {
  const error = `${name}: um número inteiro de ${min} a ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};

const points = whole('Pontos', { max: MOST_POINTS });
const threshold = (name: string) => whole(name, { min: 1, max: MOST_THRESHOLD });

const rulesShape = {
  points: z.object(
    Object.fromEntries(SIGNALS.map((signal) => [signal, points])) as Record<
      (typeof SIGNALS)[number],
      typeof points
    >,
  ),
  balancePercent: whole('Parte do saldo', { min: 1, max: 100 }),
  balanceFromCents: whole('Valor mínimo, em centavos', { max: MOST_CENTS }),
  paymentsBefore: whole('Pagamentos seguidos', { min: 1, max: MOST_PAYMENTS }),
  stepUpFrom: threshold('Pedir confirmação'),
  holdFrom: threshold('Reter'),
  refuseFrom: threshold('Recusar'),
};

/** Each number within its bounds. */
export const signalRulesSchema = z.object(rulesShape);

const isOrdered = ({ stepUpFrom, holdFrom, refuseFrom }: SignalRules): boolean =>
  stepUpFrom <= holdFrom && holdFrom <= refuseFrom;
const ORDER = {
  error: 'Recusar pede pelo menos tantos pontos quanto reter, e reter pelo menos tantos quanto confirmar',
  path: ['holdFrom'],
};

export const MOST_REPLAY_DAYS = 90;

const daysError = `De 1 a ${MOST_REPLAY_DAYS} dias`;

/** Rules to be tried on the payments of the last days. Nothing is changed. */
export const replaySignalsSchema = z
  .object({
    ...rulesShape,
    days: z
      .int({ error: daysError })
      .min(1, { error: daysError })
      .max(MOST_REPLAY_DAYS, { error: daysError })
      .default(MOST_REPLAY_DAYS),
  })
  .refine(isOrdered, ORDER);
export type ReplaySignalsInput = z.output<typeof replaySignalsSchema>;

/** `basedOn`: the version on the caller's screen; null: the first ones. */
export const changeSignalsSchema = z
  .object({ ...rulesShape, basedOn: idSchema.nullable() })
  .refine(isOrdered, ORDER);
export type ChangeSignalsInput = z.output<typeof changeSignalsSchema>;
