import { createFileRoute } from '@tanstack/react-router';
import { PUBLIC_PLACES, readSearch } from '#domain/public-places';
import { UndoEmailPage } from '../recovery/undo-email-page.tsx';
import { PublicPage } from '../shell/public-page.tsx';

export const Route = createFileRoute('/desfazer-email')({
  validateSearch: (search) => readSearch(PUBLIC_PLACES['/desfazer-email'], search),
  component: UndoEmailScreen,
});

function UndoEmailScreen() {
  return (
    <PublicPage>
      <UndoEmailPage />
    </PublicPage>
  );
}
