import type { FieldErrors, Resolver } from 'react-hook-form';
import { addressStep, credentialsStep, personalStep, professionalStep } from '#domain/auth/register';
import { fieldsOf, type HolderKind, type RegisterValues, type StepIndex } from './register-steps.ts';

const SCHEMAS = [personalStep, addressStep, professionalStep, credentialsStep] as const;

/**
 * Checks what one step asks for by the domain's schema of that step: the messages are the schema's, the values stay as
 * typed. Fields that this kind of holder is not asked for are left out.
 */
export function stepResolver(step: Exclude<StepIndex, 4>, kind: HolderKind): Resolver<RegisterValues> {
  return (values) => {
    const asked = Object.fromEntries(fieldsOf(step, kind).map((field) => [field, values[field]]));
    const checked = SCHEMAS[step].safeParse(asked);
    if (checked.success) return { values, errors: {} };
    const errors: FieldErrors<Record<string, string>> = {};
    for (const { path, message } of checked.error.issues) errors[String(path[0])] ??= { type: 'schema', message };
    return { values: {}, errors };
  };
}
