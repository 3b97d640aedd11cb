import { Text } from '@chakra-ui/react';
import { failureText } from '../ui/failure-text.ts';
import { TextLink } from '../ui/links.tsx';
import { Notice } from '../ui/notice.tsx';
import { NarrowPage } from './narrow-page.tsx';
import { OpenAgain } from './open-again.tsx';

type InvalidLinkProps = { title: string; error: object | null; isGone: boolean; validity: string };

/** A letter's link that is used, late or cut, or has left the address. `validity`: completes 'O link vale …'. */
export function InvalidLink({ title, error, isGone, validity }: InvalidLinkProps) {
  if (isGone)
    return (
      <OpenAgain validity={validity}>
        <Support />
      </OpenAgain>
    );
  return (
    <NarrowPage title={title}>
      <Notice
        status="warning"
        role="alert"
        title={
          error
            ? failureText(error, 'Este link não vale mais.')
            : 'O endereço está incompleto: abra o link da mensagem que enviamos.'
        }
      />
      <Text color="fg.muted">O link vale {validity} e funciona uma única vez.</Text>
      <Support />
    </NarrowPage>
  );
}

function Support() {
  return (
    <Text color="fg.muted">
      Precisa de ajuda?{' '}
      <TextLink to="/atendimento" variant="underline">
        Fale com o atendimento
      </TextLink>
      .
    </Text>
  );
}
