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

/** A step with fields to fill in: all but the confirmation. */
export type FieldStep = Exclude<StepIndex, 4>;

const schemasOf = (kind: HolderKind) =>
  [personalStep(kind), addressStep, professionalStep(kind), credentialsStep] as const;

/** Field → message. `today` is the device's date, for an early hint about the minimum age; the server decides. */
export function stepProblems(
  step: FieldStep,
  kind: HolderKind,
  values: RegisterValues,
  today: string,
): Record<string, string> {
  const asked = Object.fromEntries(fieldsOf(step, kind).map((field) => [field, values[field]]));
  const problems: Record<string, string> = {};
  for (const { path, message } of schemasOf(kind)[step].safeParse(asked).error?.issues ?? [])
    problems[String(path[0])] ??= message;
  if (step === 0 && problems.birthDate === undefined) {
    const problem = birthDateProblem(values.birthDate, today, kind === 'company');
    if (problem !== null) problems.birthDate = problem;
  }
  return problems;
}

/** Also checks for easy passwords; the values stay as typed. */
export function stepResolver(step: FieldStep, kind: HolderKind): Resolver<RegisterValues> {
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
