import type { z } from 'zod';

export function validationMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'Campo obrigatório';
  if (issue.code === 'too_small') return 'Valor abaixo do mínimo permitido';
  if (issue.code === 'too_big') return 'Valor acima do máximo permitido';
  if (issue.code === 'unrecognized_keys') return 'Campo desconhecido';
  return 'Valor inválido';
}
