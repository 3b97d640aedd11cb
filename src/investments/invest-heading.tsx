import type { ComponentProps } from 'react';
import { StepHeading } from '../ui/step-heading.tsx';

type InvestHeadingProps = Omit<ComponentProps<typeof StepHeading>, 'steps' | 'label'>;

export function InvestHeading(props: InvestHeadingProps) {
  return <StepHeading label="Passos do investimento" steps={['Dados', 'Conferir', 'Contrato']} {...props} />;
}
