import { createFileRoute } from '@tanstack/react-router';
import { HistoryPage } from '../../client-history/history-page.tsx';

export const Route = createFileRoute('/admin/clients/$id/history')({ component: HistoryPage });
