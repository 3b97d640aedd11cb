import { createFileRoute } from '@tanstack/react-router';
import { PUBLIC_PLACES, readSearch } from '#domain/public-places';
import { ConfirmEmailPage } from '../recovery/confirm-email-page.tsx';
import { PublicPage } from '../shell/public-page.tsx';

export const Route = createFileRoute('/confirmar-email')({
  validateSearch: (search) => readSearch(PUBLIC_PLACES['/confirmar-email'], search),
  component: ConfirmEmailScreen,
});

function ConfirmEmailScreen() {
  return (
    <PublicPage>
      <ConfirmEmailPage />
    </PublicPage>
  );
}
