import { createFileRoute } from '@tanstack/react-router';
import { PixPage } from '../../pix/pix-page.tsx';
import type { PixSearch } from '../../pix/search.ts';

export const Route = createFileRoute('/client/pix')({
  // What came from outside is read by the screen (`parsePixSearch`): here it would weigh on every visitor.
  validateSearch: (search): PixSearch => search,
  component: PixPage,
});
