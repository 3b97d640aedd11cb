import { Button, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { currentPasswordSchema } from '#domain/auth/password';
import { EMAIL_UNDO_SECONDS } from '#domain/limits';
import { type Factor, FactorBox, isFilled, NO_FACTOR } from '../shared-security/factor-box.tsx';
import { trpc } from '../trpc.ts';
import { failureText } from '../ui/failure-text.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Notice } from '../ui/notice.tsx';
import { serverErrorOf } from '../ui/server-error.ts';
import { PasswordInput } from '../ui/text-input.tsx';
import { useLetterLink } from './letter-link.ts';
import { NarrowPage } from './narrow-page.tsx';
import { OpenAgain } from './open-again.tsx';

/** Errors after which the link is still valid. */
const TRY_AGAIN = ['INVALID_PASSWORD', 'FACTOR_MISSING', 'TWO_FACTOR_CODE', 'TOO_MANY_ATTEMPTS', 'BUSY'];

export function ConfirmEmailPage() {
  const { token, isGone } = useLetterLink();
  const confirm = trpc.auth.confirmEmail.useMutation();

  if (confirm.isSuccess) return <Confirmed />;
  if (isGone)
    return (
      <OpenAgain validity="por 24 horas">
        <ToPortal />
      </OpenAgain>
    );
  const { code } = serverErrorOf(confirm.error) ?? {};
  const isRefused = code !== undefined && !TRY_AGAIN.includes(code);
  if (token === undefined || isRefused)
    return (
      <NarrowPage title="Não foi possível confirmar">
        <Notice
          status="warning"
          role="alert"
          title={
            confirm.error
              ? failureText(confirm.error, 'Este link não vale mais.')
              : 'O endereço está incompleto: abra o link da mensagem que enviamos.'
          }
        />
        <Text color="fg.muted">
          O link vale por 24 horas e funciona uma única vez. Peça outro em Meu Perfil, alterando o e-mail.
        </Text>
        <ToPortal />
      </NarrowPage>
    );
  return (
    <NarrowPage
      title="Confirmar e-mail"
      subtitle="Para este endereço passar a ser o da sua conta, confirme que é você."
    >
      <ConfirmForm
        error={confirm.error}
        pending={confirm.isPending}
        onConfirm={(given) => confirm.mutate({ token, ...given })}
        onChange={() => confirm.error && confirm.reset()}
      />
    </NarrowPage>
  );
}

const formSchema = z.object({ password: currentPasswordSchema });

type ConfirmFormProps = {
  error: unknown;
  pending: boolean;
  onConfirm: (given: { password: string; code?: string }) => void;
  onChange: () => void;
};

function ConfirmForm({ error, pending, onConfirm, onChange }: ConfirmFormProps) {
  const form = useZodForm(formSchema, { password: '' });
  const [factor, setFactor] = useState<Factor | null>(null);
  const { code } = serverErrorOf(error) ?? {};
  if (code === 'FACTOR_MISSING' && factor === null) setFactor(NO_FACTOR);
  const isReady = factor === null || isFilled(factor);
  const isFactorError = code === 'TWO_FACTOR_CODE' || code === 'FACTOR_MISSING';
  return (
    <Form
      form={form}
      label="Confirmar e-mail"
      onSubmit={({ password }) =>
        isReady && onConfirm({ password, ...(factor && { code: factor.code.trim() }) })
      }
    >
      <Stack gap="5">
        {Boolean(error) && !isFactorError && (
          <Notice
            status="error"
            title={
              code === 'INVALID_PASSWORD'
                ? 'Senha incorreta'
                : failureText(error, 'Não foi possível confirmar')
            }
          />
        )}
        <FormField name="password" label="Sua senha">
          <PasswordInput autoComplete="current-password" />
        </FormField>
        {factor && (
          <FactorBox
            factor={factor}
            error={code === 'TWO_FACTOR_CODE' ? failureText(error, 'Código incorreto') : undefined}
            onChange={(next) => {
              setFactor(next);
              onChange();
            }}
          />
        )}
        <Text color="fg.muted">As outras sessões abertas e os tokens de acesso serão encerrados.</Text>
        <Button type="submit" width="full" disabled={!isReady} loading={pending} loadingText="Confirmando…">
          Confirmar este e-mail
        </Button>
      </Stack>
    </Form>
  );
}

function Confirmed() {
  return (
    <NarrowPage title="E-mail confirmado">
      <Notice
        status="success"
        role="status"
        title="A partir de agora, o ValeBank escreve para este endereço."
      />
      <Text color="fg.muted">
        Por segurança, nas próximas {EMAIL_UNDO_SECONDS / 3600} horas os links para criar uma nova senha e os
        códigos que assinam contratos ainda vão para o endereço de antes das trocas recentes.
      </Text>
      <ToPortal />
    </NarrowPage>
  );
}

function ToPortal() {
  return (
    <LinkButton to="/login" variant="outline">
      Ir para o ValeBank
    </LinkButton>
  );
}
