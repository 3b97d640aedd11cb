import type { FieldErrors, Resolver } from 'react-hook-form';
import {
  addressStep,
  birthDateProblem,
  credentialsStep,
  personalStep,
  professionalStep,
} from '#domain/auth/register';
import { deviceDay } from '../ui/date.ts';
import { passwordProblem } from '../ui/strong-password.ts';
import {
  CREDENTIALS_STEP,
  fieldsOf,
  type HolderKind,
  ownerOf,
  type RegisterValues,
  type StepIndex,
} from './register-steps.ts';

/** A step that asks for something: all but the confirmation. */
export type AskingStep = Exclude<StepIndex, 4>;

const SCHEMAS = [personalStep, addressStep, professionalStep, credentialsStep] as const;

/**
 * What is wrong in one step, field → message: by the domain's schema of that step, with its messages. Fields that this
 * kind of holder is not asked for are left out. `today` is the device's day, so that who is too young learns it at the
 * first step; the bank decides by its own.
 */
export function stepProblems(
  step: AskingStep,
  kind: HolderKind,
  values: RegisterValues,
  today: string,
): Record<string, string> {
  const asked = Object.fromEntries(fieldsOf(step, kind).map((field) => [field, values[field]]));
  const problems: Record<string, string> = {};
  for (const { path, message } of SCHEMAS[step].safeParse(asked).error?.issues ?? [])
    problems[String(path[0])] ??= message;
  if (step === 0 && problems.birthDate === undefined) {
    const problem = birthDateProblem(values.birthDate, today, kind === 'company');
    if (problem !== null) problems.birthDate = problem;
  }
  return problems;
}

/** The same as the form takes it, and easy passwords with it; the values stay as typed. */
export function stepResolver(step: AskingStep, kind: HolderKind): Resolver<RegisterValues> {
  return async (values) => {
    const found = stepProblems(step, kind, values, deviceDay());
    if (step === CREDENTIALS_STEP && found.password === undefined) {
      const problem = await passwordProblem(values.password, ownerOf(values, kind));
      if (problem !== null) found.password = problem;
    }
    const problems = Object.entries(found);
    if (problems.length === 0) return { values, errors: {} };
    const errors: FieldErrors<Record<string, string>> = Object.fromEntries(
      problems.map(([field, message]) => [field, { type: 'schema', message }]),
    );
    return { values: {}, errors };
  };
}
