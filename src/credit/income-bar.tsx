import { incomeShare } from '#domain/credit/income-share';
import { trpc } from '../trpc.ts';
import { IncomeShareBar } from '../ui/income-share-bar.tsx';

export function IncomeBar({ monthlyPayment }: { monthlyPayment: string }) {
  const me = trpc.auth.me.useQuery();
  const share = incomeShare(monthlyPayment, me.data?.user.monthlyIncome ?? '');
  if (share === null) return null;
  const isCompany = me.data?.user.cnpj != null;
  return (
    <IncomeShareBar
      share={share}
      of={isCompany ? 'do faturamento' : 'da sua renda'}
      label={isCompany ? 'Parte do faturamento mensal' : 'Parte da renda mensal'}
    />
  );
}
