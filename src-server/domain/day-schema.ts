import { z } from 'zod';
import { isDay } from '#domain/date';

/** Days outside this range are typing errors or attacks on date arithmetic. */
export const FIRST_DAY = '1900-01-01';
export const LAST_DAY = '2199-12-31';

const isWithin = (day: string): boolean => day >= FIRST_DAY && day <= LAST_DAY;

export const isKnownDay = (text: string): boolean => isDay(text) && isWithin(text);

/** For moments from cursors; by UTC day. */
export const isKnownMoment = (moment: Date): boolean =>
  !Number.isNaN(moment.getTime()) && isWithin(moment.toISOString().slice(0, 10));

export const daySchema = (error: string) => z.iso.date({ error }).refine(isWithin, { error });

export const momentSchema = (error: string) =>
  z.iso.datetime({ offset: true, error }).refine((text) => isKnownMoment(new Date(text)), { error });

export const monthSchema = (error: string) =>
  z.string({ error }).regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, { error });
