import { Button, Flex } from '@chakra-ui/react';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { part } from '../ui/part.tsx';
import { SectionCard } from '../ui/section-card.tsx';

const PasswordDialog = part('PasswordDialog', () => import('./password-dialog.tsx'));

export function PasswordCard() {
  const [changing, setChanging] = useState(false);
  return (
    <SectionCard
      title="Senha"
      description="Use uma que você não usa em nenhum outro lugar. O ValeBank nunca liga nem escreve pedindo a sua senha."
    >
      <Flex>
        <Button variant="outline" onClick={() => setChanging(true)} aria-haspopup="dialog">
          <LockKeyhole size={18} aria-hidden />
          Alterar senha
        </Button>
      </Flex>
      {changing && <PasswordDialog onClose={() => setChanging(false)} />}
    </SectionCard>
  );
}
