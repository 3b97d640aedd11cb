import { Button, Text } from '@chakra-ui/react';
import { LinkButton, TextLink } from '../ui/links.tsx';
import { Failure, Notice } from '../ui/notice.tsx';
import { httpStatusOf } from '../ui/server-error.ts';
import { InvalidLink } from './invalid-link.tsx';
import type { LetterLink } from './letter-link.ts';
import { NarrowPage } from './narrow-page.tsx';

type UndoPageProps = {
  link: LetterLink;
  undo: {
    isSuccess: boolean;
    isPending: boolean;
    error: object | null;
    mutate: (input: { token: string }) => void;
  };
  title: string;
  subtitle: string;
  button: string;
  linkSeconds: number;
  done: { title: string; text: string };
};

/** Requires a click, because mail scanners open links. */
export function UndoPage({ link, undo, title, subtitle, button, linkSeconds, done }: UndoPageProps) {
  const { token, isGone } = link;
  if (undo.isSuccess) return <Undone {...done} />;
  if (token === undefined || (undo.error && httpStatusOf(undo.error) !== null))
    return (
      <InvalidLink
        title="Não foi possível desfazer"
        error={undo.error}
        isGone={isGone}
        validity={`por ${linkSeconds / 3600} horas`}
      />
    );
  return (
    <NarrowPage title={title} subtitle={subtitle}>
      <Failure role="alert" of={undo} fallback="Não foi possível desfazer" />
      <Button loading={undo.isPending} loadingText="Desfazendo…" onClick={() => undo.mutate({ token })}>
        {button}
      </Button>
    </NarrowPage>
  );
}

function Undone({ title, text }: { title: string; text: string }) {
  return (
    <NarrowPage title={title}>
      <Notice status="success" role="status" title={text} />
      <Text>
        A senha anterior deixou de valer. Crie outra agora, que só você conheça; se não conseguir entrar,{' '}
        <TextLink to="/atendimento" variant="underline">
          fale com o atendimento
        </TextLink>
        .
      </Text>
      <LinkButton to="/recuperar-senha">Criar nova senha</LinkButton>
    </NarrowPage>
  );
}
