import { createFileRoute } from '@tanstack/react-router';
import { ExternalAccountPage } from '../../external-account/external-account-page.tsx';

export const Route = createFileRoute('/client/asaas-account')({ component: ExternalAccountPage });
