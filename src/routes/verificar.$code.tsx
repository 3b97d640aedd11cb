import { createFileRoute } from '@tanstack/react-router';
import { PublicPage } from '../shell/public-page.tsx';
import { ComingSoon } from '../ui/coming-soon.tsx';

export const Route = createFileRoute('/verificar/$code')({ component: VerifyDocumentPage });

function VerifyDocumentPage() {
  return (
    <PublicPage>
      <ComingSoon
        title="Verificar documento"
        description="A verificação pública de comprovantes e contratos abre em breve."
        back="/login"
        backLabel="Ir para o login"
      />
    </PublicPage>
  );
}
