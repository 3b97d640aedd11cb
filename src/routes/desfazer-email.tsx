import { createFileRoute } from '@tanstack/react-router';
import { UndoEmailPage } from '../recovery/undo-email-page.tsx';
import { PublicPage } from '../shell/public-page.tsx';

/** `token`: from the link that was sent to the former address. */
type UndoSearch = { token?: string };

export const Route = createFileRoute('/desfazer-email')({
  validateSearch: ({ token }: Record<string, unknown>): UndoSearch => ({
    token: typeof token === 'string' && token !== '' ? token : undefined,
  }),
  component: UndoEmailScreen,
});

function UndoEmailScreen() {
  return (
    <PublicPage>
      <UndoEmailPage />
    </PublicPage>
  );
}
