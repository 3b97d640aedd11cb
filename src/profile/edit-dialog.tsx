import { chakra, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { profileSchema } from '#domain/auth/profile';
import { RAISED_INCOME_DAYS } from '#domain/limits';
import { AddressFields } from '../shared-address/address-fields.tsx';
import { trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { failureText } from '../ui/failure-text.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { MaskedInput } from '../ui/masked-input.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { Notice } from '../ui/notice.tsx';
import { serverErrorOf, unlessCancelled } from '../ui/server-error.ts';
import { TextInput } from '../ui/text-input.tsx';
import { toast, toastError } from '../ui/toast.ts';
import {
  changesBetween,
  type Holder,
  type ProfileChange,
  type ProfileField,
  type ProfileValues,
  profileLabel,
  toSend,
  valuesOf,
} from './profile-fields.ts';

const FAILED = 'Não foi possível atualizar seus dados';

const { complement, monthlyIncome } = profileSchema.shape;
const formSchema = profileSchema.extend({
  complement: z
    .string()
    .transform((typed): string | null | undefined => typed)
    .pipe(complement),
  monthlyIncome: z
    .string()
    .transform((typed): string | number => typed)
    .pipe(monthlyIncome),
});

type EditDialogProps = { holder: Holder; onClose: () => void };

export function EditDialog({ holder, onClose }: EditDialogProps) {
  const [before] = useState(() => valuesOf(holder));
  const [changes, setChanges] = useState<ProfileChange[] | null>(null);
  const form = useZodForm<ProfileValues>(formSchema, before);
  const { save, pending, failure, forget } = useSave(form, {
    onSaved: onClose,
    onFieldRefused: () => setChanges(null),
  });

  function review(values: ProfileValues) {
    const found = changesBetween(before, values);
    if (found.length > 0) return setChanges(found);
    toast({ title: 'Nada foi alterado', tone: 'info' });
    onClose();
  }

  return (
    <DialogFrame title={changes ? 'Confira as alterações' : 'Editar perfil'} size="xl" onClose={onClose}>
      {changes === null ? (
        <Fill form={form} isCompany={holder.cnpj !== null} onReview={review} onCancel={onClose} />
      ) : (
        <Review
          changes={changes}
          isCompany={holder.cnpj !== null}
          pending={pending}
          failure={failure}
          onSave={() => save(form.getValues())}
          onBack={() => {
            forget();
            setChanges(null);
          }}
        />
      )}
    </DialogFrame>
  );
}

/** Saves the profile; the server's messages about fields are shown in the form. */
function useSave(
  form: UseFormReturn<ProfileValues>,
  { onSaved, onFieldRefused }: { onSaved: () => void; onFieldRefused: () => void },
) {
  const utils = trpc.useUtils();
  const update = trpc.auth.updateProfile.useMutation({
    onSuccess: (user) => {
      utils.auth.me.setData(undefined, (me) => me && { ...me, user });
      toast({
        title: 'Perfil atualizado',
        description: user.pendingEmail
          ? `Abra o link que enviamos para ${user.pendingEmail} para confirmar o novo e-mail.`
          : undefined,
      });
      onSaved();
    },
    onError: (error) => {
      toastError('Erro ao atualizar perfil', error, FAILED);
      const fields = Object.entries(serverErrorOf(error)?.fields ?? {});
      for (const [field, message] of fields) form.setError(field as ProfileField, { message });
      if (fields.length > 0) onFieldRefused();
    },
  });
  return {
    save: (values: ProfileValues) => update.mutate(toSend(values)),
    pending: update.isPending,
    failure: unlessCancelled(update.error) && failureText(update.error, FAILED),
    forget: () => update.reset(),
  };
}

type FillProps = {
  form: UseFormReturn<ProfileValues>;
  isCompany: boolean;
  onReview: (values: ProfileValues) => void;
  onCancel: () => void;
};

function Fill({ form, isCompany, onReview, onCancel }: FillProps) {
  return (
    <Form form={form} onSubmit={onReview} label="Seus dados">
      <Stack gap="5">
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5">
          <FormField
            name="email"
            label={profileLabel('email', isCompany)}
            hint="Um novo e-mail vale depois que você abrir o link que enviaremos a ele."
          >
            <TextInput type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
          </FormField>
          <FormField name="phone" label={profileLabel('phone', isCompany)} hint="Com DDD.">
            <MaskedInput mask="phone" type="tel" autoComplete="tel-national" />
          </FormField>
        </SimpleGrid>
        <AddressFields />
        <FormField
          name="monthlyIncome"
          label={profileLabel('monthlyIncome', isCompany)}
          hint={`Um valor maior passa a contar para crédito depois de ${RAISED_INCOME_DAYS} dias.`}
        >
          <MoneyInput />
        </FormField>
        <DialogAct onCancel={onCancel}>Continuar</DialogAct>
      </Stack>
    </Form>
  );
}

type ReviewProps = {
  changes: ProfileChange[];
  isCompany: boolean;
  pending: boolean;
  failure: string | null;
  onSave: () => void;
  onBack: () => void;
};

function Review({ changes, isCompany, pending, failure, onSave, onBack }: ReviewProps) {
  const list = useRef<HTMLDListElement>(null);
  // The button that led here is gone.
  useEffect(() => list.current?.focus(), []);
  return (
    <>
      <chakra.dl ref={list} tabIndex={-1} margin="0" _focus={{ outline: 'none' }}>
        {changes.map(({ field, from, to }) => (
          <chakra.div
            key={field}
            display="grid"
            gridTemplateColumns={{ base: '1fr', md: '11rem minmax(0, 1fr)' }}
            columnGap="4"
            rowGap="1"
            paddingBlock="3"
            borderTop="1px solid"
            borderColor="border.muted"
          >
            <Text as="dt" color="fg.muted">
              {profileLabel(field, isCompany)}
            </Text>
            <chakra.dd
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              columnGap="2"
              overflowWrap="anywhere"
              className="num"
            >
              <Text as="del" color="fg.muted">
                {from || 'nada'}
              </Text>
              <ArrowRight size={16} role="img" aria-label="passa a ser" />
              <Text as="ins" fontWeight="600" textDecoration="none">
                {to || 'nada'}
              </Text>
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      {failure !== null && <Notice status="error" title={failure} />}
      <DialogAct onCancel={onBack} cancel="Voltar" pending={pending} pendingText="Salvando…" onClick={onSave}>
        Salvar
      </DialogAct>
    </>
  );
}
