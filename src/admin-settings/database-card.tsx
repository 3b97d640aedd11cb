import { Badge, chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { Fact } from '../ui/fact.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { sizeInWords } from '../ui/size.ts';
import type { Settings } from './settings.ts';

const ENGINES: Record<Settings['database']['engine'], string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

export function DatabaseCard({ database }: { database: Settings['database'] }) {
  return (
    <SectionCard
      title="Banco de dados"
      aside={
        <Badge colorPalette="positive">
          <Check aria-hidden size={14} />
          Conectado
        </Badge>
      }
    >
      <chakra.dl margin="0">
        <Fact name="Motor">
          {ENGINES[database.engine]} {database.version}
        </Fact>
        <Fact name="Tamanho">
          <span className="num">{sizeInWords(database.sizeBytes)}</span>
        </Fact>
        <Fact name="Tempo de resposta">
          <span className="num">{database.answeredInMs.toLocaleString('pt-BR')} ms</span>
        </Fact>
      </chakra.dl>
    </SectionCard>
  );
}
