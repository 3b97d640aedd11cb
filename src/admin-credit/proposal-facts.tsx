import { chakra, Text } from '@chakra-ui/react';
import { monthsInWords } from '#domain/credit/words';
import { formatPercent } from '#domain/percent';
import { formatMoment } from '../ui/date.ts';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import { Panel } from './panel.tsx';
import type { Proposal } from './use-proposals.ts';

export function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const { amount, termMonths, interestRate, monthlyPayment, totalAmount } = proposal;
  const { iof, netAmount, cetMonthly, cetAnnual, createdAt } = proposal;
  return (
    <Panel title="Proposta">
      <chakra.dl margin="0">
        <Fact name="Valor">
          <Money decimal={amount} fontWeight="700" exposed />
        </Fact>
        <Fact name="Prazo">
          <span className="num">{monthsInWords(termMonths)}</span>
        </Fact>
        <Fact name="Taxa">
          <span className="num">{formatPercent(interestRate)} a.m.</span>
        </Fact>
        <Fact name="Parcela">
          <Money decimal={monthlyPayment} exposed />
        </Fact>
        <Fact name="Total a pagar">
          <Money decimal={totalAmount} exposed />
        </Fact>
        <Fact name="IOF">
          <Money decimal={iof} exposed />
        </Fact>
        <Fact name="Líquido na conta">
          <Money decimal={netAmount} exposed />
        </Fact>
        <Fact name="CET">
          <span className="num">
            {formatPercent(cetMonthly)} a.m. · {formatPercent(cetAnnual)} a.a.
          </span>
        </Fact>
        <Fact name="Enviada em">
          <span className="num">{formatMoment(createdAt)}</span>
        </Fact>
      </chakra.dl>
    </Panel>
  );
}

const TYPES = { casa: 'Casa', carro: 'Carro', moto: 'Moto' };

export function CollateralFacts({ proposal }: { proposal: Proposal }) {
  const { collateralType, collateralRenavam, collateralPlaca, collateralChassis } = proposal;
  const { collateralAnoFabricacao, collateralAnoModelo } = proposal;
  if (collateralType === null)
    return (
      <Panel title="Garantia">
        <Text color="fg.muted">Sem garantia.</Text>
      </Panel>
    );
  const papers = [
    { name: 'RENAVAM', value: collateralRenavam },
    { name: 'Placa', value: collateralPlaca },
    { name: 'Chassi', value: collateralChassis },
    { name: 'Ano de fabricação', value: collateralAnoFabricacao },
    { name: 'Ano do modelo', value: collateralAnoModelo },
  ];
  return (
    <Panel title="Garantia">
      <chakra.dl margin="0">
        <Fact name="Tipo">{TYPES[collateralType]}</Fact>
        {papers.map(
          ({ name, value }) =>
            value !== null && (
              <Fact key={name} name={name}>
                <span className="num">{value}</span>
              </Fact>
            ),
        )}
      </chakra.dl>
    </Panel>
  );
}
