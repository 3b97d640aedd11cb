import { PageHeader } from '../ui/page.tsx';

export function TransfersPage() {
  return <PageHeader title="Transferências" />;
}
