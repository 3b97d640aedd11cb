import { Text } from '@chakra-ui/react';
import { monthsInWords } from '#domain/credit/words';
import { formatPercent } from '#domain/percent';
import { formatMoment } from '../ui/date.ts';
import { Facts } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import { Panel } from './panel.tsx';
import type { Proposal } from './use-proposals.ts';

export function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const { amount, termMonths, interestRate, monthlyPayment, totalAmount } = proposal;
  const { iof, netAmount, cetMonthly, cetAnnual, createdAt } = proposal;
  return (
    <Panel title="Proposta">
      <Facts
        of={{
          Valor: <Money decimal={amount} fontWeight="700" exposed />,
          Prazo: monthsInWords(termMonths),
          Taxa: `${formatPercent(interestRate)} a.m.`,
          Parcela: <Money decimal={monthlyPayment} exposed />,
          'Total a pagar': <Money decimal={totalAmount} exposed />,
          IOF: <Money decimal={iof} exposed />,
          'Líquido na conta': <Money decimal={netAmount} exposed />,
          CET: `${formatPercent(cetMonthly)} a.m. · ${formatPercent(cetAnnual)} a.a.`,
          'Enviada em': formatMoment(createdAt),
        }}
      />
    </Panel>
  );
}

const TYPES = { casa: 'Casa', carro: 'Carro', moto: 'Moto' };

export function CollateralFacts({ proposal }: { proposal: Proposal }) {
  if (proposal.collateralType === null)
    return (
      <Panel title="Garantia">
        <Text color="fg.muted">Sem garantia.</Text>
      </Panel>
    );
  return (
    <Panel title="Garantia">
      <Facts
        of={{
          Tipo: TYPES[proposal.collateralType],
          RENAVAM: proposal.collateralRenavam,
          Placa: proposal.collateralPlaca,
          Chassi: proposal.collateralChassis,
          'Ano de fabricação': proposal.collateralAnoFabricacao,
          'Ano do modelo': proposal.collateralAnoModelo,
        }}
      />
    </Panel>
  );
}
