import { Checkbox, Stack, Text } from '@chakra-ui/react';
import { Controller } from 'react-hook-form';
import { contactFormSchema, MAX_NOTES_LENGTH } from '#domain/contact/register';
import { CONTACT_TYPE_LABELS, CONTACT_TYPES, DIFFICULTIES, DIFFICULTY_LABELS } from '#domain/contact/words';
import { useInvalidate } from '../invalidation.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { toast, toastError } from '../ui/toast.ts';

const TYPES = CONTACT_TYPES.map((value) => ({ value, label: CONTACT_TYPE_LABELS[value] }));
const DIFFICULTY_CHOICES = DIFFICULTIES.map((value) => ({ value, label: DIFFICULTY_LABELS[value] }));

type ContactDialogProps = {
  client: { id: string; fullName: string };
  /** The credit that the contact is about. */
  operationId?: string;
  /** The contact to correct; without it, a new one is registered. */
  contact?: RouterOutputs['admin']['contacts']['list'][number];
  onClose: () => void;
};

export function ContactDialog({ client, operationId, contact, onClose }: ContactDialogProps) {
  const invalidate = useInvalidate();
  const form = useZodForm(contactFormSchema, {
    contactType: contact?.contactType ?? 'cobranca',
    notes: contact?.notes ?? '',
    difficulty: contact?.difficulty ?? 'facil',
    resolved: contact?.resolved ?? false,
  });
  const saved = (title: string) => ({
    onSuccess: async () => {
      toast({ title });
      await invalidate('administration');
      onClose();
    },
    onError: (error: unknown) =>
      toastError('Erro ao salvar contato', error, 'Não foi possível salvar o contato. Tente novamente.'),
  });
  const creation = trpc.admin.contacts.create.useMutation(saved('Contato registrado'));
  const correction = trpc.admin.contacts.change.useMutation(saved('Contato corrigido'));
  const { isPending } = contact ? correction : creation;
  const title = contact ? 'Corrigir contato' : 'Registrar contato';
  return (
    <DialogFrame title={title} locked={isPending} onClose={onClose}>
      <Form
        form={form}
        onSubmit={(values) =>
          contact
            ? correction.mutate({ ...values, id: contact.id })
            : creation.mutate({ ...values, clientId: client.id, operationId })
        }
        onInvalid={() =>
          toast({
            title: 'Campos obrigatórios',
            description: 'Por favor, preencha o relatório de contato',
            tone: 'error',
          })
        }
      >
        <Stack gap="5">
          <Text>
            Contato com <strong>{client.fullName}</strong>. O cliente lê este relatório em Meu Perfil.
          </Text>
          <RadioChips name="contactType" label="Tipo de contato" options={TYPES} />
          <FormField name="notes" label="Relatório do contato" hint="Escreva pelo menos 10 caracteres.">
            <TextArea rows={5} maxLength={MAX_NOTES_LENGTH} />
          </FormField>
          <RadioChips name="difficulty" label="Dificuldade" options={DIFFICULTY_CHOICES} />
          <Controller
            name="resolved"
            control={form.control}
            render={({ field }) => (
              <Checkbox.Root
                checked={field.value === true}
                onCheckedChange={({ checked }) => field.onChange(checked === true)}
              >
                <Checkbox.HiddenInput ref={field.ref} onBlur={field.onBlur} />
                <Checkbox.Control />
                <Checkbox.Label>O assunto foi resolvido</Checkbox.Label>
              </Checkbox.Root>
            )}
          />
          <DialogAct onCancel={onClose} pending={isPending} pendingText="Salvando…">
            Salvar contato
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}
