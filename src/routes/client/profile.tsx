import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../../ui/coming-soon.tsx';

export const Route = createFileRoute('/client/profile')({ component: ProfilePage });

function ProfilePage() {
  return (
    <ComingSoon
      title="Meu Perfil"
      description="Aqui você vai ver e atualizar os seus dados, e acompanhar o seu rating."
      back="/client/dashboard"
    />
  );
}
