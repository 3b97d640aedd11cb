import { createFileRoute } from '@tanstack/react-router';
import { PublicPage } from '../shell/public-page.tsx';
import { ComingSoon } from '../ui/coming-soon.tsx';

export const Route = createFileRoute('/recuperar-senha')({ component: RecoverPasswordPage });

function RecoverPasswordPage() {
  return (
    <PublicPage>
      <ComingSoon
        title="Recuperar senha"
        description="A recuperação de senha por e-mail abre em breve. Até lá, fale com o atendimento: segunda a sexta, das 9h às 18h."
        back="/login"
        backLabel="Ir para o login"
      />
    </PublicPage>
  );
}
