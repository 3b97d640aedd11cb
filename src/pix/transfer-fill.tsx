import { Button, Grid, Stack } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { parseDecimal } from '#domain/money';
import { useMissing } from '../shared-movement/cover.ts';
import type { FillProps } from '../shared-movement/move-flow.tsx';
import { RecipientStrip } from '../shared-recipients/recipient-strip.tsx';
import { trpc } from '../trpc.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Money } from '../ui/money.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { PasteButton, ReadCodeLink } from '../ui/paste-button.tsx';
import { messageOf } from '../ui/server-error.ts';
import { StepHeading } from '../ui/step-heading.tsx';
import { TextArea, withoutLineEnds } from '../ui/text-area.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { PixDraft } from './form-schema.ts';
import { TargetNote } from './target-note.tsx';
import type { Payee } from './transfer-check.tsx';
import { asking, decoding, usePixTarget } from './use-pix-target.ts';

/** Imported when typing begins, so that the screen opens without waiting for it. */
const draftRules = async () => (await import('./form-schema.ts')).pixDraftSchema;
const useDraftForm = (draft: PixDraft) => useZodForm(draftRules, draft);

const OWN_KEY = 'Esta chave é sua. Para passar dinheiro entre as suas contas, use Mover dinheiro.';
const KEYS_FRESH_MS = 60_000;

/** Fills in the amount that a code asks for, and clears it with the code: it must not reach the next payee. */
function useAskedAmount(form: ReturnType<typeof useDraftForm>, asked: string | null) {
  useEffect(() => {
    if (asked === null) return;
    form.setValue('amount', asked, { shouldValidate: form.formState.isSubmitted });
    return () => {
      if (form.getValues('amount') === asked) form.setValue('amount', '');
    };
  }, [asked, form]);
}

export function TransferFill({ draft, takesFocus, onReview }: FillProps<PixDraft, Payee>) {
  const form = useDraftForm(draft);
  const utils = trpc.useUtils();
  const client = useQueryClient();
  const balance = trpc.pix.balance.useQuery();
  const typed = useWatch({ control: form.control, name: 'pixKey' });
  const missing = useMissing('external');
  const target = usePixTarget(String(typed ?? ''));
  const asked = target.decoded?.data?.amount ?? null;

  useAskedAmount(form, asked);

  function take(text: string) {
    form.clearErrors('pixKey');
    form.setValue('pixKey', withoutLineEnds(text));
    form.setFocus('amount');
  }

  /** False if the list is unknown; the server refuses an own key as well. */
  async function isOwn(key: string): Promise<boolean> {
    const keys = await utils.pix.keys.list.fetch(undefined, { staleTime: KEYS_FRESH_MS }).catch(() => []);
    return keys.some((one) => one.key === key);
  }

  async function review(values: { pixKey: string; amount: string | number; description?: string | null }) {
    const pixKey = values.pixKey.trim();
    try {
      const { readPixTarget } = await import('#domain/pix/input');
      const reading = readPixTarget(pixKey);
      if ('fault' in reading) return form.setError('pixKey', { message: reading.fault });
      const isCode = pixKey.startsWith('000201');
      // What a dynamic code charges changes from day to day.
      const fresh = reading.key === null && { staleTime: 0 };
      const code = isCode ? await client.fetchQuery({ ...decoding(pixKey), ...fresh }) : null;
      if (await isOwn(reading.key?.canonical ?? code?.key ?? ''))
        return form.setError('pixKey', { message: OWN_KEY }, { shouldFocus: true });
      const amount = code?.amount ?? String(values.amount);
      const coverCents = await missing(parseDecimal(amount) ?? 0);
      if (coverCents === null)
        return form.setError('amount', { message: 'Saldo insuficiente' }, { shouldFocus: true });
      const description = (values.description ?? '').trim();
      const told = reading.key && (await client.fetchQuery(asking(reading.key.canonical)));
      await onReview({ pixKey, amount, description }, { key: reading.key, code, told, coverCents });
    } catch (error) {
      const message = messageOf(error, 'Não foi possível conferir para quem é. Tente de novo.');
      form.setError('pixKey', { message }, { shouldFocus: true });
    }
  }

  return (
    <Stack gap="6">
      <StepHeading label="Passos do PIX" step={0} title="Para quem e quanto" takesFocus={takesFocus} />
      <RecipientStrip kind="pix" onPick={({ pixKey }) => take(pixKey ?? '')} />
      <Form form={form} onSubmit={review} label="Dados do PIX">
        <Stack gap="4">
          <FormField
            name="pixKey"
            label="PIX copia e cola ou chave"
            hint="Cole o código inteiro, ou digite CPF, CNPJ, e-mail, celular ou chave aleatória"
          >
            <TextArea rows={3} maxLength={512} oneLine />
          </FormField>
          <Grid gap="3" templateColumns={{ base: '1fr 1fr', md: 'max-content max-content' }}>
            <PasteButton
              label="Colar código ou chave"
              onPaste={take}
              field={() => document.querySelector<HTMLElement>('textarea[name=pixKey]')}
            />
            <ReadCodeLink />
          </Grid>
          <TargetNote target={target} isFaultShown={form.formState.errors.pixKey !== undefined} />
          <FormField
            name="amount"
            label="Valor"
            hint={
              asked !== null ? (
                'Fixado por quem gerou o código'
              ) : balance.data ? (
                <>
                  Disponível <Money decimal={balance.data.balance} />
                </>
              ) : undefined
            }
          >
            <MoneyInput readOnly={asked !== null} />
          </FormField>
          <FormField name="description" label="Descrição" optional hint="Vai junto com o PIX">
            <TextInput maxLength={MAX_DESCRIPTION_LENGTH} placeholder="Racha do jantar" autoComplete="off" />
          </FormField>
          <Button
            type="submit"
            loading={form.formState.isSubmitting}
            loadingText="Conferindo…"
            alignSelf={{ md: 'start' }}
          >
            Continuar
          </Button>
        </Stack>
      </Form>
    </Stack>
  );
}
