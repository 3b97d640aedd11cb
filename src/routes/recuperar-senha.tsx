import { createFileRoute } from '@tanstack/react-router';
import { RecoveryPage } from '../recovery/recovery-page.tsx';
import { PublicPage } from '../shell/public-page.tsx';

/** `token`: from the link that was sent; without it the link is asked for. */
type RecoverySearch = { token?: string };

export const Route = createFileRoute('/recuperar-senha')({
  validateSearch: ({ token }: Record<string, unknown>): RecoverySearch => ({
    token: typeof token === 'string' && token !== '' ? token : undefined,
  }),
  component: RecoverPasswordPage,
});

function RecoverPasswordPage() {
  return (
    <PublicPage>
      <RecoveryPage />
    </PublicPage>
  );
}
