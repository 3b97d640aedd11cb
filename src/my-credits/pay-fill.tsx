import { Box, Button, Checkbox, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { paymentToday } from '#domain/credit/payment-today';
import { MAX_INSTALMENTS_PER_PAYMENT } from '#domain/credit/words';
import { useChecking } from '../shared-movement/checking.ts';
import { useMissing } from '../shared-movement/cover.ts';
import type { FillProps } from '../shared-movement/move-flow.tsx';
import { formatDay } from '../ui/date.ts';
import { DialogButtons } from '../ui/dialog-frame.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { type Chosen, type Instalment, nameOf } from './credits.ts';

type PayFillProps = FillProps<string[], Chosen> & {
  offered: Instalment[];
  isMany: boolean;
};

export function PayFill({ offered, isMany, draft: chosen, takesFocus, onReview }: PayFillProps) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set(chosen));
  const checking = useChecking();
  const found = offered.filter(({ id }) => marked.has(id));
  const { discountCents, lateCents, totalCents } = paymentToday(found);
  const missing = useMissing('checking');
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function choose(ids: readonly string[]) {
    setProblem(null);
    setMarked(new Set(ids));
  }

  async function review() {
    if (found.length === 0) return setProblem('Selecione as parcelas');
    if (found.length > MAX_INSTALMENTS_PER_PAYMENT)
      return setProblem(`Pague no máximo ${MAX_INSTALMENTS_PER_PAYMENT} parcelas de cada vez`);
    setAsking(true);
    const coverCents = await missing(totalCents);
    setAsking(false);
    if (coverCents === null) return setProblem('Saldo insuficiente');
    await onReview(
      found.map(({ id }) => id),
      { instalments: found, coverCents },
    );
  }

  return (
    <>
      <StepHeading label="Passos do pagamento" step={0} title={titleOf(offered)} takesFocus={takesFocus} />
      {isMany && <Choices offered={offered} marked={marked} onChoose={choose} />}
      <Stack gap="1" role="status">
        <Flex align="baseline" justify="space-between" gap="3" wrap="wrap">
          <Text>Total hoje</Text>
          <Money cents={totalCents} textStyle="2xl" fontFamily="heading" fontWeight="700" exposed />
        </Flex>
        {discountCents > 0 && (
          <Text color="positive.fg" fontWeight="600">
            Você economiza <Money cents={discountCents} exposed /> em juros.
          </Text>
        )}
        {lateCents > 0 && (
          <Text color="negative.fg" fontWeight="600">
            Inclui <Money cents={lateCents} exposed /> de multa e juros por atraso.
          </Text>
        )}
        {checking && (
          <Text color="fg.muted" textStyle="sm">
            Disponível <Money decimal={checking.balance} />
          </Text>
        )}
      </Stack>
      <div role="alert">{problem && <Notice status="error" title={problem} />}</div>
      <DialogButtons>
        <Button onClick={review} loading={asking} loadingText="Conferindo o saldo…">
          Continuar
        </Button>
      </DialogButtons>
    </>
  );
}

function titleOf(offered: readonly Instalment[]): string {
  const [first] = offered;
  if (!first) return 'Nada a pagar';
  return offered.length === 1 ? `${nameOf(first)}: ${first.credit.purpose}` : first.credit.purpose;
}

type ChoicesProps = {
  offered: readonly Instalment[];
  marked: ReadonlySet<string>;
  onChoose: (ids: readonly string[]) => void;
};

function Choices({ offered, marked, onChoose }: ChoicesProps) {
  const ids = offered.map(({ id }) => id);
  const isTooMany = ids.length > MAX_INSTALMENTS_PER_PAYMENT;
  const quick = [
    { label: 'A próxima', ids: ids.slice(0, 1) },
    { label: 'A última', ids: ids.slice(-1) },
    { label: 'As 3 últimas', ids: ids.slice(-3) },
    isTooMany
      ? { label: `As ${MAX_INSTALMENTS_PER_PAYMENT} últimas`, ids: ids.slice(-MAX_INSTALMENTS_PER_PAYMENT) }
      : { label: 'Todas', ids },
  ];
  const list = useRef<HTMLUListElement>(null);
  const [picks, setPicks] = useState(0);
  // A row selected by another control may be outside the visible part of the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the screen opens and at each pick
  useEffect(() => {
    list.current?.querySelector('li:has(:checked)')?.scrollIntoView({ block: 'nearest' });
  }, [picks]);
  const toggle = (id: string, isMarked: boolean) =>
    onChoose(isMarked ? [...marked, id] : [...marked].filter((one) => one !== id));
  return (
    <Stack gap="3">
      <Text color="fg.muted">
        Quanto mais longe o vencimento, maior o desconto: pagar as últimas encurta o crédito.
        {isTooMany && ` São no máximo ${MAX_INSTALMENTS_PER_PAYMENT} de cada vez.`}
      </Text>
      <Flex role="group" aria-label="Escolha rápida" gap="2" wrap="wrap">
        {quick.map((choice) => (
          <Button
            key={choice.label}
            size="sm"
            variant="outline"
            onClick={() => {
              onChoose(choice.ids);
              setPicks(picks + 1);
            }}
          >
            {choice.label}
          </Button>
        ))}
      </Flex>
      <chakra.ul
        ref={list}
        listStyleType="none"
        aria-label="Parcelas a pagar"
        maxHeight="18rem"
        overflowY="auto"
        borderWidth="1px"
        borderColor="border.muted"
        borderRadius="control"
      >
        {offered.map((instalment) => (
          <Choice
            key={instalment.id}
            instalment={instalment}
            isMarked={marked.has(instalment.id)}
            onMark={toggle}
          />
        ))}
      </chakra.ul>
    </Stack>
  );
}

type ChoiceProps = {
  instalment: Instalment;
  isMarked: boolean;
  onMark: (id: string, isMarked: boolean) => void;
};

function Choice({ instalment, isMarked, onMark }: ChoiceProps) {
  const { discountCents, lateCents, totalCents } = paymentToday([instalment]);
  return (
    <Box as="li" borderTop="1px solid" borderColor="border.muted" _first={{ borderTopWidth: '0' }}>
      <Checkbox.Root
        checked={isMarked}
        colorPalette="brand"
        width="full"
        minHeight="11"
        paddingBlock="2"
        paddingInline="3"
        onCheckedChange={({ checked }) => onMark(instalment.id, checked === true)}
      >
        <Checkbox.HiddenInput />
        <Checkbox.Control />
        <Checkbox.Label flex="1">
          <Flex justify="space-between" gap="3" wrap="wrap" className="num">
            <span>
              {instalment.installmentNumber} · {formatDay(instalment.dueDate)}
            </span>
            <span>
              <Money cents={totalCents} exposed />
              {discountCents > 0 && (
                <Text as="span" color="positive.fg" textStyle="sm">
                  {' '}
                  <Money cents={-discountCents} exposed />
                </Text>
              )}
              {lateCents > 0 && (
                <Text as="span" color="negative.fg" textStyle="sm">
                  {' '}
                  <Money cents={lateCents} signed exposed />
                </Text>
              )}
            </span>
          </Flex>
        </Checkbox.Label>
      </Checkbox.Root>
    </Box>
  );
}
