import { Button, Flex, Stack } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { AddressFields } from '../shared-address/address-fields.tsx';
import { toast } from '../ui/toast.ts';
import { CredentialsStep } from './credentials-step.tsx';
import { PersonalStep } from './personal-step.tsx';
import { ProfessionalStep } from './professional-step.tsx';
import { fieldsOf, type HolderKind, type RegisterValues } from './register-steps.ts';
import { type FieldStep, stepResolver } from './step-resolver.ts';
import { WizardProgress } from './wizard-progress.tsx';

export type Problems = Readonly<Record<string, string>>;

type StepFormProps = {
  step: FieldStep;
  kind: HolderKind;
  values: RegisterValues;
  problems: Problems;
  /** Whether the user just came from another step. */
  arrived: boolean;
  onKindChange: (kind: HolderKind, values: RegisterValues) => void;
  onType: (values: RegisterValues) => void;
  onBack: (values: RegisterValues) => void;
  onContinue: (values: RegisterValues) => void;
};

export function StepForm({ step, kind, values, problems, arrived, onType, ...props }: StepFormProps) {
  const form = useForm<RegisterValues>({
    resolver: stepResolver(step, kind),
    defaultValues: values,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const { setError, setFocus, subscribe } = form;
  const heading = useRef<HTMLHeadingElement>(null);

  // Only on mount: every step has a form of its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later changes come from this form itself
  useEffect(() => {
    const wrong = fieldsOf(step, kind).filter((field) => field in problems);
    for (const field of wrong) setError(field, { type: 'server', message: problems[field] });
    if (wrong[0]) setFocus(wrong[0]);
    else if (arrived) heading.current?.focus();
  }, []);

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onType(values) }),
    [subscribe, onType],
  );

  function changeKind(next: HolderKind) {
    form.clearErrors();
    props.onKindChange(next, form.getValues());
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label="Cadastro"
        onSubmit={form.handleSubmit(() => props.onContinue(form.getValues()), blockedByErrors)}
      >
        <Stack gap="6">
          <WizardProgress step={step} kind={kind} headingRef={heading} />
          {step === 0 && <PersonalStep kind={kind} onKindChange={changeKind} />}
          {step === 1 && <AddressFields />}
          {step === 2 && <ProfessionalStep kind={kind} />}
          {step === 3 && <CredentialsStep kind={kind} />}
          <Flex gap="3" justify="space-between" direction={{ base: 'column-reverse', sm: 'row' }}>
            {step === 0 ? (
              <span />
            ) : (
              <Button type="button" variant="outline" onClick={() => props.onBack(form.getValues())}>
                Voltar
              </Button>
            )}
            <Button type="submit" minWidth="40">
              Continuar
            </Button>
          </Flex>
        </Stack>
      </form>
    </FormProvider>
  );
}

function blockedByErrors() {
  toast({
    title: 'Campos obrigatórios',
    description: 'Preencha todos os campos corretamente antes de continuar',
    tone: 'error',
  });
}
