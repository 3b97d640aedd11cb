import { Button, Flex, Input, Skeleton, Stack, Text } from '@chakra-ui/react';
import { Check, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { approveSchema } from '#domain/credit/input';
import { termsAt } from '#domain/credit/quote';
import { CREDIT_LIMITS } from '#domain/credit/words';
import { parseDecimal } from '#domain/money';
import { formatPercent } from '#domain/percent';
import { trpc } from '../trpc.ts';
import { Fetched } from '../ui/fetched.tsx';
import { FieldBox } from '../ui/field.tsx';
import { ApproveStep, type DecisionProps } from './approve-step.tsx';
import { NewTerms } from './new-terms.tsx';
import { Panel } from './panel.tsx';
import { RejectStep } from './reject-step.tsx';

export type DecisionStep = 'choose' | 'approve' | 'reject';

type DecisionPanelProps = DecisionProps & { step: DecisionStep; onStep: (step: DecisionStep) => void };

const WRONG_RATE = `Taxa inválida: informe de 0,01 a ${CREDIT_LIMITS.interestRate}, com até 2 casas decimais`;

const focusOn = (button: HTMLButtonElement | null): void => button?.focus();

export function DecisionPanel({ step, onStep, ...props }: DecisionPanelProps) {
  const [typed, setTyped] = useState('');
  const [isBroken, setBroken] = useState(false);
  const [reason, setReason] = useState('');
  /** The step just left; its button gets focus back. */
  const [left, setLeft] = useState<DecisionStep>('choose');
  const parameters = trpc.credit.parameters.get.useQuery();
  const today = trpc.auth.me.useQuery().data?.today;
  const { proposal } = props;
  const { amount, termMonths } = proposal;
  const other = approveSchema.shape.interestRate.safeParse(typed);
  const isWrong = isBroken || !other.success;
  const interestRate = (other.success ? other.data : undefined) ?? proposal.interestRate;
  const iof = parameters.data?.iof;
  const terms = useMemo(() => {
    const amountCents = parseDecimal(amount);
    if (!iof || !today || amountCents === null) return null;
    return termsAt({ amountCents, termMonths, referenceOn: today }, interestRate, { iof });
  }, [amount, termMonths, interestRate, iof, today]);

  function back(from: DecisionStep) {
    setLeft(from);
    onStep('choose');
  }

  if (step === 'reject')
    return (
      <RejectStep
        {...props}
        reason={reason}
        onBack={(typed) => {
          setReason(typed);
          back('reject');
        }}
      />
    );
  if (step === 'approve' && terms)
    return (
      <ApproveStep {...props} interestRate={interestRate} terms={terms} onBack={() => back('approve')} />
    );
  return (
    <Panel title="Decisão">
      <FieldBox
        label="Taxa personalizada (% a.m.)"
        optional
        hint={`Em branco, vale a da proposta: ${formatPercent(proposal.interestRate)} ao mês.`}
        error={isWrong ? WRONG_RATE : undefined}
      >
        <Input
          type="number"
          step="0.1"
          min="0"
          inputMode="decimal"
          autoComplete="off"
          className="num"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            // The browser reports an invalid number as '', which means the proposal's own rate.
            setBroken(target.validity.badInput);
          }}
          // The wheel must scroll the dialog, not change the rate.
          onWheel={({ currentTarget }) => currentTarget.blur()}
        />
      </FieldBox>
      <Fetched
        query={parameters}
        failure="Não foi possível calcular a parcela"
        skeleton={<Skeleton height="15rem" borderRadius="control" />}
      >
        {() =>
          !isWrong &&
          (terms ? (
            <NewTerms proposal={proposal} interestRate={interestRate} terms={terms} />
          ) : (
            <Text color="fg.muted">O valor é baixo demais para tantas parcelas.</Text>
          ))
        }
      </Fetched>
      <Stack gap="3">
        <Text color="fg.muted" textStyle="sm">
          A decisão é definitiva; o cliente é avisado na hora. Aprovar gera o contrato, que espera a
          assinatura.
        </Text>
        <Flex gap="3" wrap={{ base: 'wrap-reverse', sm: 'wrap' }} justify="flex-end">
          <Button
            ref={left === 'reject' ? focusOn : undefined}
            variant="outline"
            colorPalette="negative"
            onClick={() => onStep('reject')}
          >
            <X size={18} aria-hidden />
            Rejeitar
          </Button>
          <Button
            ref={left === 'approve' ? focusOn : undefined}
            disabled={isWrong || !terms}
            onClick={() => onStep('approve')}
          >
            <Check size={18} aria-hidden />
            Aprovar
          </Button>
        </Flex>
      </Stack>
    </Panel>
  );
}
