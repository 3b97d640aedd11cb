import { useSearch } from '@tanstack/react-router';
import { TWO_FACTOR_UNDO_SECONDS } from '#domain/limits';
import { trpc } from '../trpc.ts';
import { UndoPage } from './undo-page.tsx';

export function UndoTwoFactorPage() {
  const { token } = useSearch({ from: '/public/desfazer-dois-fatores' });
  const undo = trpc.auth.twoFactor.undo.useMutation();
  return (
    <UndoPage
      token={token}
      undo={undo}
      title="Desativar os dois fatores"
      subtitle="Se não foi você quem os ativou: a conta deixa de pedir o código do aplicativo autenticador. A senha atual deixa de valer, e as sessões abertas e os tokens de acesso são encerrados."
      button="Desativar os dois fatores"
      linkSeconds={TWO_FACTOR_UNDO_SECONDS}
      done={{
        title: 'Dois fatores desativados',
        text: 'A conta não pede mais o código do aplicativo autenticador.',
      }}
    />
  );
}
