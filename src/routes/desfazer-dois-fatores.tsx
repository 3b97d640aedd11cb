import { createFileRoute } from '@tanstack/react-router';
import { UndoTwoFactorPage } from '../recovery/undo-two-factor-page.tsx';
import { PublicPage } from '../shell/public-page.tsx';

/** `token`: from the link of the letter that told of it. */
type UndoSearch = { token?: string };

export const Route = createFileRoute('/desfazer-dois-fatores')({
  validateSearch: ({ token }: Record<string, unknown>): UndoSearch => ({
    token: typeof token === 'string' && token !== '' ? token : undefined,
  }),
  component: UndoTwoFactorScreen,
});

function UndoTwoFactorScreen() {
  return (
    <PublicPage>
      <UndoTwoFactorPage />
    </PublicPage>
  );
}
