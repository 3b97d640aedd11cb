import { createFileRoute } from '@tanstack/react-router';
import { PublicPage } from '../shell/public-page.tsx';
import { VerifyPage } from '../verify/verify-page.tsx';

export const Route = createFileRoute('/verificar/$code')({ component: VerifyCodePage });

function VerifyCodePage() {
  const { code } = Route.useParams();
  return (
    <PublicPage>
      <VerifyPage code={code} />
    </PublicPage>
  );
}
