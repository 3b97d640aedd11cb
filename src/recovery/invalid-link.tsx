import { Text } from '@chakra-ui/react';
import { failureText } from '../ui/failure-text.ts';
import { TextLink } from '../ui/links.tsx';
import { Notice } from '../ui/notice.tsx';
import { NarrowPage } from './narrow-page.tsx';

type InvalidLinkProps = { title: string; error: object | null; validity: string };

/** A letter's link that is used, late or cut. `validity`: completes 'O link vale …'. */
export function InvalidLink({ title, error, validity }: InvalidLinkProps) {
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
      <Text color="fg.muted">
        O link vale {validity} e funciona uma única vez. Precisa de ajuda?{' '}
        <TextLink to="/atendimento" variant="underline">
          Fale com o atendimento
        </TextLink>
        .
      </Text>
    </NarrowPage>
  );
}
