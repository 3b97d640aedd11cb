import { Badge, Box, Flex, Progress, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MAX_RATING_POINTS, ratingLabel } from '#domain/credit/rating';
import type { RouterOutputs } from '../trpc.ts';
import { formatMonth } from '../ui/date.ts';
import { Fetched, type Query } from '../ui/fetched.tsx';
import { DOTTED, FigureLink } from '../ui/figure-link.tsx';
import { PlainLink, TextLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { monthRows } from '../ui/month-rows.ts';
import { FigureSkeleton } from '../ui/skeletons.tsx';
import { Panel } from './panel.tsx';

export function CardLink({ to, children }: { to: LinkProps['to']; children: ReactNode }) {
  return (
    <TextLink
      to={to}
      variant="underline"
      colorPalette="brand"
      fontWeight="600"
      alignSelf="start"
      minHeight="11"
      marginBlock="-1.5"
      display="inline-flex"
      alignItems="center"
    >
      {children}
    </TextLink>
  );
}

export function MonthlyBalanceCard({ month }: { month: Query<RouterOutputs['account']['monthSummary']> }) {
  return (
    <Panel title="Saldo do mês" kind="figure">
      <Fetched query={month} failure="Não foi possível carregar o mês" skeleton={<FigureSkeleton />}>
        {(data) => (
          <>
            <Box>
              <FigureLink
                of="Saldo do mês"
                search={monthRows(data.month, { efeito: 'contam' })}
                decimal={data.net}
                signed
                textStyle="2xl"
                fontFamily="heading"
                fontWeight="700"
              />
            </Box>
            <Text color="fg.muted" textStyle="sm">
              Entradas menos saídas em {formatMonth(data.month)}
            </Text>
          </>
        )}
      </Fetched>
    </Panel>
  );
}

export function CreditsCard({ credit }: { credit: Query<RouterOutputs['credit']['summary']> }) {
  return (
    <Panel title="Créditos ativos" kind="figure">
      <Fetched query={credit} failure="Não foi possível carregar os créditos" skeleton={<FigureSkeleton />}>
        {({ activeCount, activeTotal }) =>
          activeCount === 0 ? (
            <>
              <Text textStyle="lg" fontWeight="600">
                Nenhum crédito ativo
              </Text>
              <CardLink to="/client/credit">Pedir crédito</CardLink>
            </>
          ) : (
            <>
              <PlainLink to="/client/my-credits" search={{ aba: 'parcelas' }} css={DOTTED} alignSelf="start">
                <VisuallyHidden>Ver as parcelas de Créditos ativos: </VisuallyHidden>
                <Money decimal={activeTotal} textStyle="2xl" fontFamily="heading" fontWeight="700" />
              </PlainLink>
              <Text color="fg.muted" textStyle="sm">
                A pagar em <span className="num">{activeCount}</span>{' '}
                {activeCount === 1 ? 'crédito ativo' : 'créditos ativos'}
              </Text>
            </>
          )
        }
      </Fetched>
    </Panel>
  );
}

export function RatingCard({ points }: { points: number | null }) {
  return (
    <Panel title="Rating" kind="figure">
      {points === null ? (
        <>
          <Text textStyle="lg" fontWeight="600">
            Ainda sem rating
          </Text>
          <Text color="fg.muted" textStyle="sm">
            Seus pontos começam a contar depois que vence a primeira parcela de um crédito.
          </Text>
        </>
      ) : (
        <Stack gap="3">
          <Flex align="baseline" gap="2" wrap="wrap">
            <Text className="num" textStyle="2xl" fontFamily="heading" fontWeight="700">
              {points}
            </Text>
            <Text color="fg.muted">de {MAX_RATING_POINTS} pontos</Text>
            <Badge colorPalette="brand">{ratingLabel(points)}</Badge>
          </Flex>
          <Progress.Root
            value={points}
            max={MAX_RATING_POINTS}
            size="sm"
            colorPalette="accent"
            aria-label="Rating"
          >
            <Progress.Track>
              <Progress.Range />
            </Progress.Track>
          </Progress.Root>
        </Stack>
      )}
    </Panel>
  );
}
