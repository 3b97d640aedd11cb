import { Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Notice } from '../ui/notice.tsx';
import { NarrowPage } from './narrow-page.tsx';

type OpenAgainProps = { validity: string; children: ReactNode };

/** After a reload, or back: the token of the letter's link is gone, and the link may still be valid. */
export function OpenAgain({ validity, children }: OpenAgainProps) {
  return (
    <NarrowPage title="Abra o link de novo">
      <Notice status="info" title="Volte à mensagem que enviamos e abra o link outra vez.">
        Por segurança, o link sai do endereço assim que a página abre. Por isso ela não continua depois de
        recarregada.
      </Notice>
      <Text color="fg.muted">
        O link vale {validity} e funciona uma única vez. Se você já tinha concluído aqui, não precisa fazer
        mais nada.
      </Text>
      {children}
    </NarrowPage>
  );
}
