import { Checkbox, Stack, Text } from '@chakra-ui/react';
import { Controller } from 'react-hook-form';
import { contactFormSchema, MAX_NOTES_LENGTH } from '#domain/contact/register';
import { CONTACT_TYPE_LABELS, CONTACT_TYPES, DIFFICULTIES, DIFFICULTY_LABELS } from '#domain/contact/words';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
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
  onClose: () => void;
};

export function ContactDialog({ client, operationId, onClose }: ContactDialogProps) {
  const invalidate = useInvalidate();
  const form = useZodForm(contactFormSchema, {
    contactType: 'cobranca',
    notes: '',
    difficulty: 'facil',
    resolved: false,
  });
  const create = trpc.admin.contacts.create.useMutation({
    onSuccess: async () => {
      toast({ title: 'Contato registrado' });
      await invalidate('administration');
      onClose();
    },
    onError: (error) =>
      toastError('Erro ao salvar contato', error, 'Não foi possível salvar o contato. Tente novamente.'),
  });
  return (
    <DialogFrame title="Registrar contato" locked={create.isPending} onClose={onClose}>
      <Form
        form={form}
        onSubmit={(values) => create.mutate({ ...values, clientId: client.id, operationId })}
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
          <DialogAct onCancel={onClose} pending={create.isPending} pendingText="Salvando…">
            Salvar contato
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}
