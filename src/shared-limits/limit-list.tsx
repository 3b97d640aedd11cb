import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { formatBrl, parseDecimal } from '#domain/money';
import { percentUsed } from '#domain/protection/limits';
import { LIMIT_KIND_LABELS, LIMIT_WINDOW_LABELS, type LimitWindow } from '#domain/protection/words';
import type { RouterOutputs } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { MeterBar } from '../ui/meter-bar.tsx';
import { Money } from '../ui/money.tsx';
import { TabStrip } from '../ui/tab-strip.tsx';

export type Limits = RouterOutputs['account']['limits']['list'];
export type Limit = Limits['limits'][number];

/** 'Transferências, noturno (20h às 6h)'. */
export const nameOf = ({ kind, window }: Pick<Limit, 'kind' | 'window'>): string =>
  `${LIMIT_KIND_LABELS[kind]}, ${LIMIT_WINDOW_LABELS[window].toLowerCase()}`;

type LimitListProps = {
  of: Limits;
  /** Shown with each amount. */
  actions: (limit: Limit) => ReactNode;
  /** Shown with a raise that waits. */
  raiseAction?: (raise: NonNullable<Limit['next']>, limit: Limit) => ReactNode;
  showsMaximum?: boolean;
};

/** The limits of one window at a time; first the one that holds now. */
export function LimitList({ of: { limits, isNight }, ...row }: LimitListProps) {
  const [now, later] = isNight ? (['night', 'day'] as const) : (['day', 'night'] as const);
  const [window, setWindow] = useState<LimitWindow>(now);
  const tabs = [now, 'transaction', 'month', later].map((value) => ({
    value: value as LimitWindow,
    label: TABS[value as LimitWindow],
  }));
  return (
    <TabStrip label="Período dos limites" tabs={tabs} value={window} onChange={setWindow}>
      <Stack gap="3">
        <Text color="fg.muted">
          {window === now ? `Agora vale o ${ABOUT[window]}` : `O ${ABOUT[window]}`}
        </Text>
        <chakra.ul listStyle="none" margin="0" padding="0">
          {limits
            .filter((limit) => limit.window === window)
            .map((limit) => (
              <LimitRow key={limit.kind} limit={limit} {...row} />
            ))}
        </chakra.ul>
      </Stack>
    </TabStrip>
  );
}

const TABS: Record<LimitWindow, string> = {
  transaction: 'Pagamento',
  day: 'Dia',
  night: 'Noite',
  month: 'Mês',
};

const ABOUT: Record<LimitWindow, string> = {
  transaction: 'limite por transação vale para cada pagamento, a qualquer hora.',
  day: 'limite diurno, das 6h às 20h.',
  night: 'limite noturno, das 20h às 6h.',
  month: 'limite mensal soma tudo o que sai no mês.',
};

type LimitRowProps = Omit<LimitListProps, 'of'> & { limit: Limit };

function LimitRow({ limit, actions, raiseAction, showsMaximum }: LimitRowProps) {
  const { kind, amount, maximum, next } = limit;
  return (
    <chakra.li paddingBlock="4" borderTop="1px solid" borderColor="border.muted">
      <Stack gap="2">
        <Flex align="center" justify="space-between" gap="3">
          <Stack gap="0" minWidth="0">
            <Text fontWeight="600">{kind === 'total' ? 'Tudo somado' : LIMIT_KIND_LABELS[kind]}</Text>
            <Text className="num">
              <Money decimal={amount} exposed />
            </Text>
            {showsMaximum && (
              <Text color="fg.muted" textStyle="sm" className="num">
                O máximo é <Money decimal={maximum} exposed />
              </Text>
            )}
          </Stack>
          {actions(limit)}
        </Flex>
        <Use of={limit} />
        {next && (
          <Flex align="center" columnGap="3" wrap="wrap">
            <Text textStyle="sm" color="fg.warning" className="num">
              Aumenta para {formatBrl(parseDecimal(next.amount) ?? 0)} em {formatMoment(next.effectiveAt)}.
            </Text>
            {raiseAction?.(next, limit)}
          </Flex>
        )}
      </Stack>
    </chakra.li>
  );
}

const MUCH_PERCENT = 80;

/** What is used in the period that holds now; nothing for others. */
function Use({ of: limit }: { of: Limit }) {
  const { amount, used, endsAt } = limit;
  if (used === null) return null;
  const [limitCents, usedCents] = [parseDecimal(amount) ?? 0, parseDecimal(used) ?? 0];
  const left = formatBrl(Math.max(0, limitCents - usedCents));
  const text = `${formatBrl(usedCents)} usados; restam ${left} até ${endsAt}`;
  const share = percentUsed(usedCents, limitCents);
  return (
    <Stack gap="1.5">
      <MeterBar
        share={share}
        palette={share >= 100 ? 'negative' : share >= MUCH_PERCENT ? 'caution' : 'brand'}
        label={`Uso do limite: ${nameOf(limit)}`}
        text={text}
      />
      <Text color="fg.muted" textStyle="sm" className="num">
        {text}
      </Text>
    </Stack>
  );
}
