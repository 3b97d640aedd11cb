import { Alert, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { formatBrl, parseDecimal } from '#domain/money';
import { Fact } from '../ui/fact.tsx';
import { useFocusBack } from '../ui/focus-back.ts';
import { Money } from '../ui/money.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { COLLATERAL_OPTIONS, isVehicle, type ProposalDraft, type Simulation } from './draft.ts';
import { IncomeBar } from './income-bar.tsx';
import { InstalmentLine } from './instalment-line.tsx';
import { LoanFacts } from './loan-facts.tsx';
import { PROPOSAL_STEPS, PROPOSAL_STEPS_LABEL } from './steps.ts';

type CheckStepProps = {
  draft: ProposalDraft;
  simulation: Simulation;
  outcome: 'none' | 'unknown';
  pending: boolean;
  /** Why the last try was refused, in the bank's words. */
  refusal: string | null;
  onSend: () => void;
  onBack: () => void;
};

/** Step 2, conferir: everything that will be sent, and what it would cost. The button says the act. */
export function CheckStep(props: CheckStepProps) {
  const { draft, simulation, outcome, pending, refusal, onSend, onBack } = props;
  const sendButton = useFocusBack(pending);
  const isUnknown = outcome === 'unknown';
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
      <LoanFacts simulation={simulation} amount={draft.amount}>
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
      <div role="alert">
        {isUnknown && !pending && (
          <Alert.Root status="warning">
            <Alert.Indicator />
            <Alert.Content gap="1">
              <Alert.Title>Não sabemos se a proposta chegou</Alert.Title>
              <Alert.Description>
                A resposta do banco não chegou. Tente de novo: o pedido é o mesmo, e a proposta é feita uma
                vez só.
              </Alert.Description>
            </Alert.Content>
          </Alert.Root>
        )}
        {refusal !== null && !pending && (
          <Alert.Root status="error">
            <Alert.Indicator />
            <Alert.Content>
              <Alert.Title>{isUnknown ? 'Ainda sem resposta' : 'A proposta não foi enviada'}</Alert.Title>
              <Alert.Description>{refusal}</Alert.Description>
            </Alert.Content>
          </Alert.Root>
        )}
      </div>
      <Flex gap="3" direction={{ base: 'column-reverse', md: 'row' }}>
        {!isUnknown && (
          <Button variant="outline" onClick={onBack} disabled={pending}>
            <ArrowLeft size={18} aria-hidden />
            Voltar
          </Button>
        )}
        <Button ref={sendButton} onClick={onSend} loading={pending} loadingText="Enviando…">
          {isUnknown ? 'Tentar de novo' : `Enviar proposta de ${formatBrl(parseDecimal(draft.amount) ?? 0)}`}
        </Button>
      </Flex>
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
