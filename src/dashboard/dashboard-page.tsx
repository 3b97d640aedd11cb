import { PageHeader } from '../ui/page.tsx';

export function DashboardPage() {
  return <PageHeader title="Dashboard" />;
}
