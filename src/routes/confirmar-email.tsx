import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage } from '../recovery/confirm-email-page.tsx';
import { PublicPage } from '../shell/public-page.tsx';

/** `token`: from the link that was sent to the new address. */
type ConfirmSearch = { token?: string };

export const Route = createFileRoute('/confirmar-email')({
  validateSearch: ({ token }: Record<string, unknown>): ConfirmSearch => ({
    token: typeof token === 'string' && token !== '' ? token : undefined,
  }),
  component: ConfirmEmailScreen,
});

function ConfirmEmailScreen() {
  return (
    <PublicPage>
      <ConfirmEmailPage />
    </PublicPage>
  );
}
