import { Alert, Button, Text } from '@chakra-ui/react';
import { Link, useSearch } from '@tanstack/react-router';
import { trpc } from '../trpc.ts';
import { failureText } from '../ui/failure-text.ts';
import { httpStatusOf } from '../ui/server-error.ts';
import { NarrowPage } from './narrow-page.tsx';

const LINK_INVALID = 'Este link não vale mais.';

/** Confirms a new e-mail by the link sent to it. A press of a button, since mail scanners open links too. */
export function ConfirmEmailPage() {
  const { token } = useSearch({ from: '/confirmar-email' });
  const confirm = trpc.auth.confirmEmail.useMutation();

  if (confirm.isSuccess)
    return (
      <NarrowPage title="E-mail confirmado">
        <Alert.Root status="success" role="status">
          <Alert.Indicator />
          <Alert.Title>A partir de agora, o ValeBank escreve para este endereço.</Alert.Title>
        </Alert.Root>
        <ToPortal />
      </NarrowPage>
    );
  const isRefused = token === undefined || (confirm.error && httpStatusOf(confirm.error) !== null);
  if (isRefused)
    return (
      <NarrowPage title="Não foi possível confirmar">
        <Alert.Root status="warning" role="alert">
          <Alert.Indicator />
          <Alert.Title>
            {confirm.error
              ? failureText(confirm.error, LINK_INVALID)
              : 'O endereço está incompleto: abra o link da mensagem que enviamos.'}
          </Alert.Title>
        </Alert.Root>
        <Text color="fg.muted">
          O link vale por 24 horas e funciona uma única vez. Peça outro em Meu Perfil, alterando o e-mail.
        </Text>
        <ToPortal />
      </NarrowPage>
    );
  return (
    <NarrowPage
      title="Confirmar e-mail"
      subtitle="Falta um passo para este endereço passar a ser o da sua conta."
    >
      {confirm.error && (
        <Alert.Root status="error" role="alert">
          <Alert.Indicator />
          <Alert.Title>{failureText(confirm.error, 'Não foi possível confirmar')}</Alert.Title>
        </Alert.Root>
      )}
      <Button
        loading={confirm.isPending}
        loadingText="Confirmando…"
        onClick={() => confirm.mutate({ token })}
      >
        Confirmar este e-mail
      </Button>
    </NarrowPage>
  );
}

function ToPortal() {
  return (
    <Button asChild variant="outline">
      <Link to="/login">Ir para o ValeBank</Link>
    </Button>
  );
}
