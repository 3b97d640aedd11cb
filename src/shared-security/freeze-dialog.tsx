import { Button, Text } from '@chakra-ui/react';
import { trpc } from '../trpc.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { forgetUse } from '../ui/last-use.ts';

export function FreezeDialog({ onClose }: { onClose: () => void }) {
  const freeze = trpc.auth.freeze.useMutation({ onSuccess: forgetUse });
  if (freeze.isSuccess) return <Frozen />;
  return (
    <ConfirmDialog
      title="Congelar a sua conta?"
      act={{ label: 'Congelar agora', pendingLabel: 'Congelando…' }}
      mutation={freeze}
      isLocked
      onConfirm={() => freeze.mutate()}
      onClose={onClose}
      more="Para voltar, entre de novo e confirme que é você e, outra vez, o seu e-mail. Aparelhos e chaves de acesso de menos de três dias também são encerrados: se uma dessas chaves já valia, só o atendimento descongela."
    >
      Nada mais sai dela, e o que chegar continua entrando. Todas as sessões e os tokens de acesso são
      encerrados, também esta sessão.
    </ConfirmDialog>
  );
}

/** The session has ended: only the login is left. */
function Frozen() {
  const toLogin = () => location.assign('/login');
  return (
    <DialogFrame title="Conta congelada" locked onClose={toLogin} key="frozen">
      <Text>
        Nada sai dela até você descongelar. Se alguém sabe a sua senha, crie outra em “Esqueci minha senha”
        antes de entrar.
      </Text>
      <DialogButtons>
        <Button onClick={toLogin}>Ir para o login</Button>
      </DialogButtons>
    </DialogFrame>
  );
}
