import { Box, Button, Flex } from '@chakra-ui/react';
import { ACCOUNT_TYPE_LABELS } from '#domain/ledger/words';
import type { RouterOutputs } from '../trpc.ts';
import { ActiveBadge } from '../ui/active-badge.tsx';
import { type Column, rowAction } from '../ui/data-table.tsx';
import { formatDay } from '../ui/date.ts';
import { TextLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';

export type Account = RouterOutputs['admin']['accounts']['list']['accounts'][number];

export type Act = 'freeze' | 'adjust';

export const holderName = ({ holder }: Account): string => holder?.name ?? 'Desconhecido';

export function accountColumns(onAct: (act: Act, account: Account) => void): Column<Account>[] {
  return [
    {
      title: 'Conta',
      sort: 'conta',
      kind: 'name',
      cell: ({ accountNumber }) => (
        <TextLink
          to="/admin/ledger"
          search={{ busca: accountNumber }}
          aria-label={`Lançamentos da conta ${accountNumber}`}
          className="code"
          fontWeight="600"
          whiteSpace="nowrap"
          variant="underline"
        >
          {accountNumber}
        </TextLink>
      ),
    },
    {
      title: 'Titular',
      cell: (account) =>
        account.holder ? (
          <TextLink
            to="/admin/clients/$id/history"
            params={{ id: account.holder.id }}
            variant="underline"
            colorPalette="brand"
          >
            {account.holder.name}
          </TextLink>
        ) : (
          holderName(account)
        ),
    },
    { title: 'Tipo', cell: ({ accountType }) => ACCOUNT_TYPE_LABELS[accountType] },
    { title: 'Saldo', kind: 'figure', cell: ({ balance }) => <Money decimal={balance} /> },
    {
      title: 'Status',
      cell: ({ isActive }) => <ActiveBadge active={isActive} words={['Ativa', 'Inativa']} />,
    },
    {
      title: 'Criada em',
      sort: 'criada',
      cell: ({ createdAt }) => (
        <Box as="span" className="num" whiteSpace="nowrap">
          {formatDay(createdAt)}
        </Box>
      ),
    },
    { title: 'Ações', kind: 'actions', cell: (account) => <Actions account={account} onAct={onAct} /> },
  ];
}

type ActionsProps = { account: Account; onAct: (act: Act, account: Account) => void };

function Actions({ account, onAct }: ActionsProps) {
  const { accountNumber, accountType, isActive } = account;
  return (
    <Flex columnGap="5">
      <Button
        colorPalette={isActive ? 'negative' : 'brand'}
        aria-label={`${isActive ? 'Bloquear' : 'Desbloquear'} conta ${accountNumber}`}
        aria-haspopup="dialog"
        onClick={() => onAct('freeze', account)}
        {...rowAction}
        minWidth="6.5rem"
      >
        {isActive ? 'Bloquear' : 'Desbloquear'}
      </Button>
      {/* An investment account's balance equals the invested principal, so it is never adjusted by hand. */}
      {accountType !== 'investment' && (
        <Button
          aria-label={`Ajustar saldo da conta ${accountNumber}`}
          aria-haspopup="dialog"
          onClick={() => onAct('adjust', account)}
          {...rowAction}
        >
          Ajustar saldo
        </Button>
      )}
    </Flex>
  );
}
