import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/client/asaas-account')({ component: AsaasAccountPage });

function AsaasAccountPage() {
  return (
    <ComingSoon
      title="Conta de Pagamentos"
      description="Aqui você vai enviar os documentos que liberam o Pix e o saldo externo."
      back="/client/dashboard"
    />
  );
}
