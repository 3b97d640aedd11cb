import { PageHeader } from '../ui/page.tsx';

export function LoginPage() {
  return <PageHeader title="Login" />;
}
