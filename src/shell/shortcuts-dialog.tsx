import { chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import { setHelpKey, useHelpKey } from './help-key.ts';

type Shortcut = { does: string; keys: string[][] };

const mod = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl');

const groups = (): { label: string; shortcuts: Shortcut[] }[] => [
  {
    label: 'Em qualquer tela',
    shortcuts: [
      { does: 'Buscar telas e pessoas, ou colar um código', keys: [[mod(), 'K']] },
      { does: 'Abrir esta lista', keys: [['?']] },
      { does: 'Recolher ou abrir o menu', keys: [[mod(), 'B']] },
      { does: 'Ocultar ou mostrar valores', keys: [['Alt', 'O']] },
      { does: 'Ir para o aviso que apareceu', keys: [['F8']] },
    ],
  },
  {
    label: 'Nas telas',
    shortcuts: [
      { does: 'Fechar um diálogo, ou voltar da conferência aos dados', keys: [['Esc']] },
      { does: 'Trocar de aba', keys: [['←'], ['→']] },
      { does: 'Primeira e última aba', keys: [['Home'], ['End']] },
      { does: 'Seguir para o próximo campo', keys: [['Tab']] },
      { does: 'Enviar o formulário', keys: [['Enter']] },
    ],
  },
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const isOn = useHelpKey();
  return (
    <DialogFrame title="Atalhos do teclado" onClose={onClose} fromTop>
      {groups().map(({ label, shortcuts }) => (
        <section key={label} aria-label={label}>
          <Heading as="h3" size="sm" color="fg.muted">
            {label}
          </Heading>
          <chakra.dl margin="0" marginTop="2">
            {shortcuts.map(({ does, keys }) => (
              <Flex
                key={does}
                justify="space-between"
                align="center"
                gap="4"
                paddingBlock="2"
                borderTop="1px solid"
                borderColor="border.muted"
              >
                <dt>{does}</dt>
                <chakra.dd flexShrink={0} margin="0">
                  <Keys keys={keys} />
                </chakra.dd>
              </Flex>
            ))}
          </chakra.dl>
        </section>
      ))}
      <Stack borderTop="1px solid" borderColor="border.muted" paddingTop="3">
        <SwitchRow
          label="Abrir esta lista com ?"
          hint="Desligue se você dita o que escreve. A lista continua no botão do cabeçalho e na busca."
          isOn={isOn}
          words={['Ligado', 'Desligado']}
          onChange={setHelpKey}
        />
      </Stack>
    </DialogFrame>
  );
}

/** Keys of each combination; combinations are alternatives. */
function Keys({ keys }: { keys: string[][] }) {
  return (
    <Flex gap="2" align="center">
      {keys.map((together) => (
        <Flex key={together.join('+')} gap="1" align="center">
          {together.map((key, place) => (
            <Flex key={key} gap="1" align="center">
              {place > 0 && <Text as="span">+</Text>}
              <chakra.kbd
                paddingInline="2"
                paddingBlock="0.5"
                minWidth="7"
                textAlign="center"
                border="1px solid"
                borderColor="border.control"
                borderRadius="6px"
                fontFamily="mono"
                textStyle="sm"
              >
                {key}
              </chakra.kbd>
            </Flex>
          ))}
        </Flex>
      ))}
    </Flex>
  );
}
