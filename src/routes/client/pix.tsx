import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/client/pix')({ component: PixPage });

function PixPage() {
  return (
    <ComingSoon
      title="PIX"
      description="Suas chaves, transferências e cobranças por Pix ficarão aqui."
      back="/client/dashboard"
    />
  );
}
