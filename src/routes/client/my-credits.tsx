import { createFileRoute } from '@tanstack/react-router';
import { MyCreditsPage } from '../../my-credits/my-credits-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/client/my-credits')({
  validateSearch: carried('/client/my-credits'),
  component: MyCreditsPage,
});
