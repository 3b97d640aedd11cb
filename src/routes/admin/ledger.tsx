import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/admin/ledger')({ component: LedgerPage });

function LedgerPage() {
  return (
    <ComingSoon
      title="Ledger"
      description="Aqui estarão todos os lançamentos do banco, com exportação e conciliação."
      back="/admin/dashboard"
    />
  );
}
