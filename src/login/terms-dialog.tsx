import { Box, Button, CloseButton, chakra, Dialog, Portal, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { termsSections } from '#domain/auth/terms';
import { TermsText } from '../shared-terms/terms-text.tsx';

const SECTIONS = termsSections();

type TermsDialogProps = { open: boolean; onClose: () => void; onAccept: () => void };

export function TermsDialog({ open, onClose, onAccept }: TermsDialogProps) {
  const text = useRef<HTMLDivElement>(null);
  // Opened after mounting: a dialog mounted open loses focus to its trigger and closes.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(open), [open]);

  function goTo(id: string) {
    const heading = text.current?.querySelector<HTMLElement>(`#termos-${id}`);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
  }

  return (
    <Dialog.Root
      open={shown}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
      lazyMount
      unmountOnExit
      size={{ mdDown: 'full', md: 'xl' }}
      scrollBehavior="inside"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content maxWidth={{ md: '62rem' }} borderRadius={{ mdDown: '0' }}>
            <Dialog.Header>
              <Dialog.Title>Termos de Uso e Política de Privacidade</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body
              display="grid"
              gridTemplateColumns={{ base: '1fr', md: '17rem 1fr' }}
              gridTemplateRows={{ base: 'auto minmax(0, 1fr)', md: 'minmax(0, 1fr)' }}
              gap={{ base: '4', md: '8' }}
              overflow="hidden"
              minHeight="0"
            >
              <Index onChoose={goTo} />
              <Box
                ref={text}
                role="region"
                aria-label="Texto dos termos"
                tabIndex={0}
                overflowY="auto"
                minHeight="0"
                paddingInlineEnd="2"
                scrollPaddingTop="2"
              >
                <TermsText sections={SECTIONS} level="h3" paddingBottom="6" />
              </Box>
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="outline" onClick={onClose}>
                Fechar
              </Button>
              <Button onClick={onAccept}>Aceitar os termos</Button>
            </Dialog.Footer>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" aria-label="Fechar os termos" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function Index({ onChoose }: { onChoose: (id: string) => void }) {
  return (
    <chakra.nav
      aria-label="Índice dos termos"
      overflowY="auto"
      maxHeight={{ base: '10rem', md: 'none' }}
      borderBottomWidth={{ base: '1px', md: '0' }}
      paddingBottom="2"
    >
      <chakra.ol listStyle="none" margin="0" padding="0">
        {SECTIONS.map(({ id, title }, place) => (
          <li key={id}>
            <chakra.button
              type="button"
              onClick={() => onChoose(id)}
              display="grid"
              gridTemplateColumns="2rem 1fr"
              width="100%"
              textAlign="start"
              paddingBlock="1.5"
              paddingInline="2"
              borderRadius="control"
              cursor="pointer"
              textStyle="sm"
              _hover={{ bg: 'bg.subtle' }}
            >
              <Text as="span" className="num" color="fg.muted">
                {place + 1}.
              </Text>
              {title}
            </chakra.button>
          </li>
        ))}
      </chakra.ol>
    </chakra.nav>
  );
}
