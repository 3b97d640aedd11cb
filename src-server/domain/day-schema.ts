import { z } from 'zod';
import { isDay } from '#domain/date';

/** The years that the bank knows: what lies outside is a slip of the keyboard, or meant to break a calendar. */
export const FIRST_DAY = '1900-01-01';
export const LAST_DAY = '2199-12-31';

const isWithin = (day: string): boolean => day >= FIRST_DAY && day <= LAST_DAY;

/** Whether a text is a day of the calendar, 'YYYY-MM-DD', from 1900 to 2199. */
export const isKnownDay = (text: string): boolean => isDay(text) && isWithin(text);

/** Whether a moment falls on such a day (UTC), as one that came out of a cursor may not. */
export const isKnownMoment = (moment: Date): boolean =>
  !Number.isNaN(moment.getTime()) && isWithin(moment.toISOString().slice(0, 10));

/** A day, 'YYYY-MM-DD', from 1900 to 2199. */
export const daySchema = (error: string) => z.iso.date({ error }).refine(isWithin, { error });

/** A moment in ISO 8601 with its offset, on a day from 1900 to 2199. */
export const momentSchema = (error: string) =>
  z.iso.datetime({ offset: true, error }).refine((text) => isKnownMoment(new Date(text)), { error });

/** A month, 'YYYY-MM', from 1900 to 2199. */
export const monthSchema = (error: string) =>
  z.string({ error }).regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, { error });
