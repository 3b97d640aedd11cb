import { createFileRoute } from '@tanstack/react-router';
import { PixPage } from '../../pix/pix-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/client/pix')({
  validateSearch: carried('/client/pix'),
  component: PixPage,
});
