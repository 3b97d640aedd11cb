import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/client/contracts')({ component: ContractsPage });

function ContractsPage() {
  return (
    <ComingSoon
      title="Contratos"
      description="Aqui você vai ler, assinar e baixar os seus contratos."
      back="/client/dashboard"
    />
  );
}
