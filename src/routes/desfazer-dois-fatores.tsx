import { createFileRoute } from '@tanstack/react-router';
import { PUBLIC_PLACES, readSearch } from '#domain/public-places';
import { UndoTwoFactorPage } from '../recovery/undo-two-factor-page.tsx';
import { PublicPage } from '../shell/public-page.tsx';

export const Route = createFileRoute('/desfazer-dois-fatores')({
  validateSearch: (search) => readSearch(PUBLIC_PLACES['/desfazer-dois-fatores'], search),
  component: UndoTwoFactorScreen,
});

function UndoTwoFactorScreen() {
  return (
    <PublicPage>
      <UndoTwoFactorPage />
    </PublicPage>
  );
}
