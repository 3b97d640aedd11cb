import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/admin/credit')({ component: CreditPage });

function CreditPage() {
  return (
    <ComingSoon
      title="Crédito"
      description="Aqui as propostas de crédito serão analisadas e decididas."
      back="/admin/dashboard"
    />
  );
}
