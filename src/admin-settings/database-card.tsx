import { Check } from 'lucide-react';
import { formatMoment } from '../ui/date.ts';
import { Facts } from '../ui/fact.tsx';
import { LookBadge } from '../ui/look-badge.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { sizeInWords } from '../ui/size.ts';
import { ENVIRONMENTS, type Settings } from './settings.ts';

const ENGINES: Record<Settings['database']['engine'], string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

type DatabaseCardProps = Pick<Settings, 'database'> & { environment: Settings['system']['environment'] };

export function DatabaseCard({ database, environment }: DatabaseCardProps) {
  const { lastBackupAt } = database;
  return (
    <SectionCard
      title="Banco de dados"
      aside={<LookBadge label="Conectado" palette="positive" icon={Check} />}
    >
      <Facts
        of={{
          Ambiente: ENVIRONMENTS[environment],
          Motor: `${ENGINES[database.engine]} ${database.version}`,
          'Última cópia de segurança': lastBackupAt === null ? 'Nenhuma ainda' : formatMoment(lastBackupAt),
          Tamanho: sizeInWords(database.sizeBytes),
          'Tempo de resposta': `${database.answeredInMs.toLocaleString('pt-BR')} ms`,
        }}
      />
    </SectionCard>
  );
}
