import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/admin/settings')({ component: SettingsPage });

function SettingsPage() {
  return (
    <ComingSoon
      title="Configurações"
      subtitle="Gerencie as configurações do sistema"
      description="Aqui estarão os parâmetros do banco e o estado do sistema."
      back="/admin/dashboard"
    />
  );
}
