import { chakra, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { formatPercent } from '#domain/percent';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Fact } from '../ui/fact.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Failure } from '../ui/notice.tsx';
import { httpStatusOf } from '../ui/server-error.ts';
import { TextInput } from '../ui/text-input.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { type CreditParameters, changesOf, PARAMETER_GROUPS } from './credit-parameters.ts';
import { asShown, parametersFormSchema } from './credit-parameters-form.ts';
import { ParameterPreview } from './credit-parameters-preview.tsx';

const FAILURE = 'Os parâmetros não foram alterados. Tente de novo.';

type CreditParametersDialogProps = { parameters: CreditParameters; onClose: () => void };

export function CreditParametersDialog({ parameters: opened, onClose }: CreditParametersDialogProps) {
  const utils = trpc.useUtils();
  const invalidate = useInvalidate();
  // The values when the dialog opened: the query may refetch while the administrator types.
  const [parameters] = useState(opened);
  const [checked, setChecked] = useState<CreditParameters | null>(null);
  const form = useZodForm(parametersFormSchema, asShown(parameters));
  const update = trpc.credit.parameters.update.useMutation({
    onSuccess: (kept) => {
      utils.credit.parameters.get.setData(undefined, kept);
      void invalidate('administration');
      toast({ title: 'Parâmetros de crédito alterados' });
      onClose();
    },
    onError: (error) => {
      toastError('Erro ao alterar parâmetros', error, FAILURE);
      if (httpStatusOf(error) === 409) void invalidate('administration');
    },
  });
  const close = { locked: update.isPending, onClose };
  if (checked)
    return (
      <DialogFrame title="Alterar parâmetros de crédito" size="xl" fromTop {...close}>
        <Changes before={parameters} after={checked} />
        <ParameterPreview before={parameters} after={checked} />
        <div role="alert">
          <Failure of={update} fallback={FAILURE} />
        </div>
        <DialogAct
          onCancel={() => setChecked(null)}
          cancel="Voltar"
          pending={update.isPending}
          pendingText="Alterando…"
          onClick={() => update.mutate({ ...checked, from: parameters })}
        >
          Confirmar alteração
        </DialogAct>
      </DialogFrame>
    );
  const values = parametersFormSchema.safeParse(form.watch());
  return (
    <DialogFrame title="Alterar parâmetros de crédito" size="xl" {...close}>
      <Form
        form={form}
        label="Parâmetros de crédito"
        onSubmit={(sent) => setChecked(parametersFormSchema.parse(sent))}
      >
        <Stack gap="6">
          {PARAMETER_GROUPS.map(({ title, fields }) => (
            <chakra.fieldset key={title} border="none" padding="0" margin="0" minWidth="0">
              <chakra.legend fontWeight="600" marginBottom="3">
                {title}
              </chakra.legend>
              <Grid
                gap="4"
                templateColumns={{ base: '1fr', sm: 'repeat(2, 1fr)', md: 'repeat(3, 1fr)' }}
                alignItems="start"
              >
                {fields.map(({ name, label, unit }) => (
                  <FormField key={name} name={name} label={`${label} (% ${unit})`}>
                    <TextInput inputMode="decimal" autoComplete="off" className="num" />
                  </FormField>
                ))}
              </Grid>
            </chakra.fieldset>
          ))}
          {values.success && <ParameterPreview before={parameters} after={values.data} />}
          <DialogAct
            onCancel={onClose}
            disabled={values.success && changesOf(parameters, values.data).length === 0}
          >
            Conferir
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

function Changes({ before, after }: { before: CreditParameters; after: CreditParameters }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack gap="2">
      <Heading as="h3" size="md" fontWeight="600" ref={heading} tabIndex={-1} outline="none">
        Confira as mudanças
      </Heading>
      <Text color="fg.muted">Valem assim que confirmadas, e ficam na auditoria.</Text>
      <chakra.dl margin="0">
        {changesOf(before, after).map(({ label, unit, from, to }) => (
          <Fact key={label} name={label}>
            <span className="num">
              {formatPercent(from)} → <strong>{formatPercent(to)}</strong> {unit}
            </span>
          </Fact>
        ))}
      </chakra.dl>
    </Stack>
  );
}
