import { Button } from '@chakra-ui/react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { EmptyState } from './empty-state.tsx';
import { PageHeader } from './page.tsx';

type ComingSoonProps = {
  title: string;
  subtitle?: string;
  /** What one will be able to do here. */
  description: string;
  back: LinkProps['to'];
  backLabel?: string;
};

/** A screen that is not open yet: it says so, says what will be here, and leads back. */
export function ComingSoon({
  title,
  subtitle,
  description,
  back,
  backLabel = 'Voltar ao Dashboard',
}: ComingSoonProps) {
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <EmptyState
        title="Em breve"
        description={description}
        action={
          <Button asChild variant="outline">
            <Link to={back}>{backLabel}</Link>
          </Button>
        }
      />
    </>
  );
}
