import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/admin/investments')({ component: InvestmentsPage });

function InvestmentsPage() {
  return (
    <ComingSoon
      title="Investimentos"
      description="Aqui os produtos de investimento serão criados e acompanhados."
      back="/admin/dashboard"
    />
  );
}
