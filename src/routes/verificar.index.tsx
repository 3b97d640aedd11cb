import { createFileRoute } from '@tanstack/react-router';
import { PublicPage } from '../shell/public-page.tsx';
import { VerifyPage } from '../verify/verify-page.tsx';

export const Route = createFileRoute('/verificar/')({ component: VerifyAnyPage });

function VerifyAnyPage() {
  return (
    <PublicPage>
      <VerifyPage />
    </PublicPage>
  );
}
