import { createFileRoute } from '@tanstack/react-router';
import { PublicPage } from '../shell/public-page.tsx';
import { ComingSoon } from '../ui/coming-soon.tsx';

export const Route = createFileRoute('/confirmar-email')({ component: ConfirmEmailPage });

function ConfirmEmailPage() {
  return (
    <PublicPage>
      <ComingSoon
        title="Confirmar e-mail"
        description="A confirmação de um novo e-mail por link abre em breve."
        back="/login"
        backLabel="Ir para o login"
      />
    </PublicPage>
  );
}
