import { linkOptions } from '@tanstack/react-router';
import { ratioOf } from '#domain/money';
import type { RouterOutputs } from '../trpc.ts';
import { Money } from '../ui/money.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { counted, percent } from './count.ts';
import { RowLink, RowLinks } from './row-link.tsx';

const DELAYS = [
  { key: 'over1', delay: 1, name: '1 dia ou mais' },
  { key: 'over30', delay: 30, name: 'Mais de 30 dias' },
  { key: 'over90', delay: 90, name: 'Mais de 90 dias' },
] as const;

export function OverdueCard({ overdue }: Pick<RouterOutputs['admin']['overview'], 'overdue'>) {
  return (
    <SectionCard title="Em atraso" description="O saldo devedor inteiro de quem tem parcela vencida.">
      <RowLinks label="Em atraso">
        {DELAYS.map(({ key, delay, name }) => (
          <RowLink
            key={key}
            link={linkOptions({ to: '/admin/operations', search: { atraso: delay } })}
            name={name}
            detail={`${counted(overdue[key].count, 'crédito', 'créditos')} · ${percent(ratioOf(overdue[key].amount, overdue.bookAmount))} da carteira`}
          >
            <Money decimal={overdue[key].amount} />
          </RowLink>
        ))}
      </RowLinks>
    </SectionCard>
  );
}
