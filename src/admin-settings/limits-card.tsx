import { Facts } from '../ui/fact.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import type { Settings } from './settings.ts';

export function LimitsCard({ limits }: { limits: Settings['limits'] }) {
  return (
    <SectionCard
      title="Limites"
      description="Todos os limites, com os valores em vigor. Os que não se mudam nesta página fazem parte do programa e mudam com uma nova versão."
    >
      <Facts
        display="grid"
        columnGap="10"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
        of={Object.fromEntries(limits.map(({ label, text }) => [label, text]))}
      />
    </SectionCard>
  );
}
