import { Button, Flex } from '@chakra-ui/react';
import { LockKeyhole } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { SectionCard } from '../section-card.tsx';

const PasswordDialog = lazy(async () => ({
  default: (await import('./password-dialog.tsx')).PasswordDialog,
}));

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
      <Suspense>{changing && <PasswordDialog onClose={() => setChanging(false)} />}</Suspense>
    </SectionCard>
  );
}
