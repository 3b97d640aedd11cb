import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/admin/clients/$id/history')({ component: HistoryPage });

function HistoryPage() {
  return (
    <ComingSoon
      title="Histórico de Contatos"
      description="Aqui estará cada contato feito com este cliente, do mais recente ao mais antigo."
      back="/admin/users"
      backLabel="Voltar a Clientes"
    />
  );
}
