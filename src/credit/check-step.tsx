import { Stack, Text } from '@chakra-ui/react';
import { formatBrl, parseDecimal } from '#domain/money';
import { MoveConfirm } from '../shared-movement/move-confirm.tsx';
import type { Confirming } from '../shared-movement/use-move.ts';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { COLLATERAL_OPTIONS, isVehicle, type ProposalDraft, type Simulation } from './draft.ts';
import { IncomeBar } from './income-bar.tsx';
import { InstalmentLine } from './instalment-line.tsx';
import { LoanFacts } from './loan-facts.tsx';
import { PROPOSAL_STEPS, PROPOSAL_STEPS_LABEL } from './steps.ts';

type CheckStepProps = { draft: ProposalDraft; simulation: Simulation; move: Confirming };

export function CheckStep({ draft, simulation, move }: CheckStepProps) {
  return (
    <Stack gap="5" maxWidth="44rem">
      <StepHeading
        steps={PROPOSAL_STEPS}
        label={PROPOSAL_STEPS_LABEL}
        step={1}
        title="Confira antes de enviar"
        takesFocus
      />
      <InstalmentLine termMonths={simulation.schedule.length} monthlyPayment={simulation.monthlyPayment} />
      <IncomeBar monthlyPayment={simulation.monthlyPayment} />
      <LoanFacts simulation={simulation}>
        <Fact name="Valor do crédito">
          <Money decimal={draft.amount} exposed />
        </Fact>
        <Fact name="Finalidade">{draft.purpose}</Fact>
        <CollateralFacts draft={draft} />
      </LoanFacts>
      <Text color="fg.muted">
        Ao enviar, uma análise automática dá uma pontuação à proposta, e uma pessoa da nossa equipe decide.
        Nada é cobrado agora: o crédito só vale depois que você assinar o contrato.
        {isVehicle(draft.collateral) && ' O ano do veículo entra na análise e pode mudar a taxa.'}
      </Text>
      <MoveConfirm
        move={move}
        act={`Enviar proposta de ${formatBrl(parseDecimal(draft.amount) ?? 0)}`}
        refused="A proposta não foi enviada"
        unknown="Não sabemos se a proposta chegou"
      >
        A resposta do banco não chegou. Tente de novo: o pedido é o mesmo, e a proposta é feita uma vez só.
      </MoveConfirm>
    </Stack>
  );
}

function CollateralFacts({ draft }: { draft: ProposalDraft }) {
  const label = COLLATERAL_OPTIONS.find(({ value }) => value === draft.collateral)?.label;
  return (
    <>
      <Fact name="Garantia">{label}</Fact>
      {isVehicle(draft.collateral) && (
        <>
          <Fact name="Placa e RENAVAM">
            <span className="num">
              {draft.collateralPlaca} · {draft.collateralRenavam}
            </span>
          </Fact>
          <Fact name="Chassi">
            <span className="num">{draft.collateralChassis}</span>
          </Fact>
          <Fact name="Ano de fabricação e do modelo">
            <span className="num">
              {draft.collateralAnoFabricacao}/{draft.collateralAnoModelo}
            </span>
          </Fact>
        </>
      )}
    </>
  );
}
