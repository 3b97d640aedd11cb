import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { FileText, PenLine } from 'lucide-react';
import { monthsInWords, SIGNATURE_DAYS } from '#domain/credit/words';
import { addDays } from '#domain/date';
import { formatPercent } from '#domain/percent';
import type { RouterOutputs } from '../trpc.ts';
import { dayOf, formatDay } from '../ui/date.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Figures } from '../ui/figure.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { PanelItem } from '../ui/panel-item.tsx';
import { StandingBadge } from '../ui/standing-badge.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { type Instalment, type Proposal, payableOf } from './credits.ts';
import type { Paying } from './instalment-table.tsx';
import { NextInstalment } from './next-instalment.tsx';
import { PaidProgress } from './paid-progress.tsx';

type OperationListProps = {
  credits: readonly Proposal[];
  instalments: readonly Instalment[];
  /** Undefined if they could not be loaded: links then lead to the list of contracts. */
  contracts: RouterOutputs['contract']['list'] | undefined;
  onPay: (paying: Paying) => void;
};

export function OperationList({ credits, instalments, contracts, onPay }: OperationListProps) {
  if (credits.length === 0)
    return (
      <EmptyState
        title="Nenhum crédito contratado"
        description="Um crédito aprovado aparece aqui, para assinar o contrato e acompanhar as parcelas."
        action={<LinkButton to="/client/credit">Simular um crédito</LinkButton>}
      />
    );
  return (
    <Stack as="ul" gap="4" listStyleType="none" aria-label="Operações ativas">
      {credits.map((credit) => (
        <OperationCard
          key={credit.id}
          credit={credit}
          payable={payableOf(instalments).filter(({ creditProposalId }) => creditProposalId === credit.id)}
          contractId={contracts?.find(({ relatedId }) => relatedId === credit.id)?.id}
          onPay={onPay}
        />
      ))}
    </Stack>
  );
}

type OperationCardProps = {
  credit: Proposal;
  payable: Instalment[];
  contractId: string | undefined;
  onPay: OperationListProps['onPay'];
};

function OperationCard({ credit, payable, contractId, onPay }: OperationCardProps) {
  const [next] = payable;
  const contractSearch = contractId ? { contrato: contractId } : {};
  const among = payable.map(({ id }) => id);
  return (
    <PanelItem
      title={credit.purpose}
      level="h2"
      isLarge
      detail={
        <>
          {credit.approvedAt && `Aprovado em ${formatDay(credit.approvedAt)}`}
          {credit.paidOutDate && ` · liberado em ${formatDay(credit.paidOutDate)}`}
        </>
      }
      badge={
        credit.standing ? (
          <StandingBadge standing={credit.standing} />
        ) : (
          <StatusBadge status="pending_signature" />
        )
      }
    >
      <Figures
        of={{
          Valor: <Money decimal={credit.amount} />,
          Prazo: monthsInWords(credit.termMonths),
          Parcela: <Money decimal={credit.monthlyPayment} />,
          'Taxa mensal': formatPercent(credit.interestRate),
        }}
      />
      {credit.paidOutDate !== null && <PaidProgress credit={credit} />}
      {next && <NextInstalment instalment={next} />}
      {credit.paidOutDate === null && credit.approvedAt !== null && (
        <Text>
          O valor cai na sua conta assim que você assinar o contrato, até{' '}
          <strong className="num">{formatDay(addDays(dayOf(credit.approvedAt), SIGNATURE_DAYS))}</strong>.
          Depois disso a aprovação perde a validade.
        </Text>
      )}
      <Flex gap="3" direction={{ base: 'column', md: 'row' }} wrap="wrap">
        {credit.paidOutDate === null && (
          <LinkButton to="/client/contracts" search={contractSearch}>
            <PenLine size={18} aria-hidden />
            Assinar contrato
          </LinkButton>
        )}
        {next && (
          <>
            <Button
              aria-haspopup="dialog"
              onClick={() => onPay({ among: [next.id], chosen: [next.id], isChosen: false })}
            >
              Pagar parcela
            </Button>
            {payable.length > 1 && (
              <Button
                variant="outline"
                aria-haspopup="dialog"
                onClick={() => onPay({ among, chosen: among.slice(-1), isChosen: false })}
              >
                Antecipar parcelas
              </Button>
            )}
          </>
        )}
        {credit.paidOutDate !== null && (
          <LinkButton
            to="/client/contracts"
            search={contractSearch}
            variant="ghost"
            marginInlineStart={{ md: next ? undefined : '-4' }}
          >
            <FileText size={18} aria-hidden />
            Ver contrato
          </LinkButton>
        )}
      </Flex>
    </PanelItem>
  );
}
