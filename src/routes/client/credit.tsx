import { createFileRoute } from '@tanstack/react-router';
import { CreditPage } from '../../credit/credit-page.tsx';

export const Route = createFileRoute('/client/credit')({ component: CreditPage });
