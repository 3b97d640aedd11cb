import { Badge, Box, Button, Flex } from '@chakra-ui/react';
import type { RouterOutputs } from '../trpc.ts';
import { ActiveBadge } from '../ui/active-badge.tsx';
import { type Column, rowAction } from '../ui/data-table.tsx';
import { formatDay } from '../ui/date.ts';
import { LinkButton } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';

export type Client = RouterOutputs['admin']['users']['list']['users'][number];

export const TABLE_FROM = '54rem';

/** `ownId` is the signed-in administrator, who cannot deactivate their own access. */
export function clientColumns(
  ownId: string | undefined,
  onAccess: (client: Client) => void,
): Column<Client>[] {
  return [
    {
      title: 'Nome e e-mail',
      sort: 'nome',
      kind: 'name',
      cell: ({ fullName, email, username }) => (
        <Box title={`Usuário ${username}`}>
          <Box fontWeight="600">{fullName}</Box>
          <Box color="fg.muted" fontWeight="400">
            {email}
          </Box>
        </Box>
      ),
    },
    {
      title: 'CPF/CNPJ e telefone',
      cell: ({ cpf, cnpj, phone }) => (
        <>
          <Figures>{cpf ?? cnpj ?? ''}</Figures>
          <Box color="fg.muted">
            <Figures>{phone ?? 'Sem telefone'}</Figures>
          </Box>
        </>
      ),
    },
    {
      title: 'Perfil',
      cell: ({ role }) => (
        <Badge colorPalette={role === 'admin' ? 'accent' : 'notice'}>
          {role === 'admin' ? 'Admin' : 'Cliente'}
        </Badge>
      ),
    },
    {
      title: 'Saldo total',
      kind: 'figure',
      cell: (client) => (client.role === 'admin' ? '—' : <Balances client={client} />),
    },
    { title: 'Status', cell: (client) => <State client={client} /> },
    {
      title: 'Cadastro',
      sort: 'cadastro',
      cell: ({ createdAt }) => <Figures>{formatDay(createdAt)}</Figures>,
    },
    {
      title: 'Ações',
      kind: 'actions',
      cell: (client) => <Actions client={client} isOwn={client.id === ownId} onAccess={onAccess} />,
    },
  ];
}

function Balances({ client: { totalBalance, externalBalance } }: { client: Client }) {
  return (
    <>
      <Money decimal={totalBalance} />
      {externalBalance !== '0.00' && (
        <Box color="fg.muted" textStyle="sm">
          conta externa <Money decimal={externalBalance} />
        </Box>
      )}
    </>
  );
}

function Figures({ children }: { children: string }) {
  return (
    <Box as="span" className="num" whiteSpace="nowrap">
      {children}
    </Box>
  );
}

function State({ client }: { client: Client }) {
  if (client.closedAt !== null) return <Badge variant="outline">Encerrado</Badge>;
  return <ActiveBadge active={client.isActive} words={['Ativo', 'Inativo']} />;
}

type ActionsProps = { client: Client; isOwn: boolean; onAccess: (client: Client) => void };

function Actions({ client, isOwn, onAccess }: ActionsProps) {
  const { id, fullName, role, isActive, closedAt } = client;
  return (
    <Flex
      columnGap="6"
      align="stretch"
      css={{ [`@container (min-width: ${TABLE_FROM})`]: { flexDirection: 'column' } }}
    >
      {role === 'cliente' && (
        <LinkButton
          to="/admin/clients/$id/history"
          params={{ id }}
          aria-label={`Ver histórico de ${fullName}`}
          {...rowAction}
        >
          Ver histórico
        </LinkButton>
      )}
      {!isOwn && closedAt === null && (
        <Button
          colorPalette={isActive ? 'negative' : 'brand'}
          aria-label={`${isActive ? 'Desativar' : 'Ativar'} ${fullName}`}
          aria-haspopup="dialog"
          onClick={() => onAccess(client)}
          {...rowAction}
        >
          {isActive ? 'Desativar' : 'Ativar'}
        </Button>
      )}
    </Flex>
  );
}
