import { Stack, Text } from '@chakra-ui/react';
import { formatBrl, parseDecimal } from '#domain/money';
import { MoveConfirm } from '../shared-movement/move-confirm.tsx';
import type { Confirming } from '../shared-movement/use-move.ts';
import { Money } from '../ui/money.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { COLLATERAL_OPTIONS, isVehicle, type ProposalDraft, type Simulation } from './draft.ts';
import { IncomeBar } from './income-bar.tsx';
import { InstalmentLine } from './instalment-line.tsx';
import { LoanFacts } from './loan-facts.tsx';
import { STEPS } from './steps.ts';

type CheckStepProps = { draft: ProposalDraft; simulation: Simulation; move: Confirming };

export function CheckStep({ draft, simulation, move }: CheckStepProps) {
  return (
    <Stack gap="5" maxWidth="44rem">
      <StepHeading {...STEPS} step={1} title="Confira antes de enviar" takesFocus />
      <InstalmentLine termMonths={simulation.schedule.length} monthlyPayment={simulation.monthlyPayment} />
      <IncomeBar monthlyPayment={simulation.monthlyPayment} />
      <LoanFacts
        simulation={simulation}
        of={{
          'Valor do crédito': <Money decimal={draft.amount} exposed />,
          Finalidade: draft.purpose,
          ...collateralFacts(draft),
        }}
      />
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
        again="o pedido é o mesmo, e a proposta é feita uma vez só"
      />
    </Stack>
  );
}

function collateralFacts(draft: ProposalDraft): Record<string, string | undefined> {
  const Garantia = COLLATERAL_OPTIONS.find(({ value }) => value === draft.collateral)?.label;
  if (!isVehicle(draft.collateral)) return { Garantia };
  return {
    Garantia,
    'Placa e RENAVAM': `${draft.collateralPlaca} · ${draft.collateralRenavam}`,
    Chassi: draft.collateralChassis,
    'Ano de fabricação e do modelo': `${draft.collateralAnoFabricacao}/${draft.collateralAnoModelo}`,
  };
}
