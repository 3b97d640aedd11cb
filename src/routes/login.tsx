import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '../login/login-page.tsx';
import { leadHome } from '../shell/session.ts';
import { ownPath } from '../ui/paths.ts';

/**
 * `next`: where to go after signing in · `tab=cadastrar`: opens the registration · `ended=idle`: a session that nobody used
 * has ended.
 */
type LoginSearch = { next?: string; tab?: 'cadastrar'; ended?: 'idle' };

export const Route = createFileRoute('/login')({
  validateSearch: ({ next, tab, ended }: Record<string, unknown>): LoginSearch => ({
    next: ownPath(next) ?? undefined,
    tab: tab === 'cadastrar' ? tab : undefined,
    ended: ended === 'idle' ? ended : undefined,
  }),
  loader: leadHome,
  component: LoginPage,
});
