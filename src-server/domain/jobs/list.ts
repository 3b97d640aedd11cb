import { z } from 'zod';
import { daySchema } from '#domain/day-schema';
import { listInput, sortSchema } from '#domain/page';
import { JOB_NAMES } from './words.ts';

const jobSchema = z.enum(JOB_NAMES, { error: 'Tarefa desconhecida' });

export const runJobSchema = z.object({ name: jobSchema });

export const confirmClockSchema = z.object({
  day: daySchema('Informe o dia que o relógio da máquina diz'),
});

export const jobRunListSchema = listInput({
  job: jobSchema.optional(),
  sort: sortSchema(),
});
export type JobRunListInput = z.output<typeof jobRunListSchema>;
