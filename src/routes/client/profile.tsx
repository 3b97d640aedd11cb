import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '../../profile/profile-page.tsx';
import type { ProfileSearch } from '../../profile/search.ts';

export const Route = createFileRoute('/client/profile')({
  // What came from outside is read by the screen (`tabOf`): here it would weigh on every visitor.
  validateSearch: (search): ProfileSearch => search,
  component: ProfilePage,
});
