import { Flex, Stack, Text } from '@chakra-ui/react';
import { paymentToday } from '#domain/credit/payment-today';
import { trpc } from '../trpc.ts';
import { formatDay } from '../ui/date.ts';
import { DaysLeft } from '../ui/days-left.tsx';
import { Money } from '../ui/money.tsx';
import type { Instalment } from './credits.ts';
import { InstalmentBadge } from './instalment-badge.tsx';

export function NextInstalment({ instalment }: { instalment: Instalment }) {
  const { discountCents, lateCents, totalCents } = paymentToday([instalment]);
  return (
    <Flex
      justify="space-between"
      align="center"
      gap="4"
      wrap="wrap"
      bg="bg.subtle"
      borderRadius="control"
      padding="4"
    >
      <Stack gap="1" minWidth="0">
        <Text fontWeight="600">
          Próxima parcela: <span className="num">{instalment.installmentNumber}</span> de{' '}
          <span className="num">{instalment.credit.termMonths}</span>
        </Text>
        <Flex columnGap="2" rowGap="0" align="center" wrap="wrap" color="fg.muted">
          <DueWords instalment={instalment} />
        </Flex>
      </Stack>
      <Stack gap="0" textAlign={{ base: 'start', sm: 'end' }}>
        <Money decimal={instalment.amount} textStyle="xl" fontFamily="heading" fontWeight="700" />
        {totalCents !== 0 && (discountCents > 0 || lateCents > 0) && (
          <Text color="fg.muted" textStyle="sm">
            hoje <Money cents={totalCents} />
            {lateCents > 0 ? ', com multa e juros' : ', com desconto'}
          </Text>
        )}
      </Stack>
    </Flex>
  );
}

function DueWords({ instalment: { dueDate, isOverdue, daysLate } }: { instalment: Instalment }) {
  const me = trpc.auth.me.useQuery();
  return (
    <>
      <span className="num">Vencimento {formatDay(dueDate)}</span>
      {isOverdue && (
        <>
          <InstalmentBadge isPaid={false} isOverdue />
          <span className="num">
            há {daysLate} {daysLate === 1 ? 'dia' : 'dias'}
          </span>
        </>
      )}
      {!isOverdue && me.data && <DaysLeft dueDate={dueDate} today={me.data.today} />}
    </>
  );
}
