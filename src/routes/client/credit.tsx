import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/client/credit')({ component: CreditPage });

function CreditPage() {
  return (
    <ComingSoon
      title="Crédito"
      description="Aqui você vai simular um crédito, enviar sua proposta e acompanhar a análise."
      back="/client/dashboard"
    />
  );
}
