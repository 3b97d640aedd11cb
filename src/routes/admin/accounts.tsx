import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/admin/accounts')({ component: AccountsPage });

function AccountsPage() {
  return (
    <ComingSoon
      title="Contas"
      description="Aqui estarão todas as contas, com titular, tipo e saldo."
      back="/admin/dashboard"
    />
  );
}
