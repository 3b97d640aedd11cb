import { chakra, Flex, SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react';
import { CalendarCheck, CheckCheck, Handshake, type LucideIcon, Trophy } from 'lucide-react';
import {
  ENOUGH_INSTALMENTS,
  MAX_RATING_POINTS,
  PAYMENT_QUALITY,
  RATING_PARTS,
  ratingStartText,
} from '#domain/credit/rating';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { LinkButton } from '../ui/links.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { Loading } from '../ui/skeletons.tsx';
import { RatingGauge } from './rating-gauge.tsx';

type Rating = RouterOutputs['credit']['rating'];

type Part = {
  title: string;
  text: string;
  icon: LucideIcon;
  points: string;
  /** This customer's points and their source; null if nothing is rated yet. */
  own: (rating: Rating) => string | null;
};

const PARTS: Part[] = [
  {
    title: 'Pague as parcelas em dia',
    text: 'É o que mais conta. Quanto menos dias de atraso, mais pontos.',
    points: `até ${RATING_PARTS.payment}`,
    icon: CalendarCheck,
    own: ({ parts, instalments, onTime }) =>
      parts && `Você tem ${parts.payment}. Parcelas em dia: ${onTime} de ${instalments}.`,
  },
  {
    title: 'Atenda ou responda quando falarmos com você',
    text: 'Contatos fáceis contam por inteiro; os moderados, pela metade.',
    points: `até ${RATING_PARTS.ease}`,
    icon: Handshake,
    own: ({ parts, contacts }) =>
      parts && `Você tem ${parts.ease}, ${contacts === 0 ? 'sem atendimentos' : `de ${counted(contacts)}`}.`,
  },
  {
    title: 'Resolva o que foi tratado',
    text: 'Conta a parte dos seus atendimentos que terminou resolvida.',
    points: `até ${RATING_PARTS.resolution}`,
    icon: CheckCheck,
    own: ({ parts, contacts, resolvedContacts }) =>
      parts && `Você tem ${parts.resolution}. Resolvidos: ${resolvedContacts} de ${contacts}.`,
  },
  {
    title: 'Quite seus créditos',
    text: 'Cada crédito pago até o fim soma mais pontos.',
    points: `+${RATING_PARTS.perOperation} cada`,
    icon: Trophy,
    own: ({ parts, finishedOperations }) =>
      parts &&
      `Você tem ${parts.operations}, de ${finishedOperations} ${finishedOperations === 1 ? 'crédito quitado' : 'créditos quitados'}.`,
  },
];

const counted = (contacts: number): string =>
  `${contacts} ${contacts === 1 ? 'atendimento' : 'atendimentos'}`;

export function RatingTab() {
  const me = trpc.auth.me.useQuery();
  // Payments and the daily run change the rating.
  const rating = trpc.credit.rating.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6" alignItems="start">
      <SectionCard title="Seu rating" description="A nota interna do ValeBank, de 0 a 1000.">
        <Fetched
          query={me}
          failure="Erro ao carregar perfil"
          skeleton={
            <Loading label="Carregando o rating…">
              <Skeleton height="11rem" borderRadius="control" />
            </Loading>
          }
        >
          {({ user }) =>
            user.ratingVb === null ? (
              <EmptyState
                level="h3"
                title="Ainda sem rating"
                description={ratingStartText(rating.data ?? { nextDueOn: null, paidAhead: 0 })}
                action={
                  <LinkButton to="/client/credit" variant="outline">
                    Conhecer o crédito
                  </LinkButton>
                }
              />
            ) : (
              <Stack gap="4">
                <RatingGauge points={user.ratingVb} />
                {rating.data && rating.data.instalments < ENOUGH_INSTALMENTS && (
                  <Text color="fg.muted">
                    Ainda há pouco histórico: com mais parcelas vencidas, sua nota diz mais sobre você.
                  </Text>
                )}
                {rating.data && <WhyRating rating={rating.data} />}
              </Stack>
            )
          }
        </Fetched>
      </SectionCard>
      <SectionCard title="O que aumenta o rating" description="Contam os últimos 24 meses.">
        <Stack as="ul" gap="0" listStyle="none">
          {PARTS.map(({ title, text, points, own, icon: PartIcon }) => (
            <Flex
              as="li"
              key={title}
              gap="3"
              paddingBlock="3"
              borderTop="1px solid"
              borderColor="border.muted"
              align="flex-start"
            >
              <chakra.span color="brand.fg" paddingTop="1">
                <PartIcon size={20} aria-hidden />
              </chakra.span>
              <Stack gap="0.5" flex="1" minWidth="0">
                <Text fontWeight="600">{title}</Text>
                <Text color="fg.muted">{text}</Text>
                {rating.data?.parts && (
                  <Text className="num" fontWeight="500">
                    {own(rating.data)}
                  </Text>
                )}
              </Stack>
              <Text className="num" fontWeight="600" whiteSpace="nowrap">
                {points}
              </Text>
            </Flex>
          ))}
        </Stack>
      </SectionCard>
    </SimpleGrid>
  );
}

/** Weight of a late payment by its delay: `70% até 15 dias, 40% até 30 dias …`. */
const LATE_QUALITY = PAYMENT_QUALITY.filter(({ upToDays }) => upToDays > 0)
  .map(({ upToDays, percent }) => `${percent}% até ${upToDays} dias`)
  .join(', ');

function WhyRating({ rating: { rating, parts } }: { rating: Rating }) {
  if (!parts || rating === null) return null;
  return (
    <Disclosure title="Por que esse valor?">
      <Stack gap="2" textStyle="sm">
        <Text className="num">
          {parts.payment} pelos pagamentos, {parts.ease} e {parts.resolution} pelos atendimentos, e{' '}
          {parts.operations} pelos créditos quitados somam {rating}.
        </Text>
        <Text className="num">
          Cada parcela paga em dia conta inteira; paga depois, {LATE_QUALITY}, e além disso nada. Vencimento
          em dia sem expediente bancário passa ao próximo dia útil. Sua parte dos {RATING_PARTS.payment}{' '}
          pontos é a média das parcelas já vencidas.
        </Text>
        <Text>
          Sem atendimentos, os {RATING_PARTS.ease} e os {RATING_PARTS.resolution} pontos são seus por inteiro.
          O que passou há mais de 24 meses não conta mais, e a soma para em {MAX_RATING_POINTS}.
        </Text>
      </Stack>
    </Disclosure>
  );
}
