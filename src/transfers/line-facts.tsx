import { Badge, Box, Flex, Text } from '@chakra-ui/react';
import type { Boleto } from '#domain/account/boleto';
import { segmentName } from '#domain/account/boleto-line';
import { formatBrl } from '#domain/money';
import { daysBetween, formatDay } from '../ui/date.ts';
import { Facts } from '../ui/fact.tsx';

export function LineFacts({ boleto, today }: { boleto: Boleto; today: string }) {
  const isBank = boleto.kind === 'bank';
  return (
    <Box bg="bg.subtle" borderRadius="control" paddingInline="4" paddingBlock="3">
      <Text role="status" fontWeight="600">
        {isBank ? 'Boleto bancário' : segmentName(boleto.segment)}: código correto
      </Text>
      <Facts
        marginTop="2"
        of={{
          Valor: <AmountText boleto={boleto} />,
          Vencimento:
            isBank && boleto.dueOn ? (
              <DueDay dueOn={boleto.dueOn} today={today} />
            ) : (
              <Text as="span" fontWeight="400">
                {isBank ? 'sem vencimento' : 'não consta no código'}
              </Text>
            ),
          'Banco emissor': isBank && boleto.bankCode,
        }}
      />
    </Box>
  );
}

/** Some lines leave the amount open or hold a reference in its place. */
function AmountText({ boleto }: { boleto: Boleto }) {
  const isOpen = boleto.amountCents === 0 || (boleto.kind === 'utility' && !boleto.hasEffectiveValue);
  if (!isOpen) return <span data-money="">{formatBrl(boleto.amountCents)}</span>;
  return (
    <Text as="span" fontWeight="400">
      não consta no código
    </Text>
  );
}

type DueDayProps = {
  dueOn: string;
  today: string;
  /** The server's answer, which considers business days; if undefined, calendar days decide. */
  isOverdue?: boolean;
};

export function DueDay({ dueOn, today, isOverdue }: DueDayProps) {
  const daysLeft = daysBetween(today, dueOn);
  return (
    <Flex as="span" align="center" justify="flex-end" gap="2" wrap="wrap">
      <span className="num">{formatDay(dueOn)}</span>
      {(isOverdue ?? daysLeft < 0) && <Badge colorPalette="negative">Vencido</Badge>}
      {daysLeft === 0 && <Badge colorPalette="caution">Vence hoje</Badge>}
      {daysLeft > 0 && daysLeft <= 7 && (
        <Badge colorPalette="notice">{daysLeft === 1 ? 'Vence amanhã' : `Vence em ${daysLeft} dias`}</Badge>
      )}
    </Flex>
  );
}
