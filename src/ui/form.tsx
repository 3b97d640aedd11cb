import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Resolver,
  type SubmitHandler,
  type UseFormReturn,
  useForm,
  useFormContext,
} from 'react-hook-form';
import type { z } from 'zod';
import { FieldBox, type FieldBoxProps } from './field.tsx';

type Schema<Values extends FieldValues> = z.ZodType<unknown, Values>;

/**
 * Values stay as typed. Import the schema lazily where the screen must open fast:
 * `useZodForm(async () => (await import('#domain/auth/login')).loginSchema, …)`.
 */
export function useZodForm<Values extends FieldValues>(
  schema: Schema<Values> | (() => Promise<Schema<Values>>),
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> {
  const [resolver] = useState(() => lazyResolver(schema));
  useEffect(() => {
    addEventListener('input', resolver.load, { once: true });
    return () => removeEventListener('input', resolver.load);
  }, [resolver]);
  return useForm<Values>({
    resolver: resolver.resolve,
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
}

function lazyResolver<Values extends FieldValues>(schema: Schema<Values> | (() => Promise<Schema<Values>>)) {
  let loaded: Promise<Resolver<Values>> | null = null;
  async function build(): Promise<Resolver<Values>> {
    const [{ zodResolver }, rules] = await Promise.all([
      import('@hookform/resolvers/zod'),
      typeof schema === 'function' ? schema() : schema,
    ]);
    return zodResolver(rules, undefined, { raw: true });
  }
  const load = () => {
    loaded ??= build();
    // A failed import is retried on the next attempt.
    loaded.catch(() => {
      loaded = null;
    });
    return loaded;
  };
  const resolve: Resolver<Values> = async (values, context, options) =>
    (await load())(values, context, options);
  return { load, resolve };
}

type FormProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  onSubmit: SubmitHandler<Values>;
  children: ReactNode;
  label?: string;
  onInvalid?: () => void;
};

/** Submits only valid values; otherwise focuses the first invalid field. */
export function Form<Values extends FieldValues>({
  form,
  onSubmit,
  children,
  label,
  onInvalid,
}: FormProps<Values>) {
  return (
    <FormProvider {...form}>
      <form noValidate aria-label={label} onSubmit={form.handleSubmit(onSubmit, onInvalid)}>
        {children}
      </form>
    </FormProvider>
  );
}

const FieldName = createContext<string | null>(null);

export function useFieldName(): string {
  const name = useContext(FieldName);
  if (name === null) throw new Error('form control rendered outside a FormField');
  return name;
}

type FormFieldProps = Omit<FieldBoxProps, 'error'> & {
  name: string;
  /** An error that the form's own rules cannot find; hidden while those report one. */
  failure?: string | undefined;
};

/** The control inside (TextInput, MaskedInput, MoneyInput …) takes its name from here. */
export function FormField({ name, failure, children, ...props }: FormFieldProps) {
  const { formState } = useFormContext();
  return (
    <FieldName value={name}>
      <FieldBox {...props} error={errorAt(formState.errors, name) ?? failure}>
        {children}
      </FieldBox>
    </FieldName>
  );
}

/** The name may be a path (`address.street`). */
function errorAt(errors: FieldValues, name: string): string | undefined {
  let at: unknown = errors;
  for (const key of name.split('.')) at = isRecord(at) ? at[key] : undefined;
  return isRecord(at) && typeof at.message === 'string' ? at.message : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
