import { Check } from 'lucide-react';
import { Facts } from '../ui/fact.tsx';
import { LookBadge } from '../ui/look-badge.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { sizeInWords } from '../ui/size.ts';
import type { Settings } from './settings.ts';

const ENGINES: Record<Settings['database']['engine'], string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

export function DatabaseCard({ database }: { database: Settings['database'] }) {
  return (
    <SectionCard
      title="Banco de dados"
      aside={<LookBadge label="Conectado" palette="positive" icon={Check} />}
    >
      <Facts
        of={{
          Motor: `${ENGINES[database.engine]} ${database.version}`,
          Tamanho: sizeInWords(database.sizeBytes),
          'Tempo de resposta': `${database.answeredInMs.toLocaleString('pt-BR')} ms`,
        }}
      />
    </SectionCard>
  );
}
