import { createFileRoute } from '@tanstack/react-router';
import { PixPage } from '../../pix/pix-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/client/pix')({
  validateSearch: routeSearch('/client/pix'),
  component: PixPage,
});
