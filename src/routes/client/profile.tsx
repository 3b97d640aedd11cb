import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '../../profile/profile-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/client/profile')({
  validateSearch: routeSearch('/client/profile'),
  component: ProfilePage,
});
