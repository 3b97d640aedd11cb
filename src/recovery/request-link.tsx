import { Button, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { recoveryRequestSchema } from '#domain/auth/password';
import { RECOVERY } from '#domain/limits';
import { trpc } from '../trpc.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { LinkButton, TextLink } from '../ui/links.tsx';
import { Failure, Notice } from '../ui/notice.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { NarrowPage } from './narrow-page.tsx';

/** The answer does not tell whether the e-mail is registered. */
export function RequestLink() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <LinkSent email={sentTo} onAgain={() => setSentTo(null)} />;
  return (
    <NarrowPage
      title="Recuperar senha"
      subtitle="Informe o e-mail da sua conta: enviaremos um link para você criar uma nova senha."
    >
      <RequestForm onSent={setSentTo} />
      <LinkButton to="/login" variant="plain" size="sm" alignSelf="center">
        Voltar ao login
      </LinkButton>
    </NarrowPage>
  );
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useZodForm(recoveryRequestSchema, { email: '' });
  const request = trpc.auth.recovery.request.useMutation();

  function send({ email }: { email: string }) {
    if (request.isPending) return;
    request.mutate({ email }, { onSuccess: () => onSent(email.trim()) });
  }

  return (
    <Form form={form} onSubmit={send} label="Recuperar senha">
      <Stack gap="5">
        <Failure of={request} fallback="Não foi possível enviar o link" />
        <FormField name="email" label="E-mail">
          <TextInput type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
        </FormField>
        <Button type="submit" width="full" loading={request.isPending} loadingText="Enviando…">
          Enviar link
        </Button>
      </Stack>
    </Form>
  );
}

function LinkSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <NarrowPage title="Confira seu e-mail">
      <Notice
        status="success"
        ref={message}
        tabIndex={-1}
        title={`Se houver uma conta com ${email}, o link já está a caminho.`}
        overflowWrap="anywhere"
      >
        Ele vale por {RECOVERY.linkSeconds / 60} minutos e funciona uma única vez.
      </Notice>
      <Text color="fg.muted">
        Não chegou? Olhe na caixa de spam e confira se o endereço está certo. Se não tem mais acesso a este
        e-mail,{' '}
        <TextLink to="/atendimento" variant="underline">
          fale com o atendimento
        </TextLink>
        .
      </Text>
      <Button variant="outline" onClick={onAgain}>
        Informar outro e-mail
      </Button>
      <LinkButton to="/login" variant="plain" size="sm" alignSelf="center">
        Voltar ao login
      </LinkButton>
    </NarrowPage>
  );
}
