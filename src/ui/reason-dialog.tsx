import { Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { reasonSchema } from '#domain/account/transfer';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { DialogAct, DialogFrame } from './dialog-frame.tsx';
import { Form, FormField, useZodForm } from './form.tsx';
import { Notice } from './notice.tsx';
import { messageOf, NO_ANSWER } from './server-error.ts';
import { TextArea } from './text-area.tsx';

const formSchema = z.object({ reason: reasonSchema });

type ReasonDialogProps = {
  title: string;
  children: ReactNode;
  /** Who reads the reason. */
  hint: string;
  /** The button's text: "Desativar Ana Souza". */
  act: string;
  pendingText: string;
  destructive: boolean;
  pending: boolean;
  error: unknown;
  failure: string;
  onConfirm: (reason: string) => void;
  onClose: () => void;
};

/** Stays open, with the text, until the action succeeds. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, hint, act, pendingText, destructive, pending, error, failure } = props;
  const form = useZodForm(formSchema, { reason: '' });
  return (
    <DialogFrame title={title} locked={pending} onClose={props.onClose}>
      <Form form={form} onSubmit={({ reason }) => props.onConfirm(reason)}>
        <Stack gap="5">
          {children}
          <FormField name="reason" label="Motivo" hint={hint}>
            <TextArea rows={3} maxLength={MAX_DESCRIPTION_LENGTH} />
          </FormField>
          <div role="alert">
            {Boolean(error) && !pending && (
              <Notice status="error" title={failure}>
                {messageOf(error, NO_ANSWER)}
              </Notice>
            )}
          </div>
          <DialogAct
            onCancel={props.onClose}
            pending={pending}
            pendingText={pendingText}
            colorPalette={destructive ? 'negative' : 'brand'}
          >
            {act}
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}
