import { z } from 'zod';
import { daySchema } from '#domain/day-schema';
import { pageFields, sortSchema } from '#domain/page';
import { JOB_NAMES } from './words.ts';

const jobSchema = z.enum(JOB_NAMES, { error: 'Tarefa desconhecida' });

export const runJobSchema = z.object({ name: jobSchema });

export const confirmClockSchema = z.object({
  day: daySchema('Informe o dia que o relógio da máquina diz'),
});

export const jobRunListSchema = z.object({
  job: jobSchema.optional(),
  sort: sortSchema(),
  ...pageFields,
});
export type JobRunListInput = z.output<typeof jobRunListSchema>;
