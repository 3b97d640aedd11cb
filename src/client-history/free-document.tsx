import { Badge, Button, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { RouterOutputs } from '../trpc.ts';
import { rowAction } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/date.ts';
import { part } from '../ui/part.tsx';

const AskDialog = part('AskDocumentDialog', () => import('./free-document-dialogs.tsx'));
const FreeDialog = part('FreeDocumentDialog', () => import('./free-document-dialogs.tsx'));
const KeepDialog = part('KeepDocumentDialog', () => import('./free-document-dialogs.tsx'));

type Client = RouterOutputs['admin']['users']['get'];

/** Of a closed or deactivated customer: whether somebody else may register the document, and what leads there. */
export function FreeDocument({ client }: { client: Client }) {
  const { closedAt, documentFreeFrom: from, documentFreedAt } = client;
  const [opened, setOpened] = useState<'ask' | 'free' | 'keep' | null>(null);
  const close = () => setOpened(null);
  const open = documentFreedAt === null;
  return (
    <Flex align="center" gap="3" wrap="wrap">
      <Standing client={client} />
      {open && (closedAt !== null || from !== null) && (
        <Act onClick={() => setOpened('free')}>Liberar documento</Act>
      )}
      {open && closedAt === null && from === null && (
        <Act onClick={() => setOpened('ask')}>Pedir liberação do documento</Act>
      )}
      {open && from !== null && <Act onClick={() => setOpened('keep')}>Manter documento</Act>}
      {opened === 'ask' && <AskDialog client={client} onClose={close} />}
      {opened === 'free' && <FreeDialog client={client} onClose={close} />}
      {opened === 'keep' && <KeepDialog client={client} onClose={close} />}
    </Flex>
  );
}

function Standing({ client: { documentFreeFrom: from, documentFreedAt: freedAt } }: { client: Client }) {
  if (freedAt === null && from === null)
    return (
      <Text color="fg.muted" textStyle="sm">
        O CPF ou CNPJ é de outra pessoa?
      </Text>
    );
  return (
    <>
      <Badge {...(freedAt === null ? { colorPalette: 'caution' } : { variant: 'outline' as const })}>
        {freedAt === null ? 'Liberação do documento pedida' : 'Documento liberado'}
      </Badge>
      <Text color="fg.muted" textStyle="sm" className="num">
        {freedAt === null
          ? `Possível a partir de ${formatMoment(from ?? '')}`
          : `Em ${formatMoment(freedAt)}`}
      </Text>
    </>
  );
}

function Act({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button {...rowAction} aria-haspopup="dialog" onClick={onClick}>
      {children}
    </Button>
  );
}
