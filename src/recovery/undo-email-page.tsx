import { useSearch } from '@tanstack/react-router';
import { EMAIL_UNDO_SECONDS } from '#domain/limits';
import { trpc } from '../trpc.ts';
import { UndoPage } from './undo-page.tsx';

export function UndoEmailPage() {
  const { token } = useSearch({ from: '/public/desfazer-email' });
  const undo = trpc.auth.undoEmailChange.useMutation();
  return (
    <UndoPage
      token={token}
      undo={undo}
      title="Desfazer a troca de e-mail"
      subtitle="Este endereço volta a ser o da sua conta. A senha atual deixa de valer, e as sessões abertas e os tokens de acesso são encerrados."
      button="Desfazer a troca"
      linkSeconds={EMAIL_UNDO_SECONDS}
      done={{ title: 'Troca desfeita', text: 'Este endereço voltou a ser o da sua conta.' }}
    />
  );
}
