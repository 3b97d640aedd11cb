import {
  Box,
  CloseButton,
  chakra,
  Dialog,
  Flex,
  Input,
  InputGroup,
  Portal,
  Spinner,
  Text,
} from '@chakra-ui/react';
import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { Role } from '#domain/auth/role';
import { ErrorState } from '../ui/error-state.tsx';
import { handOver } from '../ui/hand-over.ts';
import { hideAmounts, useAmountsHidden } from '../ui/hidden-amounts.ts';
import { PasteButton } from '../ui/paste-button.tsx';
import type { Entry } from './palette-entries.ts';
import { PaletteList } from './palette-list.tsx';
import { usePalette } from './use-palette.ts';

export type PaletteProps = {
  role: Role;
  today: string;
  onClose: () => void;
  onShortcuts: () => void;
  onFreeze: () => void;
  onLeave: () => void;
};

const PLACEHOLDERS: Record<Role, string> = {
  cliente: 'Tela, nome ou código',
  admin: 'Tela, cliente ou CPF',
};

/** Follows the WAI-ARIA combobox pattern. */
export function Palette(props: PaletteProps) {
  const { role, today, onClose } = props;
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const box = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { sections, people, fault } = usePalette(role, typed, today);
  const entries = sections.flatMap((section) => section.entries);
  const at = Math.min(active, entries.length - 1);
  const act = useEntryActions(props);

  function type(text: string) {
    setTyped(text);
    setActive(0);
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setActive((at + step + entries.length) % entries.length);
    }
    const chosen = entries[at];
    // Enter that ends an IME composition is not a selection.
    if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault();
      act(chosen);
    }
  }

  const optionId = (entry: Entry) => `${listId}-${entry.id}`;
  const current = entries[at];
  return (
    <Dialog.Root
      open
      placement="top"
      initialFocusEl={() => box.current}
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner padding={{ base: '2', md: '6' }} alignItems="flex-start">
          <Dialog.Content
            aria-label="Ir para"
            // A picture is read behind it, in a dialog of its own (code-drop.tsx).
            data-takes-codes=""
            onPaste={({ clipboardData }) => clipboardData.files.length > 0 && onClose()}
            onDrop={onClose}
            marginTop={{ base: '0', md: '8vh' }}
            maxWidth="40rem"
            maxHeight={{ base: 'calc(100dvh - 1rem)', md: '76vh' }}
            overflow="hidden"
          >
            <Flex gap="2" padding="3" borderBottom="1px solid" borderColor="border.muted">
              <InputGroup startElement={<Search size={18} aria-hidden />}>
                <Input
                  ref={box}
                  role="combobox"
                  aria-label={PLACEHOLDERS[role]}
                  aria-expanded={entries.length > 0}
                  aria-controls={listId}
                  aria-autocomplete="list"
                  aria-activedescendant={current && optionId(current)}
                  placeholder={PLACEHOLDERS[role]}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  enterKeyHint="go"
                  value={typed}
                  onChange={({ target }) => type(target.value)}
                  onKeyDown={onKeyDown}
                />
              </InputGroup>
              {role === 'cliente' && (
                <PasteButton
                  label="Colar um código"
                  compact
                  field={() => box.current}
                  onPaste={(text) => {
                    type(text);
                    box.current?.focus();
                  }}
                />
              )}
              <Dialog.CloseTrigger asChild position="static" hideFrom="md">
                <CloseButton aria-label="Fechar" size="lg" flexShrink={0} />
              </Dialog.CloseTrigger>
            </Flex>
            <Box role="status" paddingInline="5">
              {fault !== null && (
                <Text color="negative.fg" paddingBlock="2">
                  {fault}
                </Text>
              )}
              {people?.isFetching && (
                <Flex align="center" gap="2" color="fg.muted" paddingBlock="2">
                  <Spinner size="xs" />
                  Buscando…
                </Flex>
              )}
              {entries.length === 0 && !people?.isFetching && fault === null && (
                <Text color="fg.muted" paddingBlock="4">
                  Nada encontrado. Tente o nome de uma tela
                  {role === 'admin'
                    ? ', de um cliente ou um CPF inteiro.'
                    : ', ou cole um código ou uma chave PIX.'}
                </Text>
              )}
            </Box>
            {people && people.error !== null && !people.isFetching && (
              <Box padding="2">
                <ErrorState
                  title="Não foi possível buscar pessoas"
                  error={people.error}
                  onRetry={() => void people.refetch()}
                />
              </Box>
            )}
            <PaletteList
              id={listId}
              sections={sections}
              current={current}
              optionId={optionId}
              onPoint={(entry) => setActive(entries.indexOf(entry))}
              onChoose={act}
            />
            <Hints />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

/** The palette closes first, so that the new screen can take focus. */
function useEntryActions({ onClose, onShortcuts, onFreeze, onLeave }: PaletteProps) {
  const router = useRouter();
  const hidden = useAmountsHidden();
  const actions = {
    amounts: () => hideAmounts(!hidden),
    shortcuts: onShortcuts,
    freeze: onFreeze,
    leave: onLeave,
  };
  return ({ action }: Entry) => {
    onClose();
    if (action.kind === 'do') return actions[action.what]();
    if (action.handOver) handOver(action.handOver.to, action.handOver.text);
    router.history.push(action.href);
  };
}

function Hints() {
  const hints = [
    ['↑ ↓', 'escolher'],
    ['Enter', 'abrir'],
    ['Esc', 'fechar'],
    ['?', 'atalhos'],
  ];
  return (
    <Flex
      hideBelow="md"
      gap="5"
      paddingInline="4"
      paddingBlock="2.5"
      borderTop="1px solid"
      borderColor="border.muted"
      color="fg.muted"
      textStyle="xs"
      aria-hidden
    >
      {hints.map(([key, does]) => (
        <span key={key}>
          <chakra.kbd fontFamily="mono" fontWeight="600">
            {key}
          </chakra.kbd>{' '}
          {does}
        </span>
      ))}
    </Flex>
  );
}
