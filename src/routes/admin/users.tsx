import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/admin/users')({ component: UsersPage });

function UsersPage() {
  return (
    <ComingSoon
      title="Clientes"
      description="Aqui estarão todos os clientes, com busca por nome, e-mail ou usuário."
      back="/admin/dashboard"
    />
  );
}
