import { createFileRoute } from '@tanstack/react-router';
import { MyCreditsPage } from '../../my-credits/my-credits-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/client/my-credits')({
  validateSearch: routeSearch('/client/my-credits'),
  component: MyCreditsPage,
});
