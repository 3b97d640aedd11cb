import { ArrowRight } from 'lucide-react';
import { LinkButton } from '../ui/links.tsx';
import { SectionCard } from '../ui/section-card.tsx';

export function JobsCard() {
  return (
    <SectionCard
      title="Tarefas"
      description="Rotina diária, cópias de segurança e o que espera na fila: quando rodaram, como terminaram, e executar agora."
    >
      <div>
        <LinkButton to="/admin/jobs" variant="outline">
          Ver tarefas
          <ArrowRight size={18} aria-hidden />
        </LinkButton>
      </div>
    </SectionCard>
  );
}
