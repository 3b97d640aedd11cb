import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/admin/audit')({ component: AuditPage });

function AuditPage() {
  return (
    <ComingSoon
      title="Auditoria"
      subtitle="Histórico completo de ações no sistema"
      description="Aqui estará cada ação registrada, com busca, filtros e exportação."
      back="/admin/dashboard"
    />
  );
}
