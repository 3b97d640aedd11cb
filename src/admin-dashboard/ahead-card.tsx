import { linkOptions } from '@tanstack/react-router';
import type { RouterOutputs } from '../trpc.ts';
import { formatDay } from '../ui/date.ts';
import { Money } from '../ui/money.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { age } from './age.ts';
import { counted, inDigits } from './count.ts';
import { RowLink, RowLinks } from './row-link.tsx';

type Overview = RouterOutputs['admin']['overview'];

export function AheadCard({ overview }: { overview: Overview }) {
  const { days, at, flow, today, newCustomers, waiting, ahead } = overview;
  const dayByDay = linkOptions({
    to: '/admin/dashboard',
    search: { dias: days, lista: 'vencimentos' },
    resetScroll: false,
  });
  return (
    <SectionCard
      title="Movimento"
      description={`Últimos ${days} dias, e o que vem até ${formatDay(ahead.untilOn)}.`}
    >
      <RowLinks label="Movimento" isWide>
        <RowLink
          link={linkOptions({
            to: '/admin/users',
            search: { perfil: 'cliente', desde: flow[0]?.day ?? today },
          })}
          name="Novos clientes"
          detail={`desde ${formatDay(flow[0]?.day ?? today)}`}
        >
          {inDigits(newCustomers)}
        </RowLink>
        <RowLink
          link={linkOptions({ to: '/admin/credit', search: { status: 'undecided' } })}
          name="Propostas em espera"
          detail={waiting.oldestAt === null ? 'nenhuma espera' : `a mais antiga ${age(waiting.oldestAt, at)}`}
        >
          {inDigits(waiting.count)}
        </RowLink>
        <RowLink
          link={dayByDay}
          name="Investimentos a vencer"
          detail={counted(ahead.investments.count, 'investimento', 'investimentos')}
        >
          <Money decimal={ahead.investments.amount} />
        </RowLink>
        <RowLink
          link={dayByDay}
          name="Parcelas a receber"
          detail={counted(ahead.instalments.count, 'parcela a vencer', 'parcelas a vencer')}
        >
          <Money decimal={ahead.instalments.amount} />
        </RowLink>
      </RowLinks>
    </SectionCard>
  );
}
