import { Button, Flex, Stack } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ContractStatus } from '#domain/contract/words';
import { trpc } from '../trpc.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { LinkButton } from '../ui/links.tsx';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { usePlace } from '../ui/place.ts';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import type { Contract } from './contract-actions.tsx';
import { ContractList } from './contract-list.tsx';
import type { SentCode } from './otp.ts';

const ContractReader = part('ContractReader', () => import('./contract-reader.tsx'), {
  loading: <RowsSkeleton rows={8} label="Abrindo o contrato…" />,
});
const SignDialog = part('SignDialog', () => import('./sign-dialog.tsx'));

const FILTERS: { label: string; status: ContractStatus | undefined }[] = [
  { label: 'Todos', status: undefined },
  { label: 'Aguardando assinatura', status: 'pending_signature' },
  { label: 'Assinados', status: 'signed' },
  { label: 'Cancelados', status: 'cancelled' },
];

type Signing = Pick<Contract, 'id' | 'title'>;

export function ContractsPage() {
  const { contrato, situacao } = usePlace('/client/contracts');
  const navigate = useNavigate({ from: '/client/contracts' });
  // Contracts are created elsewhere, so opening the screen refetches.
  const contracts = trpc.contract.list.useQuery(undefined, { refetchOnMount: 'always' });
  const [signing, setSigning] = useState<Signing | null>(null);
  // Reopening a dialog continues with the code that was sent.
  const [codes, setCodes] = useState<Record<string, SentCode>>({});
  useFocusOnReturn(contrato);

  return (
    <>
      <PageHeader
        title="Contratos"
        subtitle="Leia, assine com um código enviado ao seu e-mail e guarde o documento."
        refresh={{ refreshing: contracts.isFetching, onRefresh: () => void contracts.refetch() }}
      />
      {contrato ? (
        <ContractReader key={contrato} id={contrato} onSign={setSigning} />
      ) : (
        <Fetched
          query={contracts}
          failure="Não foi possível carregar os contratos"
          skeleton={<RowsSkeleton rows={4} label="Carregando contratos…" />}
        >
          {(all) =>
            all.length === 0 ? (
              <NoContracts />
            ) : (
              <Stack gap="4">
                <StatusFilter
                  value={situacao}
                  onChange={(status) =>
                    void navigate({
                      search: status ? { situacao: status } : {},
                      replace: true,
                      resetScroll: false,
                    })
                  }
                />
                <Filtered contracts={all} status={situacao} />
              </Stack>
            )
          }
        </Fetched>
      )}
      {signing && (
        <SignDialog
          contract={signing}
          code={codes[signing.id] ?? null}
          onCode={(code) => setCodes((before) => ({ ...before, [signing.id]: code }))}
          onClose={() => setSigning(null)}
        />
      )}
    </>
  );
}

function useFocusOnReturn(open: string | undefined): void {
  const last = useRef(open);
  useEffect(() => {
    if (!open && last.current) document.getElementById(`contract-${last.current}`)?.focus();
    last.current = open;
  }, [open]);
}

type StatusFilterProps = {
  value: ContractStatus | undefined;
  onChange: (status: ContractStatus | undefined) => void;
};

function StatusFilter({ value, onChange }: StatusFilterProps) {
  return (
    <Flex
      role="group"
      aria-label="Situação"
      gap="2"
      wrap={{ base: 'nowrap', md: 'wrap' }}
      overflowX={{ base: 'auto', md: 'visible' }}
      scrollbarWidth="none"
      // Edge to edge, with room for the focus ring, which a scrolling strip would clip.
      paddingBlock={{ base: '1.5', md: '0' }}
      marginBlock={{ base: '-1.5', md: '0' }}
      paddingInline={{ base: '4', md: '0' }}
      marginInline={{ base: '-4', md: '0' }}
    >
      {FILTERS.map(({ label, status }) => (
        <Button
          key={label}
          size="sm"
          flexShrink="0"
          variant={value === status ? 'subtle' : 'outline'}
          aria-pressed={value === status}
          onClick={() => onChange(status)}
        >
          {label}
        </Button>
      ))}
    </Flex>
  );
}

type FilteredProps = {
  contracts: readonly Contract[];
  status: ContractStatus | undefined;
};

function Filtered({ contracts, status }: FilteredProps) {
  const shown = contracts.filter((contract) => status === undefined || contract.status === status);
  if (shown.length > 0) return <ContractList contracts={shown} />;
  return (
    <EmptyState
      title="Nada neste filtro"
      description="Nenhum contrato está nesta situação."
      action={
        <LinkButton to="/client/contracts" variant="outline">
          Mostrar todos
        </LinkButton>
      }
    />
  );
}

function NoContracts() {
  return (
    <EmptyState
      title="Nenhum contrato ainda"
      description="O contrato de cada investimento e de cada crédito aprovado aparece aqui, para ler e assinar."
      action={<LinkButton to="/client/investments">Conhecer os investimentos</LinkButton>}
    />
  );
}
