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
 * A form over a schema of `#domain`: the very one that the procedure reads, so that its messages are written once. The
 * values stay what the person typed (money as decimal text, documents with their mask), as the procedure takes them.
 * The validation is fetched when typing begins; a screen that must open fast hands the schema over as a function that
 * imports it: `useZodForm(async () => (await import('#domain/auth/login')).loginSchema, …)`.
 */
export function useZodForm<Values extends FieldValues>(
  schema: Schema<Values> | (() => Promise<Schema<Values>>),
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> {
  const [resolver] = useState(() => lateResolver(schema));
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

function lateResolver<Values extends FieldValues>(schema: Schema<Values> | (() => Promise<Schema<Values>>)) {
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
    // A chunk that did not arrive is asked for again at the next try.
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
  /** Accessible name, where no heading gives one. */
  label?: string;
  /** Called when something was wrong, beside the messages at the fields. */
  onInvalid?: () => void;
};

/** The form element: nothing is sent while a field is wrong, and the focus goes to the first such field. */
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

/** The name of the field around a control of this folder. */
export function useFieldName(): string {
  const name = useContext(FieldName);
  if (name === null) throw new Error('a form control stands outside a FormField');
  return name;
}

type FormFieldProps = Omit<FieldBoxProps, 'error'> & { name: string };

/**
 * One field of the form around it. The control (TextInput, MaskedInput, MoneyInput …) inside knows its name from here.
 */
export function FormField({ name, children, ...props }: FormFieldProps) {
  const { formState } = useFormContext();
  return (
    <FieldName value={name}>
      <FieldBox {...props} error={errorAt(formState.errors, name)}>
        {children}
      </FieldBox>
    </FieldName>
  );
}

/** The message at a field, whose name may be a path (`address.street`). */
function errorAt(errors: FieldValues, name: string): string | undefined {
  let at: unknown = errors;
  for (const key of name.split('.')) at = isRecord(at) ? at[key] : undefined;
  return isRecord(at) && typeof at.message === 'string' ? at.message : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
