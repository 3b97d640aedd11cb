import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/client/my-credits')({ component: MyCreditsPage });

function MyCreditsPage() {
  return (
    <ComingSoon
      title="Meus Créditos"
      description="Seus créditos contratados e as parcelas de cada um ficarão aqui."
      back="/client/dashboard"
    />
  );
}
