import { Alert, Button, Text } from '@chakra-ui/react';
import { Link, useSearch } from '@tanstack/react-router';
import { SUPPORT_EMAIL } from '#domain/brand';
import { EMAIL_UNDO_SECONDS } from '#domain/limits';
import { trpc } from '../trpc.ts';
import { failureText } from '../ui/failure-text.ts';
import { httpStatusOf } from '../ui/server-error.ts';
import { NarrowPage } from './narrow-page.tsx';

/** Takes a change of e-mail back, by the link sent to the former address. A press of a button: mail scanners open links too. */
export function UndoEmailPage() {
  const { token } = useSearch({ from: '/desfazer-email' });
  const undo = trpc.auth.undoEmailChange.useMutation();

  if (undo.isSuccess) return <Undone />;
  const isRefused = token === undefined || (undo.error && httpStatusOf(undo.error) !== null);
  if (isRefused)
    return (
      <NarrowPage title="Não foi possível desfazer">
        <Alert.Root status="warning" role="alert">
          <Alert.Indicator />
          <Alert.Title>
            {undo.error
              ? failureText(undo.error, 'Este link não vale mais.')
              : 'O endereço está incompleto: abra o link da mensagem que enviamos.'}
          </Alert.Title>
        </Alert.Root>
        <Text color="fg.muted">
          O link vale por {EMAIL_UNDO_SECONDS / 3600} horas e funciona uma única vez. Precisa de ajuda?
          Escreva para {SUPPORT_EMAIL}.
        </Text>
      </NarrowPage>
    );
  return (
    <NarrowPage
      title="Desfazer a troca de e-mail"
      subtitle="Este endereço volta a ser o da sua conta. A senha atual deixa de valer, e as sessões abertas e os tokens de acesso são encerrados."
    >
      {undo.error && (
        <Alert.Root status="error" role="alert">
          <Alert.Indicator />
          <Alert.Title>{failureText(undo.error, 'Não foi possível desfazer')}</Alert.Title>
        </Alert.Root>
      )}
      <Button loading={undo.isPending} loadingText="Desfazendo…" onClick={() => undo.mutate({ token })}>
        Desfazer a troca
      </Button>
    </NarrowPage>
  );
}

function Undone() {
  return (
    <NarrowPage title="Troca desfeita">
      <Alert.Root status="success" role="status">
        <Alert.Indicator />
        <Alert.Title>Este endereço voltou a ser o da sua conta.</Alert.Title>
      </Alert.Root>
      <Text>
        A senha anterior deixou de valer. Crie outra agora, que só você conheça; se não conseguir entrar,
        escreva para {SUPPORT_EMAIL}.
      </Text>
      <Button asChild>
        <Link to="/recuperar-senha">Criar nova senha</Link>
      </Button>
    </NarrowPage>
  );
}
