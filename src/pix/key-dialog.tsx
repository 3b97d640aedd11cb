import { Box, Stack, Text } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { PixKeyType } from '#domain/pix/key';
import { trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { failureText } from '../ui/failure-text.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { KEY_TYPE_LABELS } from '../ui/key-words.ts';
import { TextLink } from '../ui/links.tsx';
import { applyMask } from '../ui/mask.ts';
import { MaskedInput } from '../ui/masked-input.tsx';
import { Notice } from '../ui/notice.tsx';
import { part } from '../ui/part.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { messageOf, serverErrorOf } from '../ui/server-error.ts';
import { TextInput } from '../ui/text-input.tsx';
import { toast, toastError } from '../ui/toast.ts';
import type { Wanted } from './claim-offer.tsx';

const ClaimOffer = part('ClaimOffer', () => import('./claim-offer.tsx'));

type KeyDraft = { type: PixKeyType; key?: string | null };

const typesFor = (document: 'CPF' | 'CNPJ') =>
  [
    { value: 'EVP', label: 'Aleatória (EVP)' },
    { value: document, label: document },
    { value: 'EMAIL', label: KEY_TYPE_LABELS.EMAIL },
    { value: 'PHONE', label: KEY_TYPE_LABELS.PHONE },
  ] as const;

/** A refused key that can be claimed, and how. */
const CLAIMED: Record<string, Wanted['kind']> = { KEY_ELSEWHERE: 'portability', KEY_OF_ANOTHER: 'ownership' };

const FAILURE = 'Erro ao criar chave';
const OWN = 'O do seu cadastro: só ele pode ser a sua chave';
const TRY_AGAIN = 'Tente de novo em instantes.';

const keyRules = async () => (await import('#domain/pix/key-input')).createKeySchema;

export function KeyDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const user = trpc.auth.me.useQuery().data?.user;
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const form = useZodForm<KeyDraft>(keyRules, { type: 'EVP', key: '' });
  const type = useWatch({ control: form.control, name: 'type' });
  const create = trpc.pix.keys.create.useMutation({
    onSuccess: async () => {
      toast({ title: 'Chave PIX criada!' });
      onClose();
      await utils.pix.keys.list.invalidate();
    },
    onError: (error, { type: chosen, key }) => {
      const kind = CLAIMED[serverErrorOf(error)?.code ?? ''];
      if (kind && key) setWanted({ type: chosen, key, kind, text: messageOf(error, '') });
      else toastError(FAILURE, error, TRY_AGAIN);
      // Without an answer the key may have been registered.
      void utils.pix.keys.list.invalidate();
    },
  });

  useEffect(() => {
    const own = {
      EVP: '',
      CPF: applyMask('cpf', user?.cpf ?? ''),
      CNPJ: applyMask('cnpj', user?.cnpj ?? ''),
      EMAIL: user?.email ?? '',
      PHONE: applyMask('phone', user?.phone ?? ''),
    };
    form.setValue('key', own[type]);
    form.clearErrors('key');
  }, [type, user, form]);

  if (wanted)
    return (
      <DialogFrame title="Esta chave está em outro lugar" onClose={onClose} fromTop>
        <ClaimOffer wanted={wanted} onClose={onClose} />
      </DialogFrame>
    );
  const isUnconfirmed = serverErrorOf(create.error)?.code === 'CONTACT_NOT_CONFIRMED';
  return (
    <DialogFrame title="Nova chave PIX" onClose={onClose} locked={create.isPending}>
      <Form
        form={form}
        label="Nova chave PIX"
        onSubmit={({ type: chosen, key }) =>
          create.mutate(chosen === 'EVP' ? { type: chosen } : { type: chosen, key })
        }
      >
        <Stack gap="5">
          <RadioChips name="type" label="Tipo de chave" options={typesFor(user?.cnpj ? 'CNPJ' : 'CPF')} />
          {type === 'EVP' && (
            <Text color="fg.muted">
              Um código sorteado pelo Banco Central. Não revela nenhum dado seu a quem paga.
            </Text>
          )}
          {(type === 'CPF' || type === 'CNPJ') && (
            <FormField name="key" label={type} hint={OWN}>
              <MaskedInput mask={type === 'CPF' ? 'cpf' : 'cnpj'} />
            </FormField>
          )}
          {type === 'EMAIL' && (
            <FormField name="key" label="E-mail" hint={OWN}>
              <TextInput type="email" autoComplete="email" />
            </FormField>
          )}
          {type === 'PHONE' && (
            <FormField name="key" label="Celular com DDD" hint={OWN}>
              <MaskedInput mask="phone" autoComplete="tel-national" />
            </FormField>
          )}
          <Box role="alert" _empty={{ position: 'absolute' }}>
            {create.error !== null && !create.isPending && (
              <Notice status="error" title={FAILURE}>
                {failureText(create.error, TRY_AGAIN)}{' '}
                {isUnconfirmed && (
                  <TextLink to="/client/profile" variant="underline">
                    Confirmar em Meu Perfil
                  </TextLink>
                )}
              </Notice>
            )}
          </Box>
          <DialogAct onCancel={onClose} pending={create.isPending} pendingText="Criando…">
            Criar chave
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}
