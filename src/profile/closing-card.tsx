import { Button, Flex } from '@chakra-ui/react';
import { DoorOpen } from 'lucide-react';
import { useState } from 'react';
import { part } from '../ui/part.tsx';
import { SectionCard } from '../ui/section-card.tsx';

const ClosingDialog = part('ClosingDialog', () => import('./closing-dialog.tsx'));

export function ClosingCard() {
  const [asking, setAsking] = useState(false);
  return (
    <SectionCard
      title="Encerrar minha conta"
      description="O acesso termina e não volta. O que a lei não obriga a guardar é tornado anônimo; o resto fica pelo prazo legal."
    >
      <Flex>
        <Button
          variant="outline"
          colorPalette="negative"
          onClick={() => setAsking(true)}
          aria-haspopup="dialog"
        >
          <DoorOpen size={18} aria-hidden />
          Pedir encerramento
        </Button>
      </Flex>
      {asking && <ClosingDialog onClose={() => setAsking(false)} />}
    </SectionCard>
  );
}
