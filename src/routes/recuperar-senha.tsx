import { createFileRoute } from '@tanstack/react-router';
import { PUBLIC_PLACES, readSearch } from '#domain/public-places';
import { RecoveryPage } from '../recovery/recovery-page.tsx';
import { PublicPage } from '../shell/public-page.tsx';

export const Route = createFileRoute('/recuperar-senha')({
  validateSearch: (search) => readSearch(PUBLIC_PLACES['/recuperar-senha'], search),
  component: RecoverPasswordPage,
});

function RecoverPasswordPage() {
  return (
    <PublicPage>
      <RecoveryPage />
    </PublicPage>
  );
}
