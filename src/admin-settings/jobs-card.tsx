import { Button } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { SectionCard } from '../ui/section-card.tsx';

export function JobsCard() {
  return (
    <SectionCard
      title="Tarefas"
      description="Rotina diária, cópias de segurança e o que espera na fila: quando rodaram, como terminaram, e executar agora."
    >
      <div>
        <Button asChild variant="outline">
          <Link to="/admin/jobs">
            Ver tarefas
            <ArrowRight size={18} aria-hidden />
          </Link>
        </Button>
      </div>
    </SectionCard>
  );
}
