import { chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { type LinkProps, linkOptions } from '@tanstack/react-router';
import {
  ArrowRight,
  BadgeAlert,
  CalendarX2,
  Check,
  CircleHelp,
  ClockAlert,
  HandCoins,
  Hourglass,
  type LucideIcon,
  MailX,
  Scale,
  ScanSearch,
  ServerCrash,
} from 'lucide-react';
import type { RouterOutputs } from '../trpc.ts';
import { age } from './age.ts';
import { LinkedRow } from './row-link.tsx';

type Overview = RouterOutputs['admin']['overview'];
type Need = Overview['needs'][number]['need'];

type Words = {
  one: string;
  many: string;
  /** Prefix of the age when there are several; null if the age applies to all of them. */
  oldest: 'a mais antiga' | 'o mais antigo' | null;
  icon: LucideIcon;
  /** negative: money is at risk · caution: a decision is pending */
  palette: 'negative' | 'caution';
  link: LinkProps;
};

const WORDS: Record<Need, Words> = {
  clock: {
    one: 'dúvida sobre o relógio da máquina: confira-o',
    many: 'dúvidas sobre o relógio da máquina: confira-o',
    oldest: null,
    icon: ClockAlert,
    palette: 'negative',
    link: linkOptions({ to: '/admin/jobs' }),
  },
  reconciliation: {
    one: 'diferença na última conciliação',
    many: 'diferenças na última conciliação',
    oldest: null,
    icon: Scale,
    palette: 'negative',
    link: linkOptions({ to: '/admin/ledger', search: { conciliacao: 'ultima' } }),
  },
  stuck_orders: {
    one: 'pagamento sem desfecho no provedor',
    many: 'pagamentos sem desfecho no provedor',
    oldest: 'o mais antigo',
    icon: CircleHelp,
    palette: 'negative',
    link: linkOptions({ to: '/admin/jobs', hash: 'pagamentos' }),
  },
  payment_reviews: {
    one: 'pagamento espera análise',
    many: 'pagamentos esperam análise',
    oldest: 'o mais antigo',
    icon: ScanSearch,
    palette: 'negative',
    link: linkOptions({ to: '/admin/payment-reviews', search: { status: 'pending' } }),
  },
  held_payments: {
    one: 'PIX retido espera uma decisão',
    many: 'PIX retidos esperam uma decisão',
    oldest: 'o mais antigo',
    icon: HandCoins,
    palette: 'negative',
    link: linkOptions({ to: '/admin/held-payments', search: { status: 'held' } }),
  },
  failed_jobs: {
    one: 'rotina que falhou',
    many: 'rotinas que falharam',
    oldest: 'a mais antiga',
    icon: ServerCrash,
    palette: 'negative',
    link: linkOptions({ to: '/admin/jobs' }),
  },
  mail_given_up: {
    one: 'e-mail que não pôde ser enviado',
    many: 'e-mails que não puderam ser enviados',
    oldest: 'o mais antigo',
    icon: MailX,
    palette: 'negative',
    link: linkOptions({ to: '/admin/jobs', hash: 'emails' }),
  },
  reviews: {
    one: 'revisão de crédito pedida pelo cliente',
    many: 'revisões de crédito pedidas por clientes',
    oldest: 'a mais antiga',
    icon: BadgeAlert,
    palette: 'caution',
    link: linkOptions({ to: '/admin/credit', search: { status: 'review' } }),
  },
  old_proposals: {
    one: 'proposta espera há mais de 24 horas',
    many: 'propostas esperam há mais de 24 horas',
    oldest: 'a mais antiga',
    icon: Hourglass,
    palette: 'caution',
    link: linkOptions({ to: '/admin/credit', search: { status: 'undecided' } }),
  },
  new_overdue: {
    one: 'crédito com parcela vencida nos últimos 7 dias',
    many: 'créditos com parcela vencida nos últimos 7 dias',
    oldest: null,
    icon: CalendarX2,
    palette: 'caution',
    link: linkOptions({ to: '/admin/operations', search: { atraso: 'novo' } }),
  },
};

/** Most urgent first. */
export function Needs({ needs, at }: { needs: Overview['needs']; at: string }) {
  return (
    <chakra.section aria-labelledby="precisa" layerStyle="panel" padding="5">
      <Heading as="h2" id="precisa" size="lg" fontWeight="600" marginBottom="1">
        Precisa de alguém
      </Heading>
      {needs.length === 0 ? (
        <Flex align="center" gap="3" color="fg.muted" minHeight="11">
          <chakra.span asChild color="positive.fg" flexShrink={0}>
            <Check size={20} aria-hidden />
          </chakra.span>
          Nada espera por ninguém agora.
        </Flex>
      ) : (
        <chakra.ul listStyleType="none" margin="0" padding="0">
          {needs.map((need) => (
            <NeedRow key={need.need} {...need} at={at} />
          ))}
        </chakra.ul>
      )}
    </chakra.section>
  );
}

function NeedRow({ need, count, oldestAt, at }: Overview['needs'][number] & { at: string }) {
  const { one, many, oldest, icon: NeedIcon, palette, link } = WORDS[need];
  return (
    <LinkedRow link={link}>
      <chakra.span asChild color={`${palette}.fg`} flexShrink={0}>
        <NeedIcon size={20} aria-hidden />
      </chakra.span>
      <chakra.span flex="1" minWidth="0">
        <chakra.strong className="num">{count.toLocaleString('pt-BR')}</chakra.strong>{' '}
        {count === 1 ? one : many}
        {oldestAt !== null && (
          <Text as="span" color="fg.muted" textStyle="sm">
            {' · '}
            {count > 1 && oldest !== null && `${oldest} `}
            {age(oldestAt, at)}
          </Text>
        )}
      </chakra.span>
      <chakra.span asChild color="fg.subtle" flexShrink={0}>
        <ArrowRight size={16} aria-hidden />
      </chakra.span>
    </LinkedRow>
  );
}
