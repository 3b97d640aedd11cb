import { Button, Text } from '@chakra-ui/react';
import { EMAIL_UNDO_SECONDS, FREEZE_LINK_SECONDS, TWO_FACTOR_UNDO_SECONDS } from '#domain/limits';
import { trpc } from '../trpc.ts';
import { LinkButton } from '../ui/links.tsx';
import { Failure, Notice } from '../ui/notice.tsx';
import { httpStatusOf } from '../ui/server-error.ts';
import { InvalidLink } from './invalid-link.tsx';
import { useLetterLink } from './letter-link.ts';
import { NarrowPage } from './narrow-page.tsx';
import { UndoPage } from './undo-page.tsx';

export function UndoEmailPage() {
  const link = useLetterLink();
  const undo = trpc.auth.undoEmailChange.useMutation();
  return (
    <UndoPage
      link={link}
      undo={undo}
      title="Desfazer a troca de e-mail"
      subtitle="Este endereço volta a ser o da sua conta. A senha atual deixa de valer. As sessões, os tokens, os aparelhos registrados e as chaves de acesso adicionadas desde três dias antes da troca são encerrados."
      button="Desfazer a troca"
      linkSeconds={EMAIL_UNDO_SECONDS}
      done={{ title: 'Troca desfeita', text: 'Este endereço voltou a ser o da sua conta.' }}
    />
  );
}

export function UndoTwoFactorPage() {
  const link = useLetterLink();
  const undo = trpc.auth.twoFactor.undo.useMutation();
  return (
    <UndoPage
      link={link}
      undo={undo}
      title="Desativar os dois fatores"
      subtitle="Se não foi você quem os ativou: a conta deixa de pedir o código do aplicativo autenticador. A senha atual deixa de valer. As sessões, os tokens, os aparelhos registrados e as chaves de acesso adicionadas desde três dias antes da ativação são encerrados."
      button="Desativar os dois fatores"
      linkSeconds={TWO_FACTOR_UNDO_SECONDS}
      done={{
        title: 'Dois fatores desativados',
        text: 'A conta não pede mais o código do aplicativo autenticador.',
      }}
    />
  );
}

/** Requires a click, because mail scanners open links. */
export function FreezePage() {
  const { token, isGone } = useLetterLink();
  const freeze = trpc.auth.freezeByLink.useMutation();
  if (freeze.isSuccess) return <Frozen />;
  if (token === undefined || (freeze.error && httpStatusOf(freeze.error) !== null))
    return (
      <InvalidLink
        title="Não foi possível congelar"
        error={freeze.error}
        isGone={isGone}
        validity={`por ${FREEZE_LINK_SECONDS / 3600} horas`}
      />
    );
  return (
    <NarrowPage
      title="Congelar a sua conta"
      subtitle="Nada mais sai dela, e o que chegar continua entrando. Todas as sessões, os tokens de acesso, e os aparelhos e chaves registrados há menos de 72 horas são encerrados; um limite maior ou outro e-mail, pedidos nesse tempo, deixam de valer. Só você, ou o banco depois de identificar você, descongela."
    >
      <Failure role="alert" of={freeze} fallback="Não foi possível congelar" />
      <Button
        colorPalette="negative"
        loading={freeze.isPending}
        loadingText="Congelando…"
        onClick={() => freeze.mutate({ token })}
      >
        Congelar agora
      </Button>
    </NarrowPage>
  );
}

function Frozen() {
  return (
    <NarrowPage title="Conta congelada">
      <Notice status="success" role="status" title="Nada sai da sua conta até você descongelar." />
      <Text>
        Se alguém pode saber a sua senha, crie outra antes de entrar. Para descongelar, entre, abra Segurança
        e confirme que é você.
      </Text>
      <LinkButton to="/recuperar-senha">Criar nova senha</LinkButton>
      <LinkButton to="/login" variant="outline">
        Entrar
      </LinkButton>
    </NarrowPage>
  );
}

export function PaymentPage() {
  const { token, isGone } = useLetterLink();
  const undo = trpc.account.waiting.undoByLink.useMutation();
  if (undo.isSuccess)
    return (
      <NarrowPage title="Pagamento desfeito">
        <Notice status="success" role="status" title="O dinheiro reservado voltou para a sua conta." />
        <Text>
          Se não foi você quem pediu este pagamento, alguém pode saber a sua senha: crie outra agora. O e-mail
          também tem um link que congela a conta.
        </Text>
        <LinkButton to="/recuperar-senha">Criar nova senha</LinkButton>
        <LinkButton to="/login" variant="outline">
          Entrar
        </LinkButton>
      </NarrowPage>
    );
  if (token === undefined || (undo.error && httpStatusOf(undo.error) !== null))
    return (
      <InvalidLink
        title="Não foi possível desfazer"
        error={undo.error}
        isGone={isGone}
        validity="até o pagamento sair"
      />
    );
  return (
    <NarrowPage
      title="Desfazer o pagamento"
      subtitle="O pagamento reservado não é feito, e o dinheiro volta para a sua conta."
    >
      <Failure role="alert" of={undo} fallback="Não foi possível desfazer" />
      <Button loading={undo.isPending} loadingText="Desfazendo…" onClick={() => undo.mutate({ token })}>
        Desfazer agora
      </Button>
    </NarrowPage>
  );
}
