import { z } from 'zod';
import { daySchema } from '#domain/day-schema';
import { pageFields, sortSchema } from '#domain/page';
import { JOB_NAMES } from './words.ts';

const jobSchema = z.enum(JOB_NAMES, { error: 'Tarefa desconhecida' });

/** The job that an administrator asks for at once. */
export const runJobSchema = z.object({ name: jobSchema });

/** The day that an administrator has seen the machine's clock say, and confirms. */
export const confirmClockSchema = z.object({
  day: daySchema('Informe o dia que o relógio da máquina diz'),
});

/** The page of past runs that an administrator asks for, newest first; of one job, or of all. */
export const jobRunListSchema = z.object({
  job: jobSchema.optional(),
  sort: sortSchema(),
  ...pageFields,
});
export type JobRunListInput = z.output<typeof jobRunListSchema>;
