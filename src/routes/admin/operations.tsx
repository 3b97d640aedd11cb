import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/admin/operations')({ component: OperationsPage });

function OperationsPage() {
  return (
    <ComingSoon
      title="Operações"
      description="Aqui as operações de crédito serão acompanhadas e cobradas."
      back="/admin/dashboard"
    />
  );
}
