import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { trpc } from '../trpc.ts';
import { failureText } from '../ui/failure-text.ts';
import { serverErrorOf } from '../ui/server-error.ts';
import { toast } from '../ui/toast.ts';
import { ConfirmationStep } from './confirmation-step.tsx';
import { type Draft, dropDraft, loadDraft, saveDraft } from './draft.ts';
import {
  firstProblem,
  LAST_STEP,
  type RegisterValues,
  registration,
  type StepIndex,
  stepAt,
} from './register-steps.ts';
import { type Problems, StepForm } from './step-form.tsx';

const NO_PROBLEMS: Problems = {};

/** Everything typed except the password survives a reload. */
export function RegisterWizard() {
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>(() => loadDraft());
  const [moves, setMoves] = useState(0);
  // After an edit from the review, 'next' returns to the review.
  const [reviewed, setReviewed] = useState(false);
  const [problems, setProblems] = useState<Problems>(NO_PROBLEMS);
  const [failure, setFailure] = useState<string | null>(null);
  const register = trpc.auth.register.useMutation();
  const { kind, step, values } = draft;

  const keep = (changed: Draft) => {
    setDraft(changed);
    saveDraft(changed);
  };

  const moveTo = (next: StepIndex, typed: RegisterValues) => {
    setMoves(moves + 1);
    if (next === LAST_STEP) setReviewed(true);
    keep({ kind, step: next, values: typed });
  };

  const remember = useCallback(
    (typed: RegisterValues) => saveDraft({ kind, step, values: typed }),
    [kind, step],
  );

  async function openAccount() {
    const { acceptedTerms } = values;
    if (!acceptedTerms) return;
    setFailure(null);
    setProblems(NO_PROBLEMS);
    try {
      await register.mutateAsync({ ...registration(values, kind), acceptedTerms });
      dropDraft();
      toast({ title: 'Conta criada!' });
      await navigate({ to: '/client/dashboard' });
    } catch (error) {
      tell(error);
    }
  }

  function tell(error: unknown) {
    const text = failureText(error, 'Não foi possível criar a conta. Tente de novo.');
    toast({ title: 'Erro ao criar conta', description: text, tone: 'error' });
    const fields = serverErrorOf(error)?.fields ?? NO_PROBLEMS;
    const problem = firstProblem(fields, kind);
    if (problem === null || problem.step === LAST_STEP) return setFailure(text);
    setProblems(fields);
    moveTo(problem.step, values);
  }

  if (step === LAST_STEP)
    return (
      <ConfirmationStep
        kind={kind}
        values={values}
        failure={failure}
        isKnown={serverErrorOf(register.error)?.code === 'ALREADY_REGISTERED'}
        pending={register.isPending}
        onAccept={(acceptedTerms) => setDraft({ ...draft, values: { ...values, acceptedTerms } })}
        onEdit={(next) => moveTo(next, values)}
        onBack={() => moveTo(stepAt(LAST_STEP - 1), values)}
        onOpenAccount={openAccount}
      />
    );
  return (
    <StepForm
      key={moves}
      step={step}
      kind={kind}
      values={values}
      problems={problems}
      arrived={moves > 0}
      onKindChange={(next, typed) => keep({ kind: next, step, values: typed })}
      onType={remember}
      onBack={(typed) => moveTo(stepAt(step - 1), typed)}
      onContinue={(typed) => moveTo(reviewed ? LAST_STEP : stepAt(step + 1), typed)}
    />
  );
}
