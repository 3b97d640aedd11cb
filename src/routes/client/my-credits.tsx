import { createFileRoute } from '@tanstack/react-router';
import { MyCreditsPage } from '../../my-credits/my-credits-page.tsx';
import type { MyCreditsSearch } from '../../my-credits/search.ts';

export const Route = createFileRoute('/client/my-credits')({
  // What came from outside is read by the screen (`tabOf`): here it would weigh on every visitor.
  validateSearch: (search): MyCreditsSearch => search,
  component: MyCreditsPage,
});
