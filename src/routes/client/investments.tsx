import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/client/investments')({ component: InvestmentsPage });

function InvestmentsPage() {
  return (
    <ComingSoon
      title="Investimentos"
      description="Aqui você vai escolher onde investir e acompanhar o rendimento até o vencimento."
      back="/client/dashboard"
    />
  );
}
