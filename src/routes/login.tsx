import { createFileRoute } from '@tanstack/react-router';
import { PUBLIC_PLACES, readSearch } from '#domain/public-places';
import { LoginPage } from '../login/login-page.tsx';
import { redirectHome } from '../shell/session.ts';

export const Route = createFileRoute('/login')({
  validateSearch: (search) => readSearch(PUBLIC_PLACES['/login'], search),
  loader: redirectHome,
  component: LoginPage,
});
