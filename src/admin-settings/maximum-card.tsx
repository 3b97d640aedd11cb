import { Button, Stack } from '@chakra-ui/react';
import { SETTING_LABELS } from '#domain/setting-words';
import type { MaximumName } from '#domain/settings';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { messageOf } from '../ui/server-error.ts';
import { toast } from '../ui/toast.ts';
import type { Settings } from './settings.ts';

/** Imported when typing begins, so that the screen opens without waiting for it. */
const rules = async () => (await import('#domain/settings')).maximumSchema;
const FALLBACK = 'O limite não foi alterado. Tente de novo.';

const ABOUT: Record<MaximumName, string> = {
  maxAdjustment: 'Um ajuste acima deste valor é recusado. O titular é avisado de todo ajuste.',
  maxApproval: 'A aprovação de um crédito acima deste valor é recusada, e a proposta continua sem decisão.',
};

export function MaximumCard({ name, values }: { name: MaximumName; values: Settings['values'] }) {
  const utils = trpc.useUtils();
  const invalidate = useInvalidate();
  const form = useZodForm<{ name: MaximumName; value: string | number }>(rules, {
    name,
    value: values[name],
  });
  const update = trpc.admin.settings.update.useMutation({
    onSuccess: ({ value }) => {
      utils.admin.settings.get.setData(undefined, (settings) =>
        settings ? { ...settings, values: { ...settings.values, [name]: String(value) } } : settings,
      );
      void invalidate('administration');
      toast({ title: `${SETTING_LABELS[name]} alterado` });
    },
    onError: (error) => form.setError('value', { message: messageOf(error, FALLBACK) }),
  });
  return (
    <SectionCard title={SETTING_LABELS[name]} description={ABOUT[name]}>
      <Form
        form={form}
        label={SETTING_LABELS[name]}
        onSubmit={({ value }) => update.mutate({ name, value: String(value) })}
      >
        <Stack gap="4" maxWidth="20rem">
          <FormField name="value" label="Valor máximo">
            <MoneyInput />
          </FormField>
          <div>
            <Button type="submit" variant="outline" loading={update.isPending} loadingText="Salvando…">
              Salvar limite
            </Button>
          </div>
        </Stack>
      </Form>
    </SectionCard>
  );
}
