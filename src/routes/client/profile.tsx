import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '../../profile/profile-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/client/profile')({
  validateSearch: carried('/client/profile'),
  component: ProfilePage,
});
