import { chakra, Stack } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { CLOSING_WORD, closeAccountSchema } from '#domain/auth/closing';
import { parseDecimal } from '#domain/money';
import { accountsOnly, queryClient, trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { failureText } from '../ui/failure-text.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { serverErrorOf, unlessCancelled } from '../ui/server-error.ts';
import { PasswordInput, TextInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';

const FAILED = 'Não foi possível encerrar a conta';

const formSchema = closeAccountSchema.extend({
  confirmation: z.string().pipe(closeAccountSchema.shape.confirmation),
});
type Values = { password: string; confirmation: string };

export function ClosingDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useZodForm<Values>(formSchema, { password: '', confirmation: '' });
  const close = trpc.auth.closeAccount.useMutation({
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: '/login', search: {} });
      toast({ title: 'Conta encerrada', description: 'Obrigado pelo tempo que passou com o ValeBank.' });
    },
    onError: (error) => {
      if (serverErrorOf(error)?.code === 'INVALID_PASSWORD')
        form.setError('password', { message: 'Senha incorreta' }, { shouldFocus: true });
    },
  });
  const isPasswordWrong = serverErrorOf(close.error)?.code === 'INVALID_PASSWORD';
  return (
    <DialogFrame title="Encerrar minha conta" role="alertdialog" onClose={onClose}>
      <Form
        form={form}
        label="Encerrar minha conta"
        onSubmit={({ password }) => close.mutate({ password, confirmation: CLOSING_WORD })}
      >
        <Stack gap="5">
          <MoneyLeft />
          <FormField name="password" label="Sua senha">
            <PasswordInput autoComplete="current-password" />
          </FormField>
          <FormField name="confirmation" label={`Digite ${CLOSING_WORD} para confirmar`}>
            <TextInput upperCase autoComplete="off" autoCapitalize="characters" spellCheck={false} />
          </FormField>
          {unlessCancelled(close.error) && !isPasswordWrong && (
            <Notice status="error" title={FAILED}>
              {failureText(close.error, 'Tente de novo em instantes.')}
            </Notice>
          )}
          <DialogAct
            onCancel={onClose}
            pending={close.isPending}
            pendingText="Encerrando…"
            colorPalette="negative"
          >
            Encerrar conta
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

/** A known obstacle: remaining balances. The server reports the others. */
function MoneyLeft() {
  const accounts = trpc.account.list.useQuery(undefined, accountsOnly);
  const filled = accounts.data?.filter(({ balance }) => parseDecimal(balance) !== 0) ?? [];
  if (filled.length === 0) {
    return (
      <Notice status="warning" title="Isto não tem volta">
        O acesso termina na hora. Baixe antes os seus dados, se quiser guardá-los.
      </Notice>
    );
  }
  return (
    <Notice status="warning" title="Antes de encerrar, transfira o que há nas contas">
      <chakra.ul listStyle="none" margin="0" padding="0">
        {filled.map(({ id, accountNumber, balance }) => (
          <li key={id}>
            Conta <span className="code">{accountNumber}</span>: <Money decimal={balance} />
          </li>
        ))}
      </chakra.ul>
    </Notice>
  );
}
